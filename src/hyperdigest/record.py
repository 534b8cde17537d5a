"""The records that all stages take: documents split into terms, and the topics found in them.

Functions that make a new collection or model return one of the class that they were given.
`hyperdigest.model` has the classes that a user sees, which add a method for each stage. What is
computed once for a record, such as its indexes, is made by the stage that needs it and cached here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Ints, in_order_of_occurrence, runs
from hyperdigest.base.cache import BoundedCache, locked_cached_property
from hyperdigest.base.parallel import end_processes
from hyperdigest.base.text import counted
from hyperdigest.constraints import Place, documents_named
from hyperdigest.documents import LEFT_OUT, Document, Sentences, corpus_hash
from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.options import AUTO, Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.question import Question
from hyperdigest.topics.data import TopicSample

if TYPE_CHECKING:
    from hyperdigest.split import Split
    from hyperdigest.topics import TopicFit

Numbers = Sequence[int] | NDArray[np.integer[Any]]
Value = TypeVar("Value")


RESULTS = 16
"""How many results, each of another function, a record caches."""


class _Cached:
    """A record with a cache of what is computed from it once."""

    def cached(self, make: Callable[[Self], Value]) -> Value:
        """The result of `make` for this record, computed at the first call, by one thread."""
        value: Value = self._cache.get(make, lambda: make(self))
        return value

    @locked_cached_property
    def _cache(self) -> BoundedCache[Any, Any]:
        return BoundedCache(RESULTS)


@dataclass(frozen=True)
class CollectionRecord(_Cached):
    """Documents, split into sentences and counted into terms.

    Parameters
    ----------
    documents : in reading order.
    split : their sentences, vocabulary and tokens.
    language : whose stop words and stemmer made the terms; ``auto`` if each document has its own.
    warnings : messages for the user about the reading.
    parent_hash : hash of the collection of which this is a view; signatures of digests have it.
        Empty if this is not a view.
    splitter : name of the plugin that found the sentences; empty for the built-in splitter.
    languages : the language of each document if they were detected, else empty.
    isf : (V,) inverse sentence frequency of each term in a whole collection, if this is the part of
        it that was opened for a question; else None.
    """

    documents: Sequence[Document]
    split: Split
    language: str = "en"
    warnings: tuple[str, ...] = ()
    parent_hash: str = ""
    splitter: str = ""
    languages: tuple[str, ...] = ()
    isf: NDArray[np.float64] | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """The warnings about what is not in the collection; text left out as duplicate is."""
        return tuple(each for each in self.warnings if not each.startswith(LEFT_OUT))

    @classmethod
    def of(
        cls,
        documents: Iterable[Document],
        *,
        language: str = AUTO,
        splitter: str = "",
        warnings: Sequence[str] = (),
        jobs: int | None = 1,
        progress: Progress = quiet,
        default: str = "",
    ) -> Self:
        """Split documents into sentences and terms.

        Parameters
        ----------
        default : the language of documents whose language cannot be detected; empty for English.

        Raises
        ------
        EmptyCollectionError
            if no sentence has a term.
        """
        from hyperdigest.split import languages_of, split_documents

        documents = tuple(documents)
        languages = languages_of(documents, default) if language == AUTO else ()
        try:
            split = split_documents(
                documents, languages or language, progress, splitter=splitter, jobs=jobs
            )
        finally:
            if jobs != 1:
                end_processes()
        if not len(split.sentences):
            raise EmptyCollectionError(
                f"there is no sentence to digest: {len(documents)} documents contain only stop"
                " words, markup or white space; give other documents"
            )
        return cls(
            documents, split, language, tuple(warnings), splitter=splitter, languages=languages
        )

    def slice_of(self, sentence: int) -> tuple[Document, int, int]:
        """The document of a sentence, and its start and end in the text of the document."""
        columns = self.split.sentences
        document = self.documents[columns.document[sentence]]
        return document, int(columns.start[sentence]), int(columns.end[sentence])

    def text(self, sentence: int) -> str:
        """The text of a sentence, as in its document."""
        document, start, end = self.slice_of(sentence)
        return document.text[start:end]

    def texts(self, sentences: NDArray[np.intp] | slice = slice(None)) -> list[str]:
        """The texts of sentences, by their numbers, or of all."""
        columns = self.split.sentences
        places = (
            column[sentences].tolist() for column in (columns.document, columns.start, columns.end)
        )
        return [self.documents[d].text[start:end] for d, start, end in zip(*places, strict=True)]

    @locked_cached_property
    def language_counts(self) -> dict[str, int]:
        """How many documents are in each language, most first."""
        from hyperdigest.split import count_languages

        return count_languages(self.languages or (self.language,) * len(self.documents))

    def language_of(self, document: int) -> str:
        """The language of a document, by its number."""
        return self.languages[document] if self.languages else self.language

    @locked_cached_property
    def corpus_hash(self) -> str:
        """The hash by which signatures name the documents."""
        return self.parent_hash or corpus_hash(self.documents)

    @locked_cached_property
    def document_numbers(self) -> dict[str, int]:
        """The numbers of the documents by name."""
        return {document.name: number for number, document in enumerate(self.documents)}

    @locked_cached_property
    def term_numbers(self) -> dict[str, int]:
        """The numbers of the terms of the vocabulary."""
        return dict(zip(self.split.vocabulary, range(len(self.split.vocabulary)), strict=True))

    def sentence_at(self, document: int, start: int) -> int | None:
        """The sentence of a document, by its number, that begins at an offset, if one does."""
        first, last = self.split.sentences.range_of(document)
        starts = self.split.sentences.start
        sentence = first + int(np.searchsorted(starts[first:last], start))
        return sentence if sentence < last and starts[sentence] == start else None

    def sentence_around(self, document: int, offset: int) -> int | None:
        """The sentence of a document, by its number, that contains an offset, or the next one, or
        the last one; None if the document has no sentence."""
        first, last = self.split.sentences.range_of(document)
        ends = self.split.sentences.end[first:last]
        sentence = first + int(np.searchsorted(ends, offset, side="right"))
        return min(sentence, last - 1) if first < last else None

    def sentences_at(self, places: Sequence[Place]) -> list[int]:
        """The numbers of sentences by their places. Raises OptionError if there is none at one."""
        documents = documents_named(places, self.document_numbers)
        found = []
        for document, (name, start) in zip(documents, places, strict=True):
            sentence = self.sentence_at(document, start)
            if sentence is None:
                raise OptionError(
                    f"no sentence of {name!r} begins at character {start}: name a sentence by the"
                    " document and start that a digest in JSON has"
                )
            found.append(sentence)
        return found

    def sentences_of(self, documents: Ints) -> Sentences:
        """The sentences of some documents, by their numbers in order, numbered from 0."""
        sentences = self.split.sentences
        places = _positions(sentences.document, documents)
        columns = {name: column[places] for name, column in sentences.columns.items()}
        columns["document"] = np.searchsorted(documents, columns["document"]).astype(np.int32)
        return Sentences(**columns)

    def view(self, documents: Ints | None) -> Self:
        """The collection of only some documents, by their numbers in order; None for all.

        Signatures have the hash of the whole collection.
        """
        if documents is None:
            return self
        return replace(self.part(documents)[0], parent_hash=self.corpus_hash)

    def part(self, documents: Ints) -> tuple[Self, NDArray[np.intp]]:
        """The collection of some documents, by their numbers in order, and where their tokens are
        among those of this collection."""
        split, numbers = self.split, documents.tolist()
        sentences = _positions(split.sentences.document, documents)
        tokens = _positions(split.sentence_of, sentences)
        part = replace(
            split,
            sentences=self.sentences_of(documents),
            terms=split.terms[tokens],
            sentence_of=np.searchsorted(sentences, split.sentence_of[tokens]).astype(np.int32),
        )
        collection = replace(
            self,
            documents=tuple(self.documents[number] for number in numbers),
            split=occurring_terms(part),
            parent_hash="",
            languages=tuple(self.languages[n] for n in numbers) if self.languages else (),
            isf=None,
        )
        return collection, tokens


@dataclass(frozen=True, slots=True)
class Contents:
    """What a model consists of, in numbers.

    Parameters
    ----------
    languages : how many documents are in each language, most first.
    corpus : the hash by which signatures name the documents.
    warnings : messages for the user about the reading.
    """

    documents: int
    languages: dict[str, int]
    sentences: int
    tokens: int
    topics: int
    corpus: str
    warnings: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The sizes in a few words, with the languages unless all is English."""
        per_language = ", ".join(f"{number} {code}" for code, number in self.languages.items())
        return (
            f"{counted(self.documents, 'document')}"
            f"{'' if list(self.languages) == ['en'] else f' ({per_language})'},"
            f" {counted(self.sentences, 'sentence')}, {counted(self.tokens, 'token')},"
            f" {counted(self.topics, 'topic')}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class ModelRecord(_Cached):
    """Documents with their topics.

    Parameters
    ----------
    collection : the documents, their sentences and terms.
    options : those of the fit; a question is asked with them unless it sets others.
    topics : the samples of the sampler.
    history : a line for each change since the fit.
    topic_names : of the topics of the most likely sample. A view of a collection has the same
        names; if there are none, they are made when they are first needed.
    """

    collection: CollectionRecord
    options: Options
    topics: TopicFit
    history: tuple[str, ...] = ()
    topic_names: tuple[str, ...] = ()

    @property
    def contents(self) -> Contents:
        """What the model consists of."""
        collection, split = self.collection, self.collection.split
        return Contents(
            len(collection.documents),
            collection.language_counts,
            len(split.sentences),
            len(split.terms),
            self.topics.best.n_topics,
            collection.corpus_hash,
            collection.warnings,
        )

    @property
    def summary(self) -> str:
        """The size of the model in a few words, with its languages unless all is English."""
        return self.contents.summary

    def options_for(self, question: Question) -> Options:
        """The options of a question to this model."""
        return question.options(self.options, len(self.topics.samples))

    def view(self, documents: Ints | None) -> Self:
        """The model of only some documents, by their numbers in order; None for all.

        Topics stay as they are. Signatures have the hash of the whole collection.
        """
        if documents is None:
            return self
        part = self.subset(documents)
        collection = replace(part.collection, parent_hash=self.collection.corpus_hash)
        return replace(part, collection=collection, history=self.history)

    def subset(self, documents: Numbers) -> Self:
        """A model of only some documents, by their numbers; topics stay as they are.

        Raises
        ------
        OptionError
            if there is no document with one of the numbers.
        EmptyCollectionError
            if they have no sentence.
        """
        whole, fit = self.collection, self.topics
        numbers = checked_numbers(documents, len(whole.documents))
        collection, tokens = whole.part(numbers)
        best, *samples = (state.of(tokens) for state in (fit.best, *fit.samples))
        return replace(
            self,
            collection=collection,
            topics=replace(fit, best=best, samples=samples),
            topic_names=remaining_names(self.topic_names, fit.best.assignments[tokens], best),
            history=(
                *self.history,
                history_entry(numbers, len(whole.documents), whole.corpus_hash),
            ),
        )


def history_entry(documents: Ints, n_documents: int, corpus: str) -> str:
    """The line in the history of a model which was reduced to some of its documents."""
    numbers = hashlib.sha256(documents.astype("<i4").tobytes()).hexdigest()
    return f"took {len(documents)} of {n_documents} documents ({numbers[:12]}) of {corpus[:12]}"


def remaining_names(names: tuple[str, ...], topics: Ints, sample: TopicSample) -> tuple[str, ...]:
    """The names of the topics of a sample; `topics` are the former topics of its tokens."""
    return tuple(names[n] for n in former_topics(topics, sample).tolist()) if names else ()


def former_topics(topics: Ints, sample: TopicSample) -> Ints:
    """(K,) the former number of each topic of a sample; `topics` are those of its tokens."""
    former = np.empty(sample.n_topics, np.int32)
    former[sample.assignments] = topics
    return former


def checked_numbers(documents: Numbers, n_documents: int) -> Ints:
    """The distinct numbers of documents in order. Raises OptionError if one does not exist."""
    numbers = np.unique(np.asarray(documents, np.int64))
    outside = numbers[(numbers < 0) | (numbers >= n_documents)]
    if len(outside):
        raise OptionError(
            f"there is no document {outside[0]}: give numbers from 0 to {n_documents - 1}"
        )
    return numbers.astype(np.int32)


def occurring_terms(split: Split) -> Split:
    """The split with only the terms that occur in it.

    Raises EmptyCollectionError if there are none.
    """
    check_not_empty(len(split.terms))
    used, terms = in_order_of_occurrence(split.terms)
    return replace(
        split,
        vocabulary=tuple(map(split.vocabulary.__getitem__, used.tolist())),
        words=tuple(map(split.words.__getitem__, used.tolist())),
        terms=terms,
    )


def check_not_empty(tokens: int) -> None:
    """Raise EmptyCollectionError unless documents have a token."""
    if not tokens:
        raise EmptyCollectionError(
            "these documents contain no sentence to digest: choose other documents too"
        )


def _positions(ascending: Ints, values: NDArray[np.integer]) -> NDArray[np.intp]:
    """Where sorted `values` occur in an ascending column."""
    first = np.searchsorted(ascending, values)
    return runs(first, np.searchsorted(ascending, values, side="right") - first)
