"""Find which documents a draft names as the source of a quotation."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from hyperdigest.base.names import family_and_given
from hyperdigest.documents import Document

_WORD = re.compile(r"[^\W_]+(?:[-'’_.][^\W_]+)*")
_WORD_OR_NUMBER = re.compile(r"(?:\bn[or]\W+(?=\d))?([^\W\d_]+(?=\d+(?![^\W_]))|[^\W_]+)")
_SENTENCE_END = re.compile(r"[.!?…]['\"”’»)]*\s+(?=[\"“‘«(]?[A-ZÀ-Þ])")
_BRACKET = re.compile(
    r"['\"”’»]*[\s,.;:]*([(\[（［][^()\[\]]{1,300}[)\]）］](?:\([^()\s]{1,300}\))?)"
)
_TITLE_LINE = re.compile(r"\s*+([^\n]{1,120}[^\W_][)\"”’»]?)[ \t\r]*\n[ \t\r]*\n")
"""The first line of a text that does not say its title: it stands alone, and ends as a title."""
_AROUND_NAMES = "()[]<>{}\"'“”‘’«»„,.;:!?*_`"
_SHORTEST_TITLE = 10
"""In characters; a title of one word is no name."""

_FEWEST_LETTERS = 3

LONGEST = 2_000
"""In characters: no name is farther from a quotation."""


class Naming:
    """The names, titles and authors of documents, to be found in the words around a quotation."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._files: dict[str, set[int]] = defaultdict(set)
        self._phrases: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self._lengths: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self._families: dict[str, set[int]] = defaultdict(set)
        self._names: dict[str, set[int]] = defaultdict(set)
        self._words: set[str] = set()
        files = Counter(_file_of(document.path) for document in documents)
        for number, document in enumerate(documents):
            file = _file_of(document.path)
            self._add(number, document, {document.name, _file_of(document.name)}, "")
            if files[file] == 1:
                self._add(number, document, {file}, document.path)

    def _add(self, number: int, document: Document, names: set[str], path: str) -> None:
        for name in filter(None, names):
            self._names[name.casefold()].add(number)
            stem, dot, _ = name.rpartition(".")
            if dot:
                self._files[name.casefold()].add(number)
            words = _words(stem or name)
            if len(words) > 1 or any(map(str.isdigit, name)):
                self._files[(stem or name).casefold()].add(number)
                self._phrase(words, number)
            else:
                self._words.update(words)
        self._names[path.casefold()].add(number)
        title = document.title
        if not title and (line := _TITLE_LINE.match(document.text)):
            title = line[1]
        if title:
            self._names[" ".join(title.split()).casefold()].add(number)
            words = _words(title)
            if len(words) > 1 and len(title) >= _SHORTEST_TITLE:
                self._phrase(words, number)
        for author in document.authors:
            family = (family_and_given(author) or ("", ""))[0]
            if len(family) >= _FEWEST_LETTERS:
                self._families[family].add(number)
            self._phrase(_words(author), number)

    def _phrase(self, words: Sequence[str], number: int) -> None:
        if len(words) > 1:
            self._phrases[tuple(words)].add(number)
            self._lengths[tuple(words[:2])].add(len(words))

    def called(self, names: Iterable[str]) -> frozenset[int]:
        """The documents of any of these names, titles or paths."""
        return frozenset(
            number
            for name in names
            for key in (name.casefold(), _file_of(name).casefold())
            for number in self._names.get(key, ())
        )

    def named(self, text: str, slices: Sequence[tuple[int, int]]) -> frozenset[int]:
        """The documents that the words around a quotation name.

        The first slice is what follows the quotation, and its bracket there counts first; then the
        same sentence counts, then the rest of the slices, where only names and titles do. A word
        that is all of the name of a file does not name it, but may: "the lease" and lease.txt. What
        is farther than it does not count then.
        """
        if not slices:
            return frozenset()
        parts = [text[start : min(end, start + LONGEST)] for start, end in slices[:1]]
        parts += [text[max(start, end - LONGEST) : end] for start, end in slices[1:]]
        bracket = _BRACKET.match(parts[0])
        near = [parts[0][: _first_end(parts[0])]]
        if len(parts) > 1:
            near.append(parts[1][_last_end(parts[1]) :])
        for where, with_authors in (
            ([bracket[1]] if bracket else [], True),
            (near, True),
            (parts, False),
        ):
            found = frozenset().union(*(self._in(part, with_authors) for part in where))
            if found or (where is near and not self._words.isdisjoint(_words(" ".join(near)))):
                return found
        return frozenset()

    def _in(self, text: str, with_authors: bool) -> frozenset[int]:
        """The documents that are named in a text; the longest names count."""
        found: set[int] = set()
        tokens = [token.strip(_AROUND_NAMES) for token in text.split()]
        words = _WORD.findall(text)
        for word in {each.casefold() for each in (*tokens, *words)} & self._files.keys():
            found |= self._files[word]
        families: set[int] = set()
        if with_authors:
            for name in self._families.keys() & words:
                families |= self._families[name]
        plain = _words(text)
        for at, pair in enumerate(pairwise(plain)):
            for length in sorted(self._lengths.get(pair, ()), reverse=True):
                if (phrase := tuple(plain[at : at + length])) in self._phrases:
                    found |= self._phrases[phrase]
                    break
        return frozenset(found or families)


def _words(text: str) -> list[str]:
    """The words of a text; the number at the end of one is another one, and may have a "No.".

    The words of "Amendment2" and of "Amendment No. 2" are the same.
    """
    return _WORD_OR_NUMBER.findall(text.casefold())


def _first_end(text: str) -> int:
    """Where the first sentence ends."""
    found = _SENTENCE_END.search(text)
    return found.start() + 1 if found else len(text)


def _last_end(text: str) -> int:
    """Where the last sentence begins."""
    start = 0
    for found in _SENTENCE_END.finditer(text):
        start = found.end()
    return start


def _file_of(path: str) -> str:
    """The name of the file at the end of a path."""
    return path.rstrip("/\\").replace("\\", "/").rpartition("/")[2]
