"""The record at the bottom: documents split into terms, and the topics found in them.

What answers, explains, shows, saves or updates a collection takes this record and gives one of the
same class back; `hyperdigest.model` puts a method for each of these on top of it. Importing this
module loads no stage: a property imports what it needs when it is first asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import in_order_of_occurrence, runs
from hyperdigest.base.cache import BoundedCache, locked_cached_property
from hyperdigest.base.processes import end_processes
from hyperdigest.constraints import NOTHING, Wishes
from hyperdigest.documents import Document, Sentences
from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.options import AUTO, Options, question_options
from hyperdigest.progress import Progress, quiet

if TYPE_CHECKING:
    from hyperdigest.corroboration import Corroborations
    from hyperdigest.prepared import Prepared
    from hyperdigest.query.bm25 import Postings
    from hyperdigest.query.focus import Focus
    from hyperdigest.query.news import News
    from hyperdigest.split import Split
    from hyperdigest.topics import TopicFit, TopicSample
    from hyperdigest.views.topics import TopicView

Ints = NDArray[np.int32]
Numbers = Sequence[int] | NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Corpus:
    """Documents, split into sentences and counted into terms.

    Parameters
    ----------
    documents : in reading order.
    split : their sentences, vocabulary and tokens.
    language : whose stop words and stemmer the terms come from; ``auto`` where each document has
        its own.
    warnings : what a user should know of the reading, a sentence each.
    known_by : hash of the documents that digests name, where these are but some of them.
    splitter : name of the plugin that found the sentences; empty for what is built in.
    languages : of each document, where they were detected; else empty.
    own_news : which documents are new, where that was told of more documents than these.
    """

    documents: tuple[Document, ...]
    split: Split
    language: str = "en"
    warnings: tuple[str, ...] = ()
    known_by: str = ""
    splitter: str = ""
    languages: tuple[str, ...] = ()
    own_news: News | None = None

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
        """The sentences and terms of documents already at hand.

        Parameters
        ----------
        default : the language where no document tells its own; without one English.

        Raises
        ------
        EmptyCollectionError
            where no sentence has a term.
        """
        from hyperdigest.split import languages_of, split_documents

        documents = tuple(documents)
        languages = languages_of(documents, default) if language == AUTO else ()
        each = languages or language
        try:
            split = split_documents(documents, each, progress, splitter=splitter, jobs=jobs)
        finally:
            if jobs != 1:
                end_processes()
        if not len(split.sentences):
            raise EmptyCollectionError(
                f"no sentence to digest: {len(documents)} documents hold nothing but stop words,"
                " markup or white space; give other documents"
            )
        told = tuple(warnings)
        return cls(documents, split, language, told, splitter=splitter, languages=languages)

    def text(self, sentence: int) -> str:
        """A sentence as it stands in its document."""
        columns = self.split.sentences
        start, end = int(columns.start[sentence]), int(columns.end[sentence])
        return self.documents[int(columns.document[sentence])].text[start:end]

    @locked_cached_property
    def language_counts(self) -> dict[str, int]:
        """How many documents are in each language, most first."""
        from hyperdigest.split import count_languages

        return count_languages(self.languages or (self.language,) * len(self.documents))

    def language_of(self, document: int) -> str:
        """The language of a document, by its number."""
        return self.languages[document] if self.languages else self.language

    def news(self, wishes: Wishes) -> News:
        """Which documents are new, by wishes that say so."""
        from hyperdigest.query.news import which_are_new

        if self.own_news and self.own_news.answers(wishes):
            return self.own_news
        told = wishes.new_since, wishes.new
        return self._news.get(told, lambda: which_are_new(self.documents, wishes))

    @locked_cached_property
    def _news(self) -> BoundedCache[tuple[str, tuple[str, ...]], News]:
        return BoundedCache()

    @locked_cached_property
    def corpus_hash(self) -> str:
        """What the signatures of digests call the documents."""
        from hyperdigest.signature import corpus_hash

        return self.known_by or corpus_hash(self.documents)

    @locked_cached_property
    def document_numbers(self) -> dict[str, int]:
        """The number of each document by its name."""
        return {document.name: number for number, document in enumerate(self.documents)}

    @locked_cached_property
    def term_numbers(self) -> dict[str, int]:
        """The terms of the vocabulary, numbered."""
        return {term: number for number, term in enumerate(self.split.vocabulary)}

    @locked_cached_property
    def postings(self) -> Postings:
        """In which documents each term stands."""
        from hyperdigest.query.bm25 import Postings

        return Postings.of(self.split, len(self.documents))

    def sentence_at(self, document: int, start: int) -> int | None:
        """The sentence of a document, by its number, that begins at an offset, if one does."""
        columns = self.split.sentences
        ends = np.array([document, document + 1], columns.document.dtype)
        first, last = columns.document.searchsorted(ends).tolist()
        sentence = first + int(np.searchsorted(columns.start[first:last], start))
        return sentence if sentence < last and columns.start[sentence] == start else None

    def part(self, documents: Ints) -> tuple[Self, NDArray[np.intp]]:
        """Some documents, by their numbers in order, and where their tokens stood in the whole."""
        split, numbers = self.split, documents.tolist()
        sentences = _places(split.sentences.document, documents)
        tokens = _places(split.sentence_of, sentences)
        columns = {name: column[sentences] for name, column in split.sentences.columns.items()}
        columns["document"] = np.searchsorted(documents, columns["document"]).astype(np.int32)
        part = replace(
            split,
            sentences=Sentences(**columns),
            terms=split.terms[tokens],
            sentence_of=np.searchsorted(sentences, split.sentence_of[tokens]).astype(np.int32),
        )
        own = replace(
            self,
            documents=tuple(self.documents[number] for number in numbers),
            split=occurring(part),
            known_by="",
            own_news=None,
            languages=tuple(self.languages[n] for n in numbers) if self.languages else (),
        )
        return own, tokens

    def focused(self, question: str, options: Options, wishes: Wishes = NOTHING) -> Self:
        """The documents that match `question` best, if `options` ask for a focus; else all.

        Those of the sentences that `wishes` name are among them.
        """
        found = self.focus(question, options, wishes)
        if found is None:
            return self
        return self.part(found.documents)[0].focused_on(found, self.corpus_hash)

    def focus(self, question: str, options: Options, wishes: Wishes = NOTHING) -> Focus | None:
        """The documents that `options` ask to look into; None where they ask for all. Where what is
        new is wanted, as many of the known ones are among them as of the new ones."""
        if not options.focus:
            return None
        from hyperdigest.query.dates import documents_within, left_out
        from hyperdigest.query.focus import documents_of, focus_on, narrows, with_known

        named = documents_of(wishes, self.document_numbers)
        among = documents_within(self.documents, wishes)
        news = self.news(wishes) if wishes.updates else None
        parts = [(named, among)]
        if news:
            own = news.new[named]
            parts = [(named[own], among & news.new), (named[~own], ~news.new)]
        if not any(narrows(options, int(part.sum()), within) for within, part in parts):
            return None
        asked = (question, *wishes.earlier), self.term_numbers, tuple(self.language_counts)
        foci = [focus_on(*asked, options, self.postings, *part) for part in parts]
        found = with_known(news, foci[0], foci[1], self.split.sentences) if news else foci[0]
        return replace(found, undated=left_out(self.documents)) if wishes.dated else found

    def focused_on(self, focus: Focus, corpus: str) -> Self:
        """These documents as those of a focus: it is told, and they go by the hash of all."""
        warnings = focus.told, *focus.undated, *self.warnings
        return replace(self, known_by=corpus, warnings=warnings, own_news=focus.news)


@dataclass(frozen=True, eq=False, repr=False)
class Fitted:
    """Documents with their topics.

    Parameters
    ----------
    collection : the documents, their sentences and terms.
    options : what they were fitted with, and what holds for a question unless it says otherwise.
    topics : the samples of the sampler.
    history : what was done since, a line each.
    topic_names : of the topics of the most likely sample; parts of a collection keep them. Where
        there are none, names are made when they are first asked for.
    """

    collection: Corpus
    options: Options
    topics: TopicFit
    history: tuple[str, ...] = ()
    topic_names: tuple[str, ...] = ()

    def with_topic_names(self) -> Self:
        """The same with names for its topics, made anew."""
        return replace(self, topic_names=self._made_names())

    def _made_names(self) -> tuple[str, ...]:
        from hyperdigest.views.topic_names import topic_names

        held = self.collection
        return topic_names(self.topics.best, held.split, held.documents, held.language_of)

    def question_options(self, preset: str | None, changes: dict[str, Any]) -> Options:
        """The model's options or a preset's, with changes; what the topics rest on is fixed."""
        return question_options(self.options, len(self.topics.samples), preset, changes)

    def focused(self, question: str, options: Options, wishes: Wishes = NOTHING) -> Self:
        """The documents that match `question` best; see `Corpus.focused`."""
        found = self.collection.focus(question, options, wishes)
        if found is None:
            return self
        own = self.subset(found.documents)
        collection = own.collection.focused_on(found, self.collection.corpus_hash)
        return replace(own, collection=collection, history=self.history)

    @locked_cached_property
    def prepared(self) -> Prepared:
        """What all questions share."""
        from hyperdigest.prepared import Prepared

        documents = self.collection.documents
        languages = self.collection.languages or (self.collection.language,) * len(documents)
        return Prepared(documents, self.collection.split, self.topics, languages)

    @locked_cached_property
    def corroborations(self) -> Corroborations:
        """What finds the sentences that say the same."""
        from hyperdigest.corroboration import Corroborations

        held, index = self.collection, self.prepared.index
        return Corroborations(
            held.documents,
            held.split,
            index.sentences,
            np.diff(index.documents.counts.indptr),
            held.language_of,
        )

    @locked_cached_property
    def topic_view(self) -> TopicView:
        """The topics of the most likely sample, as a person looks at them."""
        from hyperdigest.views.topics import TopicView

        names = self.topic_names or self._made_names()
        return TopicView(self.collection.split, self.topics.best, names)

    def subset(self, documents: Numbers) -> Self:
        """Some documents alone, by their numbers, their topics as they are here.

        Raises
        ------
        OptionError
            where there is no document of a number.
        EmptyCollectionError
            where they have no sentence.
        """
        from hyperdigest.topics.data import occurring_topics

        whole, fit = self.collection, self.topics
        numbers = numbers_of(documents, len(whole.documents))
        collection, tokens = whole.part(numbers)
        best, *samples = (
            occurring_topics(state.assignments[tokens]) for state in (fit.best, *fit.samples)
        )
        return replace(
            self,
            collection=collection,
            topics=replace(fit, best=best, samples=samples),
            topic_names=names_left(self.topic_names, fit.best.assignments[tokens], best),
            history=(
                *self.history,
                history_entry(numbers, len(whole.documents), whole.corpus_hash),
            ),
        )


def history_entry(documents: Ints, n_documents: int, corpus: str) -> str:
    """The line in the history of a model that says which documents it was cut down to."""
    numbers = hashlib.sha256(documents.astype("<i4").tobytes()).hexdigest()
    return f"took {len(documents)} of {n_documents} documents ({numbers[:12]}) of {corpus[:12]}"


def names_left(names: tuple[str, ...], topics: Ints, sample: TopicSample) -> tuple[str, ...]:
    """The names of the topics of a sample; `topics` are the numbers that its tokens had before."""
    if not names:
        return ()
    before = np.empty(sample.n_topics, np.int32)
    before[sample.assignments] = topics
    return tuple(names[topic] for topic in before.tolist())


def numbers_of(documents: Numbers, n_documents: int) -> Ints:
    """The numbers of documents, each once and in order; an OptionError where there is none."""
    numbers = np.unique(np.asarray(documents, np.int64))
    outside = numbers[(numbers < 0) | (numbers >= n_documents)]
    if len(outside):
        raise OptionError(
            f"there is no document {outside[0]}: give numbers from 0 to {n_documents - 1}"
        )
    return numbers.astype(np.int32)


def occurring(split: Split) -> Split:
    """The split with the terms that occur in it alone; an EmptyCollectionError without any."""
    if not len(split.terms):
        raise EmptyCollectionError("no sentence to digest in these documents: take others too")
    used, terms = in_order_of_occurrence(split.terms)
    return replace(
        split,
        vocabulary=tuple(split.vocabulary[term] for term in used.tolist()),
        words=tuple(split.words[term] for term in used.tolist()),
        terms=terms,
    )


def _places(ascending: Ints, values: NDArray[np.integer]) -> NDArray[np.intp]:
    """Where each of `values`, which are in order, stands in an ascending column."""
    first = np.searchsorted(ascending, values)
    return runs(first, np.searchsorted(ascending, values, side="right") - first)
