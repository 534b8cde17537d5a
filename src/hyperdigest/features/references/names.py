"""The names by which documents are referred to: titles, file names, and defined abbreviations.

A name belongs to a document only if it fits no other one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, zip_longest
from pathlib import PurePosixPath
from typing import NamedTuple

from hyperdigest.documents import Document

LONGEST_NAME = 12
"""In words and numbers."""

HEAD = 4000
"""A document defines its own name among so many of its first characters."""

_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_NUMBER_SIGNS = frozenset(("no", "nr", "num", "number", "nummer", "n", "núm", "numéro", "número"))
_END_OF_TITLE = re.compile(
    r"\s*[:(\u2013\u2014|,]|\s-\s"
    r"|\s(?:between|dated|to the|zwischen|vom|zum|zur|entre|au|à la|al|a la)\s",
    re.IGNORECASE,
)
_AMENDS = re.compile(r"\s(?:to the|zum|zur|à la|au|al|a la)\s", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(([A-Z][A-Za-z]{1,9})\)")
_STATED_RFC = re.compile(r"^Request for Comments: {0,9}(\d{1,5})\b", re.MULTILINE)
_KEY = re.compile(r"[\[(]?([A-Z][A-Z0-9]{1,9}-\d{1,7})(?!\w|[.-]\d)")
_RFC_NAME = re.compile(r"(?i:rfc)[ _-]?(\d{1,5})(?!\d)")
_DEFINITION = re.compile(
    r"\((?P<before>[^()\"\u201c\u201d\u201e\u00ab\u00bb\n]{0,40})"
    r"(?:[\"\u201c\u201d\u201e\u00ab]\s?(?P<quoted>[^()\"\u201c\u201d\u201e\u00ab\u00bb\n]{2,50}?)\s?[\"\u201c\u201d\u00bb]"
    r"[^()\n]{0,60}|(?P<plain>(?<=\()[A-Z]{2,10}))\)"
)
_THIS = re.compile(
    r"\b(?:this|diese[rsmn]?|(?:le|la) présente?|(?:el|la) presente|este|esta|questo|questa)\s",
    re.IGNORECASE,
)
_PHRASE = 250
"""So many characters before a definition may name what is defined."""


class Token(NamedTuple):
    """A word or number of a text in lower case, and where it is."""

    word: str
    start: int
    end: int


class Definition(NamedTuple):
    """An abbreviation that a text defines: ``the Master Services Agreement (the "MSA")``.

    Parameters
    ----------
    phrase : the text before the brackets.
    inside : what stands before the abbreviation in the brackets.
    """

    alias: str
    phrase: str
    inside: str

    @property
    def is_own(self) -> bool:
        """Whether it means the document itself: "this Agreement" is said, and its words agree."""
        if _THIS.search(f"{self.inside} "):
            return True
        found = list(_THIS.finditer(self.phrase))
        if not found:
            return False
        own = [token.word for token in tokens_of(self.phrase, found[-1].end())][:LONGEST_NAME]
        return _agrees(self.alias, own)


def tokens_of(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The words and numbers of a slice of a text, without words such as "No." before a number."""
    stop = len(text) if end is None else end
    found = [Token(m[0].casefold(), *m.span()) for m in _TOKEN.finditer(text, start, stop)]
    return [
        token
        for token, after in zip_longest(found, found[1:])
        if not (after and token.word in _NUMBER_SIGNS and after.word.isdigit())
    ]


def key_of(name: str) -> str:
    """A name without case, signs and words such as "No."."""
    return " ".join(token.word for token in islice(tokens_of(name), LONGEST_NAME + 1))


class Names:
    """The names of the documents of a collection.

    Parameters
    ----------
    headings : for each document the text of its first sentence, if that is a heading.
    """

    def __init__(self, documents: Sequence[Document], headings: Sequence[str]) -> None:
        self._documents, self._headings = documents, headings
        self._definitions: dict[int, dict[str, list[Definition]]] = {}

    @cached_property
    def keys(self) -> dict[str, int]:
        """The documents by the key of the ticket, or the number of the RFC, that they are."""
        found: dict[str, set[int]] = {}
        for number, document in enumerate(self._documents):
            for key in _keys(document, self._headings[number]):
                found.setdefault(key_of(key), set()).add(number)
        return {key: min(numbers) for key, numbers in found.items() if len(numbers) == 1}

    @cached_property
    def _global(self) -> dict[str, int]:
        found: dict[str, set[int]] = {}
        for number, document in enumerate(self._documents):
            for name in self._own(number, document):
                found.setdefault(key_of(name), set()).add(number)
        return {
            key: min(numbers)
            for key, numbers in found.items()
            if len(numbers) == 1 and any(map(str.isalpha, key)) and len(key) > 1
        } | self.keys

    def amended(self, document: int) -> int | None:
        """The other document that the title of a document says it belongs to: "Amendment to the
        Lease". None if it says none, or that is not certain."""
        found = set[int]()
        for title in (self._documents[document].title, self._headings[document]):
            for link in _AMENDS.finditer(title):
                rest = title[link.end() :]
                end = _END_OF_TITLE.search(rest)
                for name in (rest, rest[: end.start()] if end else rest):
                    if (named := self._global.get(key_of(name))) is not None:
                        found.add(named)
        return min(found) if len(found) == 1 and document not in found else None

    def _own(self, number: int, document: Document) -> Iterator[str]:
        titles = dict.fromkeys((document.title, self._headings[number]))
        for title in filter(None, titles):
            yield title
            if end := _END_OF_TITLE.search(title):
                yield title[: end.start()]
            yield from _IN_BRACKETS.findall(title)
        yield _stem(document)
        head = document.text[:HEAD]
        yield from (each.alias for each in definitions(head) if each.is_own)

    def find(self, words: Sequence[str], document: int, *, genitive: bool = False) -> int | None:
        """The document that the words of a name mean in a document; None if that is not certain.

        In a language with a `genitive`, the name may have its ending: "des Vertrags".
        """
        key = " ".join(words)
        found = self._find(key, document)
        for ending in ("s", "es") if genitive and found is None else ():
            if found is None and key.endswith(ending):
                found = self._find(key.removesuffix(ending), document)
        return found

    def _find(self, key: str, document: int) -> int | None:
        if document not in self._definitions:
            found: dict[str, list[Definition]] = {}
            for each in definitions(self._documents[document].text):
                found.setdefault(key_of(each.alias), []).append(each)
            self._definitions[document] = found
        if key not in self._definitions[document]:
            return self._global.get(key)
        meant = {self._meant(each, document) for each in self._definitions[document][key]}
        return meant.pop() if len(meant) == 1 else None

    def _meant(self, definition: Definition, document: int) -> int | None:
        """The document that an abbreviation means which a document defines."""
        if definition.is_own:
            return document
        named = self._last_named(definition.phrase)
        if named and _agrees(definition.alias, named[0].split()):
            return named[1]
        return self._global.get(key_of(definition.alias))

    def _last_named(self, phrase: str) -> tuple[str, int] | None:
        """The last name of a document in a phrase, and the document."""
        words = [token.word for token in tokens_of(phrase)]
        for end in range(len(words), 0, -1):
            for start in range(max(0, end - LONGEST_NAME), end):
                key = " ".join(words[start:end])
                if key in self._global:
                    return key, self._global[key]
        return None


def definitions(text: str) -> Iterator[Definition]:
    """The abbreviations that a text defines, in order."""
    before = 0
    for found in _DEFINITION.finditer(text):
        phrase = text[max(before, found.start() - _PHRASE) : found.start()]
        phrase = phrase[max(phrase.rfind("\n\n"), phrase.rfind("; "), 0) :]
        yield Definition(found["quoted"] or found["plain"], phrase, found["before"])
        before = found.end()


def _agrees(alias: str, name: Sequence[str]) -> bool:
    """Whether an abbreviation is made of a name: its last word is one of its words, or the end of
    one as in "Mietvertrag", or its letters begin the words of the name."""
    words = key_of(alias).split()
    if not words:
        return False
    last = words[-1]
    if any(word == last or (len(last) > 4 and word.endswith(last)) for word in name):
        return True
    letters = "".join(word[0] for word in name if word.isalpha())
    remaining = iter(letters)
    is_short = len(words) == 1 and words[0][0] == letters[:1]
    return is_short and all(letter in remaining for letter in words[0])


def _stem(document: Document) -> str:
    return PurePosixPath(document.name.replace("\\", "/")).stem


def _keys(document: Document, heading: str) -> Iterator[str]:
    """The ticket keys and RFC numbers with which the title or the file name begins."""
    for name in (document.title, heading, _stem(document)):
        if key := _KEY.match(name.strip()):
            yield key[1]
        if rfc := _RFC_NAME.match(name.strip()):
            yield f"RFC {int(rfc[1])}"
    if stated := _STATED_RFC.search(document.text[:HEAD]):
        yield f"RFC {int(stated[1])}"
