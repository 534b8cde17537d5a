"""From documents to columns of sentences and their terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Block, Document, Sentences
from hyperdigest.progress import Progress, quiet
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.forms import PROSE, STUB, form_of, lacks_its_stop
from hyperdigest.split.markup import visible
from hyperdigest.split.sentences import find_sentences, words_of
from hyperdigest.split.speech import as_written
from hyperdigest.split.style import wording
from hyperdigest.split.terms import Analyzer, tokens

_SHORTEST_TURN = 8


@dataclass(frozen=True, slots=True)
class Spans:
    """All sentences of a document, in order and disjoint.

    Parameters
    ----------
    start, end : (n,) the slice of the document's text that is the sentence.
    form : (n,) index into `FORMS`.
    """

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    form: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.start)


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


def split(document: Document) -> Spans:
    """Cut a document into sentences, each with its form; byte order marks count as spaces."""
    text = document.text.replace("\ufeff", " ")
    blocks = document.blocks or find_blocks(text, document.format)
    rows = [row for block in blocks for row in _rows(text, block, block is blocks[-1])]
    table = np.array(rows, dtype=np.int32).reshape(-1, 3)
    return Spans(table[:, 0].copy(), table[:, 1].copy(), table[:, 2].astype(np.uint8))


def _rows(text: str, block: Block, last: bool) -> Iterator[tuple[int, int, int]]:
    """Start, end and form of the sentences of a block, which is the `last` of its text or not.

    A whole clause may lack its full stop where another sentence follows it, the text ends, or
    somebody speaks.
    """
    said = words_of(text, block)
    sentences = list(find_sentences(text, block))
    for start, end in sentences:
        words = text[max(start, said) : end]
        ends_here = last or end < sentences[-1][1]
        if block.kind == "turn":
            words, ends_here = as_written(words), True
        if block.kind in ("paragraph", "turn") and ends_here and lacks_its_stop(words):
            words += "."
        form = form_of(words, block.kind)
        if start < said and form == PROSE and len(words.split()) < _SHORTEST_TURN:
            form = STUB
        yield start, end, form


def split_documents(
    documents: Sequence[Document], language: str = "en", progress: Progress = quiet
) -> Split:
    """Cut documents into sentences and their sentences into terms; those without one are left out.

    Raises
    ------
    OptionError
        where no stop words are known for `language`.
    """
    vocabulary = _Vocabulary(Analyzer(language))
    parts = [{name: np.empty(0, dtype) for name, dtype in _COLUMNS.items()}]
    n_sentences = 0
    for index, document in enumerate(documents):
        part = _part(document, index, n_sentences, vocabulary)
        n_sentences += len(part["start"])
        parts.append(part)
        progress("split", index + 1, len(documents))
    columns = {name: np.concatenate([part[name] for part in parts]) for name in _COLUMNS}
    terms, sentence_of = columns.pop("terms"), columns.pop("sentence_of")
    return Split(
        Sentences(**columns), tuple(vocabulary.index), vocabulary.words(), terms, sentence_of
    )


_COLUMNS: dict[str, Any] = {
    **dict.fromkeys(("document", "start", "end", "words"), np.int32),
    "said": np.uint64,
    **dict.fromkeys(("first_person", "second_person", "linking"), np.int32),
    **dict.fromkeys(("form", "points_back"), np.uint8),
    "terms": np.int32,
    "sentence_of": np.int32,
}


class _Vocabulary(dict[str, int]):
    """Index of the term of each word, -1 for a stop word; terms are numbered as they come."""

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self.index: dict[str, int] = {}
        self.seen: Counter[str] = Counter()
        self.language = analyzer.language
        self._term = analyzer.term

    def __missing__(self, token: str) -> int:
        term = self._term(token)
        self[token] = number = self.index.setdefault(term, len(self.index)) if term else -1
        return number

    def words(self) -> tuple[str, ...]:
        """The most frequent word of each term, the earliest of several."""
        words = {self[word]: word for word, _ in reversed(self.seen.most_common())}
        return tuple(words[number] for number in range(len(self.index)))


def _part(
    document: Document,
    index: int,
    first: int,
    vocabulary: _Vocabulary,
) -> dict[str, NDArray[Any]]:
    """The columns of one document, whose first sentence is number `first` of the collection."""
    spans = split(document)
    shown = visible(document.text, document.format)
    bounds = list(zip(spans.start.tolist(), spans.end.tolist(), strict=True))
    style = wording(vocabulary.language)
    rows: list[tuple[int, ...]] = []
    said: list[int] = []
    terms: list[int] = []
    counts: list[int] = []
    for row, (start, end) in enumerate(bounds):
        words = tokens(shown[start:end])
        vocabulary.seen.update(words)
        found = [number for number in map(vocabulary.__getitem__, words) if number >= 0]
        if found:
            length = len(document.text[start:end].split())
            rows.append((row, length, *style.counts(shown[start:end], words)))
            said.append(_hash(words))
            counts.append(len(found))
            terms += found
    table = np.array(rows, dtype=np.int32).reshape(-1, 6)
    kept = table[:, 0]
    return {
        "document": np.full(len(rows), index, dtype=np.int32),
        "start": spans.start[kept],
        "end": spans.end[kept],
        "words": table[:, 1],
        "form": spans.form[kept],
        "said": np.array(said, dtype=np.uint64),
        "first_person": table[:, 2],
        "second_person": table[:, 3],
        "linking": table[:, 4],
        "points_back": table[:, 5].astype(np.uint8),
        "terms": np.array(terms, dtype=np.int32),
        "sentence_of": np.repeat(np.arange(first, first + len(rows), dtype=np.int32), counts),
    }


def _hash(words: list[str]) -> int:
    data = " ".join(words).encode(errors="surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")
