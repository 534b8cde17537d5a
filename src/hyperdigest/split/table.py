"""Split a collection into sentences and these into terms, as columns.

`split_documents` splits a collection in portions, which processes share. `split_part` splits a
portion with its own numbering of words, and `merge_parts` merges the portions.
"""

from __future__ import annotations

import re
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
from hyperdigest.documents.chains import MOST_CONTEXTS
from hyperdigest.errors import PluginError
from hyperdigest.progress import Progress, quiet
from hyperdigest.split.contexts import SentenceRow
from hyperdigest.split.counted import Split
from hyperdigest.split.forms import form_of
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.markup import visible
from hyperdigest.split.scripts import count_words
from hyperdigest.split.sentences import Spans, split
from hyperdigest.split.terms import tokens

_SHORT_SENTENCE = 24
_COLUMNS: dict[str, Any] = {
    **dict.fromkeys(("document", "start", "end", "words"), np.int32),
    "form": np.uint8,
    "text_hash": np.uint64,
    "kind": np.uint8,
    "context": np.int32,
    "list_number": np.int32,
    "ordinal": np.int32,
    "of": np.int32,
}
"""The type of each column of `Sentences`, in their order."""

_SIGN = "-−+±<>≤≥≈~"
_SIGNS_AND_UNITS = re.compile(
    rf"[{_SIGN}⁻⁺$€£¥%‰°\d](?:(?<=[⁻⁺$€£¥%‰°])|(?<=\d)(\s?[^\W\d_]{{1,3}}\b)"
    rf"|(?<=[{_SIGN}])(?<!\w.)[{_SIGN}]{{0,3}}(?=\s?\.?\d))"
)
"""What tells apart numbers of the same digits: -5 and +5, 10⁻³ and 10³, 5 mW and 5 MW.

A unit is the group after its digit. Each match begins with one of few characters: this is fast.
"""
_ASCII_WITHOUT_NUMBERS = bytes(set(range(128)) - set(b"0123456789$%"))
"""A text of nothing else has no match."""

MOST_REPETITIONS = 1000
"""Times that a word counts in one sentence: each takes time in all sweeps over the topics."""

_CHUNKS_ALONE = 8
"""How many chunks of text a single process takes at a time, since each time it numbers all words
anew."""

_NEEDED = frozenset(map(FORMS.index, ("term", "header", "answer")))
"""Forms of sentences that count even if they have only stop words, as parts of lists do and what
introduces such: the option ``-a``, "No."."""

_NEEDED_ABOVE = [FORMS.index(form) for form in ("heading", "question")]
"""Forms of sentences that count so if they are the context of another one: "What is it?"."""

_AS_WRITTEN = "\0"
"""Begins a word, of a sentence with only stop words or signs, that is its own term."""

_ROW = np.dtype([*_COLUMNS.items(), ("tokens", np.int32)])
_TOKENS = {"terms": np.int32, "sentence_of": np.int32}


def split_documents(
    documents: Sequence[Document],
    language: str | Sequence[str] = "en",
    progress: Progress = quiet,
    *,
    splitter: str = "",
    jobs: int | None = 1,
) -> Split:
    """Split documents into sentences and these into terms; sentences without a term are left out.

    Raises OptionError if a language or the plugin is unknown, PluginError if the plugin fails, and
    WorkerEndedError if a process was killed.

    Parameters
    ----------
    language : of all documents, or of each.
    splitter : the name of the plugin that finds sentences; empty for `split`.
    jobs : number of processes; None for one per core. With few documents this process is used.
    """
    jobs = jobs_for_size(jobs, sum(len(document.text) for document in documents))
    languages = repeat(language) if isinstance(language, str) else language
    pairs = zip(documents, languages, strict=False)
    at_once = _CHUNKS_ALONE if jobs == 1 else 1
    portions = list(chunks_by_size(pairs, lambda pair: len(pair[0].text), at_once))
    jobs = jobs if len(portions) > 1 else 1
    parts = parallel_map(partial(split_part, splitter=splitter), portions, jobs)

    def sized_parts() -> Iterator[tuple[SplitPart, int]]:
        done = 0
        for portion, part in zip(portions, parts, strict=True):
            for _ in portion:
                done += 1
                progress("split", done, len(documents))
            yield part, len(portion)

    with closing(parts):
        return merge_parts(sized_parts())


def merge_parts(parts: Iterable[tuple[SplitPart, int]]) -> Split:
    """The parts, each given with the number of its documents, merged in order."""
    columns = {name: [np.zeros(0, kind)] for name, kind in (_COLUMNS | _TOKENS).items()}
    words: defaultdict[tuple[str, str], int] = _numbering()
    vocabulary: defaultdict[str, int] = _numbering()
    term_of, seen = np.zeros(0, np.int32), np.zeros(0, np.int64)
    n_documents = n_sentences = 0
    for part, its_documents in parts:
        known = len(words)
        numbers = np.array(list(map(words.__getitem__, part.words)), np.int32)
        fresh = compress(part.terms, numbers >= known)
        terms = list(map(vocabulary.__getitem__, fresh))
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
    strongest = tuple(word_of[number].removeprefix(_AS_WRITTEN) for number in order[first].tolist())
    return Split(Sentences(*sentences), tuple(vocabulary), strongest, *tokens)


def _numbering() -> defaultdict[Any, int]:
    """A dictionary that numbers its keys from 0 in the order in which they are first read."""
    numbers: defaultdict[Any, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    return numbers


@dataclass(frozen=True, slots=True)
class SplitPart:
    """The sentences of some documents that have a term, and their tokens, numbered from 0.

    Parameters
    ----------
    words : the distinct words that have a term, each with its language, in order of first
        occurrence; a word of two languages occurs twice.
    terms : the term of each word.
    tokens : (t,) index into `words` of each token, in reading order.
    sentence_of : (t,) index of the sentence of each token, ascending.
    """

    sentences: Sentences
    words: list[tuple[str, str]]
    terms: list[str]
    tokens: NDArray[np.int32]
    sentence_of: NDArray[np.int32]


def split_part(documents: Sequence[tuple[Document, str]], splitter: str = "") -> SplitPart:
    """Split documents, each given with its language, into sentences and these into terms.

    Sentences without a term are left out. Raises as `split_documents`.
    """
    cut = get_splitter(splitter)
    words: list[tuple[str, str]] = []
    terms: list[str] = []
    numbers = {language: _WordNumbers(language, words, terms) for _, language in documents}
    word_numbers = array("i")
    rows = np.fromiter(
        (
            (place, *row)
            for place, (document, language) in enumerate(documents)
            for row in _rows(
                document, cut(document, language), language, numbers[language], word_numbers
            )
        ),
        dtype=_ROW,
    )
    tokens: NDArray[np.int32] = np.frombuffer(word_numbers, np.int32)
    sentence_of = np.repeat(np.arange(len(rows), dtype=np.int32), rows["tokens"])
    has_term = np.array(list(map(bool, terms)), bool)
    is_counted = has_term[tokens] & ~_repeated(tokens, rows["tokens"])
    kept = np.bincount(sentence_of[is_counted], minlength=len(rows)) > 0
    rows["context"] = contexts_among(rows["context"], kept)
    return SplitPart(
        Sentences(*(rows[name][kept] for name in _COLUMNS)),
        list(compress(words, terms)),
        list(filter(None, terms)),
        _renumbered(tokens[is_counted], has_term),
        _renumbered(sentence_of[is_counted], kept),
    )


def _rows(
    document: Document, spans: Spans, language: str, numbers: _WordNumbers, word_numbers: array[int]
) -> Iterator[tuple[int, ...]]:
    """The row of each sentence without its document; appends its words to `word_numbers`."""
    shown = visible(document.text, document.format)
    places = spans.start.data, spans.end.data, spans.form.data
    structure = (
        *(spans.kind.data, spans.context.data),
        *(spans.list_number.data, spans.ordinal.data, spans.of.data),
    )
    needing = np.flatnonzero(spans.context)
    before = needing - spans.context[needing]
    introduces = np.zeros(len(spans), bool)
    counts = (spans.kind[needing] > 0) | np.isin(spans.form[before], _NEEDED_ABOVE)
    introduces[before[counts]] = True
    columns = (*places, introduces.data, *structure)
    for start, end, form, is_lead_in, *row in zip(*columns, strict=True):
        sentence, visible_part = document.text[start:end], shown[start:end]
        count = _counts_cached if len(sentence) <= _SHORT_SENTENCE else _counts
        length, words, text_hash = count(sentence, visible_part, language)
        is_needed = form in _NEEDED or row[2] > 0 or (is_lead_in and words)
        if is_needed and not any(map(numbers.has_term, words)):
            written = visible_part if visible_part.strip() else sentence  # a term such as "<q>"
            words = [f"{_AS_WRITTEN}{word}" for word in words or written.lower().split()]
        word_numbers.extend(map(numbers.__getitem__, words))
        yield start, end, length, form, text_hash, *row, len(words)


def _counts(sentence: str, shown: str, language: str) -> tuple[int, list[str], int]:
    """The length of a sentence in words, at least 1, the words of its visible part `shown`, and the
    hash of these with the signs and units of its numbers."""
    words = tokens(shown)
    length = max(1, count_words(sentence, language))
    may_have = not shown.isascii() or shown.encode().translate(None, _ASCII_WITHOUT_NUMBERS)
    found = _SIGNS_AND_UNITS.finditer(shown) if may_have else ()
    hashed = " ".join((*words, *(each[1] or each[0] for each in found)))
    text_hash = blake2b(hashed.encode(errors="surrogatepass"), digest_size=8).digest()
    return length, words, int.from_bytes(text_hash, "little")


_counts_cached = lru_cache(2048)(_counts)
"""The same for short sentences, many of which recur in a text."""


def _repeated(tokens: NDArray[np.int32], lengths: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which tokens are a word that is there `MOST_REPETITIONS` times before them in the sentence.

    Parameters
    ----------
    lengths : (n,) number of tokens of each sentence.
    """
    repeated = np.zeros(len(tokens), bool)
    ends = np.cumsum(lengths, dtype=np.int64)
    for number in np.flatnonzero(lengths > MOST_REPETITIONS):
        start = ends[number] - lengths[number]
        order = start + np.argsort(tokens[start : ends[number]], kind="stable")
        word = tokens[order]
        is_same = word[MOST_REPETITIONS:] == word[:-MOST_REPETITIONS]
        repeated[order[MOST_REPETITIONS:]] = is_same
    return repeated


def contexts_among(context: NDArray[np.int32], kept: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The column `context` of the sentences as it is among those that are kept.

    The context of a context that is not kept takes its place.
    """
    number = np.arange(len(context))
    for _ in range(MOST_CONTEXTS):
        lost = ~kept[number - context]
        context = np.where(lost, context + context[number - context], context)
    needed = np.where(kept[number - context], number - context, number)
    place = np.cumsum(kept)
    return (place - place[needed]).astype(np.int32)


def _renumbered(numbers: NDArray[np.int32], kept: NDArray[np.bool_]) -> NDArray[np.int32]:
    """`numbers` of kept items, counted without the items that are not `kept`."""
    result: NDArray[np.int32] = np.cumsum(kept, dtype=np.int32)[numbers] - np.int32(1)
    return result


class _WordNumbers(dict[str, int]):
    """Numbers the words of a language when they are first read.

    In order of the numbers, `words` gets the words of all languages, each with its language, and
    `terms` the term of each: empty for a stop word, unless it is counted as written.
    """

    def __init__(self, language: str, words: list[tuple[str, str]], terms: list[str]) -> None:
        self._language, self._words, self._terms = language, words, terms
        self._term = analyzer_of(language).term

    def has_term(self, word: str) -> bool:
        """Whether a word is no stop word."""
        number = self.get(word)
        return (self._term(word) if number is None else self._terms[number]) != ""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self._words)
        self._words.append((word, self._language))
        as_written = word.startswith(_AS_WRITTEN)
        self._terms.append(word.removeprefix(_AS_WRITTEN) if as_written else self._term(word))
        return number


def get_splitter(name: str) -> Callable[[Document, str], Spans]:
    """The function that splits a document in a language into sentences: `split`, or a plugin's.

    Raises OptionError if there is no plugin of that name, and PluginError if it cannot be loaded.
    The function raises PluginError if the plugin fails, or returns invalid sentences.
    """
    if not name:
        return split
    plugin = named("splitters", name, "option splitter")
    plugin.load()
    return partial(_cut_by_plugin, plugin)


def _cut_by_plugin(plugin: Plugin, document: Document, language: str = "") -> Spans:
    rows: list[SentenceRow] = []
    try:
        for span in plugin(document):
            rows.append(_checked_row(document.text, rows[-1].end if rows else 0, *span))
    except PluginError as error:
        raise PluginError(f"{document.name!r} cannot be split: {error}") from error
    except (Exception, SystemExit) as error:
        raise plugin.invalid_result(
            f"invalid sentences of {document.name!r} ({type(error).__name__}: {error})"
        ) from error
    return Spans.from_rows(rows)


def _checked_row(text: str, before: int, start: Any, end: Any, form: str = "") -> SentenceRow:
    """The row of a sentence of a plugin. Raises ValueError if its slice or form is invalid."""
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
    return SentenceRow(start, end, FORMS.index(form) if form else form_of(sentence, "paragraph"))
