"""From documents to columns of sentences and their terms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from functools import partial
from itertools import compress, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Document, Sentences
from hyperdigest.progress import Progress, quiet
from hyperdigest.split.parts import Part, split_part
from hyperdigest.system.processes import portioned, shared_out, worth_it

_COLUMNS: dict[str, NDArray[Any]] = {
    **dict.fromkeys(("document", "start", "end", "words"), np.zeros(0, np.int32)),
    "form": np.zeros(0, np.uint8),
    "said": np.zeros(0, np.uint64),
    **dict.fromkeys(("terms", "sentence_of"), np.zeros(0, np.int32)),
}
"""No sentence and no token."""


@dataclass(frozen=True, slots=True)
class Split:
    """The sentences of a collection that have a term, and their tokens.

    Parameters
    ----------
    sentences : the N vertices.
    vocabulary : the V terms, in order of first occurrence.
    words : the word, in lower case, that each term most often stands for.
    terms : (T,) index of the term of each token, in reading order.
    sentence_of : (T,) index of the sentence of each token, in ascending order.
    """

    sentences: Sentences
    vocabulary: tuple[str, ...]
    words: tuple[str, ...]
    terms: NDArray[np.int32]
    sentence_of: NDArray[np.int32]


def split_documents(
    documents: Sequence[Document],
    language: str | Sequence[str] = "en",
    progress: Progress = quiet,
    *,
    splitter: str = "",
    jobs: int | None = 1,
) -> Split:
    """Cut documents into sentences and their sentences into terms; those without one are left out.

    Parameters
    ----------
    language : of all documents, or of each.
    splitter : the name of the plugin that finds the sentences; without one what is built in does.
    jobs : processes at work, None for one a core; few documents are split by this one alone.

    Raises
    ------
    OptionError
        where no stop words are known for a language, or no plugin is called so.
    PluginError
        where the plugin fails.
    WorkerEndedError
        where a process was killed.
    """
    jobs = worth_it(jobs, sum(map(_size, documents)))
    languages = repeat(language) if isinstance(language, str) else language
    portions = list(portioned(zip(documents, languages, strict=False), lambda of: _size(of[0])))
    whole = _Whole()
    parts = shared_out(partial(split_part, splitter=splitter), portions, jobs)
    with closing(parts):
        for portion, part in zip(portions, parts, strict=True):
            for done in range(whole.n_documents, whole.n_documents + len(portion)):
                progress("split", done + 1, len(documents))
            whole.add(part, len(portion))
    return whole.split()


def _size(document: Document) -> int:
    return len(document.text)


def _numbering() -> defaultdict[Any, int]:
    """Numbers counted from 0 as they are first asked for."""
    numbers: defaultdict[Any, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    return numbers


class _Whole:
    """Parts put together, one after the other."""

    def __init__(self) -> None:
        self.n_documents = self._n_sentences = 0
        self._columns: dict[str, list[NDArray[Any]]] = {name: [] for name in _COLUMNS}
        self._words: defaultdict[tuple[str, str], int] = _numbering()
        self._terms: defaultdict[str, int] = _numbering()
        self._term_of = np.zeros(0, np.int32)
        self._seen = np.zeros(0, np.int64)

    def add(self, part: Part, n_documents: int) -> None:
        """Put a part, which is `n_documents` long, behind the others."""
        columns = {field.name: getattr(part.sentences, field.name) for field in fields(Sentences)}
        columns["document"] = columns["document"] + np.int32(self.n_documents)
        columns["sentence_of"] = part.sentence_of + np.int32(self._n_sentences)
        columns["terms"] = self._numbered(part)[part.tokens]
        for name, column in columns.items():
            self._columns[name].append(column)
        self.n_documents += n_documents
        self._n_sentences += len(part.sentences)

    def _numbered(self, part: Part) -> NDArray[np.int32]:
        """The number of the term of each word of the part; new ones are taken in, all counted."""
        known = len(self._words)
        pairs = zip(part.words, part.languages, strict=True)
        numbers = np.array([self._words[pair] for pair in pairs], np.int32)
        terms = [self._terms[term] for term in compress(part.terms, numbers >= known)]
        self._term_of = np.append(self._term_of, np.array(terms, np.int32))
        self._seen = np.append(self._seen, np.zeros(len(self._words) - known, np.int64))
        self._seen[numbers] += np.bincount(part.tokens, minlength=len(numbers))
        return self._term_of[numbers]

    def split(self) -> Split:
        """All parts as one."""
        taken = {
            name: np.concatenate([_COLUMNS[name], *self._columns.pop(name)]) for name in _COLUMNS
        }
        terms, sentence_of = taken.pop("terms"), taken.pop("sentence_of")
        words = self._strongest_words()
        return Split(Sentences(**taken), tuple(self._terms), words, terms, sentence_of)

    def _strongest_words(self) -> tuple[str, ...]:
        """The most frequent word of each term, the earliest of several."""
        order = np.argsort(-self._seen, kind="stable")
        _, first = np.unique(self._term_of[order], return_index=True)
        words = tuple(word for word, _ in self._words)
        return tuple(words[number] for number in order[first].tolist())
