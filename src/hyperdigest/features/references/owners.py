"""Find the document that a reference is about: its own one, or the one that is named beside it.

If another document may be meant, and it is not certain which, none is found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from hyperdigest.features.references.mentions import Mention
from hyperdigest.features.references.names import LONGEST_NAME, Names, Token, key_of, tokens_of
from hyperdigest.features.references.words import Words, words_of

_AFTER, _BEFORE = 140, 120
"""A name stands at most so many characters after or before a reference."""

_LONGEST_LINK = 10
"""So many characters are between a name and a reference at most."""

_SHOUTED = frozenset(
    ("must", "shall", "should", "may", "not", "required", "recommended", "optional", "is", "are")
)
"""Words in capitals after a reference that name no document, as in "Section 4 MUST be read"."""

_ACRONYM = re.compile(r"[^\W\d_a-z\u00df-\u00ff]{2,}[\w-]*\Z")
_MARKS = '[]*_\u201c\u201d"\u00ab\u00bb\u201e '
_RFC_BEFORE = re.compile(r"RFC[ -]?\d{1,5}\]?\Z", re.IGNORECASE)


class Owners:
    """Finds the documents that references are about.

    Parameters
    ----------
    names : the names of all documents.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self.used: dict[int, int] = {}
        """Where a name that was found begins and ends in the text of the last call of `find`."""

    def find(
        self,
        text: str,
        start: int,
        end: int,
        mentions: Sequence[Mention],
        own: int,
        unnamed: Sequence[int],
        language: str,
    ) -> list[int | None]:
        """The document of each of the references in the sentence ``text[start:end]``; None if that
        is not certain. `own` is the document of the sentence, and `unnamed` that of each reference
        beside which none is named."""
        grammar = _grammar(language)
        self.used = {}
        found: list[int | None] = []
        explicit_after = False
        next_start = end
        for mention, implied in zip(reversed(mentions), reversed(unnamed), strict=True):
            if mention.key:
                owner = self._names.keys.get(key_of(mention.key))
            else:
                between = text[mention.end : next_start]
                owner, explicit = self._owner(text, start, end, mention, own, grammar)
                if not explicit:
                    joined = explicit_after and grammar.joins.fullmatch(between)
                    owner = None if joined else implied
                explicit_after, next_start = explicit and owner != own, mention.start
            found.append(owner)
        return found[::-1]

    def _owner(
        self, text: str, start: int, end: int, mention: Mention, own: int, grammar: _Grammar
    ) -> tuple[int | None, bool]:
        """The document of a reference, and whether a document is named beside it."""
        after = self._named_after(text, end, mention, own, grammar)
        if after is not None:
            return after[0], True
        before = self._named_before(text, start, mention, own, grammar)
        if before is not None:
            return before[0], True
        return own, False

    def _named_after(
        self, text: str, end: int, mention: Mention, own: int, grammar: _Grammar
    ) -> tuple[int | None] | None:
        """The document that is named after a reference; None within a tuple if it is uncertain."""
        stop = min(end, mention.end + _AFTER)
        if grammar.itself.match(text, mention.end, stop):
            return (own,)
        if grammar.other.match(text, mention.end, stop):
            return (None,)
        link = grammar.of.match(text, mention.end, stop)
        bracket = None if link else grammar.bracket.match(text, mention.end, stop)
        begin = link.end() if link else bracket.end() if bracket else mention.end
        tokens = tokens_of(text, begin, stop)[: LONGEST_NAME + 1]
        beside = link or bracket or (tokens and not text[begin : tokens[0].start].strip(_MARKS))
        if not tokens or not beside:
            return None
        named = self._begins_with(text, tokens, own, grammar)
        if named is not None and (link or bracket or _is_name(text, tokens[0])):
            return (named,)
        if link:
            if grammar.part.match(text, begin):
                return None
            is_work = tokens[0].word in grammar.works or _is_capital(text, tokens[0])
            return (None,) if link["of"] or is_work else None
        first = text[tokens[0].start : tokens[0].end]
        if _ACRONYM.match(first) and tokens[0].word not in _SHOUTED and not _shouts(text, mention):
            return (None,)
        return None

    def _named_before(
        self, text: str, start: int, mention: Mention, own: int, grammar: _Grammar
    ) -> tuple[int | None] | None:
        """The document that is named before a reference; None within a tuple if it is uncertain."""
        low = max(start, mention.start - _BEFORE)
        link = grammar.before.search(text, max(low, mention.start - _LONGEST_LINK), mention.start)
        stop = link.start() if link else mention.start
        tokens = tokens_of(text, low, stop)[-LONGEST_NAME:]
        if not tokens or text[tokens[-1].end : stop].strip(_MARKS + "\n\t\u00a0"):
            return None
        for first in range(len(tokens)):
            words = [token.word for token in tokens[first:]]
            named = self._names.find(words, own, genitive=grammar.genitive)
            if named is not None and _is_name(text, tokens[first]):
                self.used[tokens[first].start] = tokens[-1].end
                return (named,)
        last = tokens[-1]
        shown = text[last.start : last.end]
        if _RFC_BEFORE.search(text, low, stop):
            return (None,)
        if last.word in grammar.works:
            is_own = len(tokens) > 1 and tokens[-2].word in grammar.these
            return (own,) if is_own else (None,)
        if last.word in grammar.no_names or _shouts(text, mention):
            return None
        is_acronym = _ACRONYM.match(shown) is not None
        begins = not any(map(str.isalnum, text[start : min(last.start, start + _BEFORE)]))
        if is_acronym or (shown[:1].isupper() and not begins and not (link and link[0].strip())):
            return (None,)
        return None

    def _begins_with(
        self, text: str, tokens: Sequence[Token], own: int, grammar: _Grammar
    ) -> int | None:
        """The document with whose name the words begin, the longest name first."""
        for count in range(min(len(tokens), LONGEST_NAME), 0, -1):
            words = [token.word for token in tokens[:count]]
            named = self._names.find(words, own, genitive=grammar.genitive)
            if named is None:
                continue
            if count < len(tokens) and _goes_on(text, tokens[count - 1], tokens[count]):
                return None
            self.used[tokens[0].start] = tokens[count - 1].end
            return named
        return None


def _goes_on(text: str, last: Token, after: Token) -> bool:
    """Whether a name goes on after what was found: "MSA Amendment" is not the MSA."""
    between = text[last.end : after.start]
    return between.isspace() and _is_capital(text, after) and after.word not in _SHOUTED


def _is_capital(text: str, token: Token) -> bool:
    return text[token.start].isupper()


def _is_name(text: str, token: Token) -> bool:
    """Whether a word is written as a name."""
    return text[token.start].isupper() or text[token.start].isdigit()


def _shouts(text: str, mention: Mention) -> bool:
    """Whether a reference is in capitals, as its sentence then is."""
    word = text[mention.start : mention.start + 4]
    return word.isalpha() and word.isupper()


class _Grammar:
    """How documents are named beside references in a language."""

    def __init__(self, words: Words, language: str) -> None:
        self.genitive = language == "de"
        the = rf"(?P<the>(?:{words.one_of('the')})(?:(?<=['’])|(?!\w)))"
        of = rf"(?:(?P<of>{words.one_of('of')})|(?P<in>{words.one_of('in')}))(?:(?<=['’])|(?!\w))"
        self.of = re.compile(
            rf"\]?,?\s{{1,3}}{of}\s{{0,3}}(?:{the}\s{{0,3}})?[\[*_\"\u201c\u201e\u00ab]{{0,3}}",
            re.IGNORECASE,
        )
        self.itself = re.compile(
            rf"\]?,?\s{{1,3}}(?:(?:{words.one_of('of', 'in', 'the')})\s{{1,3}}){{0,2}}"
            rf"(?:{words.one_of('this')})(?!\w)",
            re.IGNORECASE,
        )
        self.other = re.compile(rf"\s{{1,3}}(?:{words.one_of('other')})(?!\w)", re.IGNORECASE)
        self.works, self.these = words.lists["work"], words.lists["this"]
        self.bracket = re.compile(r"\s?[(\[](?=[A-Z])")
        self.part = re.compile(rf"(?:{words.kind})\s{{0,3}}[\dA-Z]", re.IGNORECASE)
        self.before = re.compile(
            r"(?:['’]s)?[\])*_]?(?:\s?[,:]\s{1,3}|\s?\(|\s{1,3}\[?|\s?\[)(?:§{1,2}\s?)?\Z"
        )
        joins, links = words.one_of("and", "to"), words.one_of("the", "in", "of")
        self.joins = re.compile(
            rf"\s*(?:[,;]|\)|[,;]?\s(?:{joins}))\s{{1,3}}(?:(?:{links})\s{{1,3}})?", re.IGNORECASE
        )
        self.no_names = words.lists["before"] | words.lists["the"] | words.lists["and"]


@cache
def _grammar(language: str) -> _Grammar:
    return _Grammar(words_of(language), language)
