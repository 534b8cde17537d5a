"""Documents cut into sentences and these into terms: the columns of a collection.

`split_documents` cuts a collection, in portions that processes share; `split_part` cuts a portion,
with words of its own, and `whole` puts the portions together. `splitter_called` gives the splitter
of a name, which may be a plugin's.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import compress, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.parallel import chunks_by_size, jobs_for_size, parallel_map
from hyperdigest.base.plugins import Plugin, named
from hyperdigest.documents import FORMS, Document, Sentences
from hyperdigest.errors import PluginError
from hyperdigest.progress import Progress, quiet
from hyperdigest.split.forms import form_of, visible
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.scripts import UNSPACED, count_words
from hyperdigest.split.sentences import Spans, split
from hyperdigest.split.terms import tokens

_SHORT = 24
_COLUMNS: dict[str, Any] = {
    **dict.fromkeys(("document", "start", "end", "words"), np.int32),
    "form": np.uint8,
    "text_hash": np.uint64,
}
"""The type of each column of `Sentences`, in their order."""

_ROW = np.dtype([*_COLUMNS.items(), ("tokens", np.int32)])
_TOKENS = {"terms": np.int32, "sentence_of": np.int32}


@dataclass(frozen=True, slots=True)
class Split:
    """The sentences of a collection that have a term, N vertices, and their tokens.

    The V terms of the vocabulary are in order of first occurrence; `words` are those, in lower
    case, that each term most often stands for.
    """

    sentences: Sentences
    vocabulary: tuple[str, ...]
    words: tuple[str, ...]
    terms: NDArray[np.int32]  # (T,) index of the term of each token, in reading order
    sentence_of: NDArray[np.int32]  # (T,) index of the sentence of each token, in ascending order


def split_documents(
    documents: Sequence[Document],
    language: str | Sequence[str] = "en",
    progress: Progress = quiet,
    *,
    splitter: str = "",
    jobs: int | None = 1,
) -> Split:
    """Cut documents into sentences and their sentences into terms; those without one are left out.

    `language` is that of all documents, or of each. The sentences are found by the plugin of the
    name `splitter`, without one by what is built in; by so many processes, None for one a core, and
    where documents are few by this one alone. Raises an OptionError where no stop words are known
    for a language, or no plugin is called so, a PluginError where it fails, and a WorkerEndedError
    where a process was killed.
    """
    jobs = jobs_for_size(jobs, sum(len(document.text) for document in documents))
    languages = repeat(language) if isinstance(language, str) else language
    pairs = zip(documents, languages, strict=False)
    portions = list(chunks_by_size(pairs, lambda pair: len(pair[0].text)))
    jobs = jobs if len(portions) > 1 else 1
    parts = parallel_map(partial(split_part, splitter=splitter), portions, jobs)

    def measured() -> Iterator[tuple[Part, int]]:
        done = 0
        for portion, part in zip(portions, parts, strict=True):
            for _ in portion:
                done += 1
                progress("split", done, len(documents))
            yield part, len(portion)

    with closing(parts):
        return whole(measured())


def whole(parts: Iterable[tuple[Part, int]]) -> Split:
    """Parts, each with the number of its documents, put together one after the other."""
    columns = {name: [np.zeros(0, kind)] for name, kind in (_COLUMNS | _TOKENS).items()}
    words: defaultdict[tuple[str, str], int] = _numbering()
    vocabulary: defaultdict[str, int] = _numbering()
    term_of, seen = np.zeros(0, np.int32), np.zeros(0, np.int64)
    n_documents = n_sentences = 0
    for part, its_documents in parts:
        known = len(words)
        numbers = np.array([words[word, language] for word, language, _ in part.words], np.int32)
        fresh = compress(part.words, numbers >= known)
        terms = [vocabulary[term] for _, _, term in fresh]
        term_of = np.append(term_of, np.array(terms, np.int32))
        seen = np.append(seen, np.zeros(len(words) - known, np.int64))
        seen[numbers] += np.bincount(part.tokens, minlength=len(numbers))
        own = part.sentences.columns
        own["document"] = own["document"] + np.int32(n_documents)
        own["sentence_of"] = part.sentence_of + np.int32(n_sentences)
        own["terms"] = term_of[numbers][part.tokens]
        for name, column in own.items():
            columns[name].append(column)
        n_documents += its_documents
        n_sentences += len(part.sentences)
    sentences, tokens = (
        [np.concatenate(columns.pop(name)) for name in names] for names in (_COLUMNS, _TOKENS)
    )
    order = np.argsort(-seen, kind="stable")
    _, first = np.unique(term_of[order], return_index=True)
    word_of = [word for word, _ in words]
    strongest = tuple(word_of[number] for number in order[first].tolist())
    return Split(Sentences(*sentences), tuple(vocabulary), strongest, *tokens)


def _numbering() -> defaultdict[Any, int]:
    """Numbers counted from 0 as they are first asked for."""
    numbers: defaultdict[Any, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    return numbers


@dataclass(frozen=True, slots=True)
class Part:
    """The sentences of some documents, counted from 0, that have a term, and their tokens.

    `words` are the distinct words that stand for a term, in order of first occurrence, each with
    its language and its term; one that two languages have is there for each.
    """

    sentences: Sentences
    words: list[tuple[str, str, str]]
    tokens: NDArray[np.int32]  # (t,) index into `words` of each token, in reading order
    sentence_of: NDArray[np.int32]  # (t,) index of the sentence of each, from 0, ascending


def split_part(documents: Sequence[tuple[Document, str]], splitter: str = "") -> Part:
    """Cut documents, each with its language, into sentences and these into terms. Sentences without
    a term are left out. Errors are raised as by `split_documents`."""
    cut = splitter_called(splitter)
    met: list[tuple[str, str]] = []
    numbers = {language: _Numbers(language, met) for _, language in documents}
    heard = array("i")
    rows = np.fromiter(
        (
            (place, *row)
            for place, (document, language) in enumerate(documents)
            for row in _rows(document, cut(document, language), language, numbers[language], heard)
        ),
        dtype=_ROW,
    )
    spoken: NDArray[np.int32] = np.frombuffer(heard, np.int32)
    words = [(word, language, analyzer_of(language).term(word)) for word, language in met]
    sentence_of = np.repeat(np.arange(len(rows), dtype=np.int32), rows["tokens"])
    topical = np.array([term != "" for _, _, term in words], bool)
    counted = topical[spoken]
    kept = np.bincount(sentence_of[counted], minlength=len(rows)) > 0
    return Part(
        Sentences(*(rows[name][kept] for name in _COLUMNS)),
        [each for each in words if each[2]],
        _renumbered(spoken[counted], topical),
        _renumbered(sentence_of[counted], kept),
    )


def _rows(
    document: Document, spans: Spans, language: str, numbers: _Numbers, heard: array[int]
) -> Iterator[tuple[int, ...]]:
    """The row of each sentence, less its document; the numbers of its words go to `heard`."""
    shown = visible(document.text, document.format)
    for start, end, form in zip(spans.start.data, spans.end.data, spans.form.data, strict=True):
        sentence, visible_part = document.text[start:end], shown[start:end]
        count = _known_counts if len(sentence) <= _SHORT else _counts
        length, words, text_hash = count(sentence, visible_part, language)
        heard.extend(map(numbers.__getitem__, words))
        yield start, end, length, form, text_hash, len(words)


def _counts(sentence: str, shown: str, language: str) -> tuple[int, list[str], int]:
    """The length of a sentence in words, the words of what is `shown` of it, and their hash."""
    words = tokens(shown)
    unspaced = language in UNSPACED
    length = count_words(sentence, language) if unspaced else len(sentence.split())
    text_hash = blake2b(" ".join(words).encode(errors="surrogatepass"), digest_size=8).digest()
    return length, words, int.from_bytes(text_hash, "little")


_known_counts = lru_cache(2048)(_counts)
"""The same for short sentences, of which a text may have the same again and again."""


def _renumbered(numbers: NDArray[np.int32], kept: NDArray[np.bool_]) -> NDArray[np.int32]:
    """`numbers` of things of which all that are not `kept` were dropped."""
    left: NDArray[np.int32] = np.cumsum(kept, dtype=np.int32)[numbers] - np.int32(1)
    return left


class _Numbers(dict[str, int]):
    """The numbers of the words of a language; a new word gets one when it is asked for. `met` holds
    the words of all languages, each with its language, in the order of their numbers."""

    def __init__(self, language: str, met: list[tuple[str, str]]) -> None:
        self._language, self._met = language, met

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self._met)
        self._met.append((word, self._language))
        return number


def splitter_called(name: str) -> Callable[[Document, str], Spans]:
    """A function that cuts a document of a language into sentences: `split`, or the plugin's.

    Raises an OptionError where no plugin is called so, and a PluginError where it cannot be loaded;
    the function raises it where the plugin fails, or gives what are no sentences of a document.
    """
    if not name:
        return split
    plugin = named("splitters", name, "option splitter")
    plugin.load()
    return partial(_cut, plugin)


def _cut(plugin: Plugin, document: Document, language: str = "") -> Spans:
    rows: list[tuple[int, int, int]] = []
    try:
        for span in plugin(document):
            rows.append(_row(document.text, rows[-1][1] if rows else 0, *span))
    except PluginError as error:
        raise PluginError(f"{document.name!r} cannot be split: {error}") from error
    except (Exception, SystemExit) as error:
        raise plugin.gave(
            f"what are no sentences of {document.name!r} ({type(error).__name__}: {error})"
        ) from error
    return Spans.of(rows)


def _row(text: str, before: int, start: Any, end: Any, form: str = "") -> tuple[int, int, int]:
    """Start, end and form of a sentence that begins at `before` or later."""
    start, end = int(start), int(end)
    if not before <= start < end <= len(text):
        raise ValueError(
            f"{start} to {end} is not within {before} to {len(text)}, or is empty or out of order"
        )
    sentence = text[start:end]
    if not sentence.strip():
        raise ValueError(f"{start} to {end} is blank")
    if form and form not in FORMS:
        raise ValueError(f"form {form!r} is none of {', '.join(FORMS)}")
    return start, end, FORMS.index(form) if form else form_of(sentence, "paragraph")
