"""Shorter forms of English sentences: what may be left out of each, by rules on its words.

A form is the slices of the sentence that stay, so that whatever is cited still stands in the
document. Nothing is parsed and nothing is rewritten; where the rules doubt, the sentence stays
whole. Left out are parts that only add: asides in parentheses and dashes, relative clauses and
appositions between commas, examples, and words that only join a sentence to the one before it.
Negations, conditions, hedges of the main clause, quantities and attributions stay: without "X said
that" a claim would become a statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, combinations

from hyperdigest.split.compression.rules import Part, droppable
from hyperdigest.split.forms import is_flattened_list

__all__ = ["Part", "compressed_forms", "droppable_parts"]

LONGEST = 1500
"""Characters of the longest sentence that is shortened."""

SHORTEST, SAVED = 5, 2
"""Words that a form has at least, and words that it saves at least."""

MOST = 8
"""Forms of a sentence at most."""

Form = tuple[tuple[int, int], ...]

_MAY_SET_OFF = re.compile(r"[,(–—]|--|that\s")
_WORD = re.compile(r"(?<!\S)\S*\w\S*")
_SENTENCE = re.compile(r"\s*[A-Z][^?]*[^?\s][.!][)\]]*\s*$")
_NOT_PROSE = re.compile(
    r"[`{}|\\<>=~^•…]|\.\.|::|->|\$\w|\s-\s.*\s-\s.*\s-\s|\b[a-z]+\(\)|\[\d+m|[:;]\s.*[:;]\s.*[:;]\s"
    r"|(?i:\b(?:unless|provided that|except that|notwithstanding|shall)\b)"
)
_DISFLUENT = re.compile(
    r"\b(?i:uh|um|uhm|er|erm|hmm?|mm)\b|\b(\w+),? \1\b(?<!\bthat)(?<!\bhad)"
    r"|\b(?i:(I|it|we|you|he|she|they) [a-z]{1,3} \2)\b"
)
_SPEECH = re.compile(r"[,.!?]['’]*[\"”’']|[\"”]\s[a-z]+\s(?:said|asked)|^\s*[\"“]|(?<!\w)['‘]\w")
_ENGLISH = re.compile(
    r"\b(?i:the|of|and|to|is|are|that|with|by|for|from|has|have|which|may|can|when|this|they|it|not)\b"
)
_QUOTES = re.compile('["“”„«»]')


def compressed_forms(text: str, language: str = "en") -> tuple[Form, ...]:
    """The shorter forms of a sentence, longest first; none where nothing can be left out safely.

    Parameters
    ----------
    text : a sentence.
    language : its language, by ISO 639-1; only English sentences have forms.

    Returns
    -------
    For each form the slices of `text` that stay, as start and end, in order, neither empty nor
    touching white space at their ends. What is left out between two slices, or before the first,
    is what a mark such as ``[...]`` stands for.
    """
    parts = droppable_parts(text, language)
    if not parts:
        return ()
    forms: dict[Form, int] = {}
    words = len(_WORD.findall(text))
    for left_out in _choices(parts):
        form = _rest(text, left_out)
        length = sum(len(_WORD.findall(text, start, end)) for start, end in form)
        if SHORTEST <= length <= words - SAVED:
            forms.setdefault(form, sum(end - start for start, end in form))
        if len(forms) == MOST:
            break
    return tuple(sorted(forms, key=lambda form: (-forms[form], form)))


def droppable_parts(text: str, language: str = "en") -> tuple[Part, ...]:
    """The parts of a sentence that may be left out, each with the name of its rule, in order; none
    lies across another."""
    if language != "en" or not _MAY_SET_OFF.search(text) or not _is_plain(text):
        return ()
    parts: list[Part] = []
    for part in sorted(droppable(text), key=lambda part: (part.start, -part.end)):
        if all(part.start >= other.end or part.end <= other.end for other in parts):
            parts.append(part)
    return tuple(parts)


def _is_plain(text: str) -> bool:
    """Whether a text is a sentence of plain prose: no question, code, list or speech."""
    if len(text) > LONGEST or not _SENTENCE.match(text) or _NOT_PROSE.search(text):
        return False
    if _SPEECH.search(text) or _DISFLUENT.search(text) or len(_QUOTES.findall(text)) not in (0, 2):
        return False
    return _ENGLISH.search(text) is not None and not is_flattened_list(text)


def _choices(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Sets of parts to leave out: all of them, each alone, all but one, two at a time."""
    few = parts[:MOST]
    numbers = dict.fromkeys((1, len(few) - 1, 2))
    return chain([parts], *(combinations(few, number) for number in numbers if number > 0))


def _rest(text: str, left_out: tuple[Part, ...]) -> Form:
    """The slices of `text` without some parts, white space at their ends aside."""
    slices, begin = [], 0
    for part in [*left_out, Part("", len(text), len(text))]:
        if part.start > begin:
            slices.append((begin, part.start))
        begin = max(begin, part.end)
    return tuple(trimmed for one in slices if (trimmed := _trimmed(text, *one)))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | tuple[()]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    return (start, end) if start < end else ()
