"""A collection with its topics: what is asked, saved, looked at, and grown.

From files to a cited digest: read, split, find topics, build the hypergraph, walk, select.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.base.cache import locked_cached_property
from hyperdigest.base.processes import end_processes
from hyperdigest.constraints import NOTHING, Wishes
from hyperdigest.documents import Digest, Document, Topic
from hyperdigest.errors import EmptyCollectionError
from hyperdigest.options import ADDED_SWEEPS, AUTO, Options
from hyperdigest.progress import Progress, quiet

if TYPE_CHECKING:
    from hyperdigest.query.bm25 import Postings
    from hyperdigest.split import Split

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hyperdigest.answer import Answer
    from hyperdigest.explain import Explanation
    from hyperdigest.fitted import Prepared
    from hyperdigest.topics import TopicFit
    from hyperdigest.views.topic_map import Order, TopicsMap
    from hyperdigest.views.topics import TopicView

    Numbers = Sequence[int] | NDArray[np.integer[Any]]


class Model:
    """A collection with its topics: ask it, save it, look at its topics."""

    def __init__(
        self,
        collection: Collection,
        options: Options,
        topics: TopicFit,
        history: Sequence[str] = (),
    ) -> None:
        self.collection = collection
        self.options = options
        self.topics = topics
        self.history = tuple(history)

    def digest(
        self,
        question: str,
        words: int | None = None,
        *,
        wishes: Wishes = NOTHING,
        preset: str | None = None,
        **changes: Any,
    ) -> Digest:
        """At most `words` words of verbatim sentences that answer `question`.

        Parameters
        ----------
        wishes : sentences to hold or to bar, and what was asked and read before.

        Raises
        ------
        OptionError
            where the question is empty, a parameter is unknown, out of its range or was fixed
            when the topics were fitted, a wish names no sentence, or no sentence, or not all that
            are pinned, fit the budget.
        """
        return self.ask(question, words, wishes=wishes, preset=preset, **changes).digest()

    def explain(
        self,
        question: str,
        words: int | None = None,
        *,
        wishes: Wishes = NOTHING,
        preset: str | None = None,
        **changes: Any,
    ) -> Explanation:
        """Why each sentence of the digest is in it, and which nearly were; as for `digest`."""
        from hyperdigest.explain import explain

        return explain(self.ask(question, words, wishes=wishes, preset=preset, **changes))

    def ask(
        self,
        question: str,
        words: int | None = None,
        *,
        wishes: Wishes = NOTHING,
        preset: str | None = None,
        **changes: Any,
    ) -> Answer:
        """Everything computed for a question, as for `digest`, which is made of it."""
        from hyperdigest.answer import answer

        if words is not None:
            changes["words"] = words
        options = self.question_options(preset, changes)
        return answer(self.focused(question, options, wishes), question, options, wishes)

    def question_options(self, preset: str | None, changes: dict[str, Any]) -> Options:
        """The model's options or a preset's, with changes; what the topics rest on is fixed."""
        from hyperdigest.options import question_options

        return question_options(self.options, len(self.topics.samples), preset, changes)

    def focused(self, question: str, options: Options, wishes: Wishes = NOTHING) -> Model:
        """The documents that match `question` best, if `options` ask for a focus; else all.

        Those of the sentences that `wishes` name are among them.
        """
        from hyperdigest.query.focus import focused_model

        return focused_model(self, question, options, wishes)

    @locked_cached_property
    def prepared(self) -> Prepared:
        """What all questions share."""
        from hyperdigest.fitted import Prepared

        return Prepared(self.collection, self.topics)

    @locked_cached_property
    def topic_view(self) -> TopicView:
        """The topics of the most likely sample, as a person looks at them."""
        from hyperdigest.views.topics import TopicView

        return TopicView(self.collection.split, self.topics.best)

    def topic_table(self, top: int = 10) -> tuple[Topic, ...]:
        """The topics of the most likely sample, heaviest first, with `top` words each."""
        likeliest = self.prepared.topics(self.options.changed(samples=0))
        return self.topic_view.table(likeliest.weights, top)

    def topics_map(self, documents: int = 40, topics: int = 30, order: Order = "auto") -> TopicsMap:
        """The share of each document's words by topic, in so many rows and columns at most.

        Parameters
        ----------
        order : of the documents: ``similar``, ``reading``, ``date`` or ``auto``.

        Raises
        ------
        OptionError
            where there is to be no row or no column, or the order is unknown.
        """
        from hyperdigest.views.topic_map import topics_map

        return topics_map(self, documents, topics, order)

    @property
    def summary(self) -> str:
        """How much was read and found, in a few words, and the languages unless all is English."""
        from hyperdigest.base.text import counted

        split, languages = self.collection.split, self.collection.language_counts
        told = ", ".join(f"{number} {code}" for code, number in languages.items())
        return (
            f"{counted(len(self.collection.documents), 'document')}"
            f"{'' if list(languages) == ['en'] else f' ({told})'},"
            f" {counted(len(split.sentences), 'sentence')}, {counted(len(split.terms), 'token')},"
            f" {counted(self.topics.best.n_topics, 'topic')}"
        )

    def save(self, path: str | Path, progress: Progress = quiet) -> None:
        """Write the model to one file, whole or not at all.

        Parameters
        ----------
        progress : told ``saving`` for every document.

        Raises
        ------
        StoreError
            where the file cannot be written.
        """
        from hyperdigest.saving import save_model

        save_model(self, path, progress)

    @classmethod
    def load(
        cls, path: str | Path, documents: Numbers | None = None, progress: Progress = quiet
    ) -> Model:
        """The model that `save` wrote, or its `subset` of some documents, read alone.

        Parameters
        ----------
        progress : told ``loading`` for every document.

        Raises
        ------
        StoreError
            where the file is missing, foreign, truncated, damaged, or of another version.
        OptionError
            where there is no document of a number.
        """
        from hyperdigest.saving import load_model

        return load_model(path, documents, progress)

    def subset(self, documents: Numbers) -> Model:
        """The model of some documents alone, by their numbers, their topics as they are here.

        Raises
        ------
        OptionError
            where there is no document of a number.
        EmptyCollectionError
            where they have no sentence.
        """
        from hyperdigest.fitted import subset

        return subset(self, documents)

    def add(
        self,
        new: str | Path | Document | Iterable[str | Path | Document],
        *,
        sweeps: int = ADDED_SWEEPS,
        jobs: int | None = 1,
        progress: Progress = quiet,
    ) -> Model:
        """The model with more documents, at a cost of sampling that depends on these alone.

        What the documents here already say is left out; of a file that was read before, what it
        says now takes the place of what it said then. Terms and topics keep their numbers.

        Parameters
        ----------
        new : paths, as for `Collection.read`, or documents at hand.
        sweeps : visits of the sampler to every new token.
        jobs : as for `Collection.read`.

        Raises
        ------
        EmptyCollectionError
            where no document could be read, or none that is new has a sentence.
        """
        from hyperdigest.updates import from_documents, from_paths, grown

        given = [new] if isinstance(new, str | Path | Document) else list(new)
        documents = [each for each in given if isinstance(each, Document)]
        paths = [each for each in given if not isinstance(each, Document)]
        model = self
        if documents:
            arrivals = from_documents(self.collection, documents)
            model = grown(model, arrivals, sweeps, jobs=jobs, progress=progress)
        if paths:
            arrivals = from_paths(model.collection, paths, jobs=jobs, progress=progress)
            model = grown(model, arrivals, sweeps, jobs=jobs, progress=progress)
        return model

    def remove(self, names: str | Iterable[str]) -> Model:
        """The model without the documents of these names, or patterns of names (``2019-*``).

        Raises
        ------
        OptionError
            where no document is called so, or none would be left.
        EmptyCollectionError
            where those left have no sentence.
        """
        from hyperdigest.updates import named, removed

        given = [names] if isinstance(names, str) else names
        return removed(self, named(self.collection.documents, given))


__all__ = ["Collection", "Model"]


@dataclass(frozen=True)
class Collection:
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
    """

    documents: tuple[Document, ...]
    split: Split
    language: str = "en"
    warnings: tuple[str, ...] = ()
    known_by: str = ""
    splitter: str = ""
    languages: tuple[str, ...] = ()

    @classmethod
    def read(
        cls,
        paths: str | Path | Sequence[str | Path],
        *,
        language: str = AUTO,
        splitter: str = "",
        jobs: int | None = 1,
        seconds: float = 0.0,
        within: Path | None = None,
        progress: Progress = quiet,
    ) -> Collection:
        """Read folders, globs, files, JSON lines or standard input (``-``).

        A file that cannot be read is named in `warnings`, and the rest goes on.

        Parameters
        ----------
        language : of the documents, as an ISO 639-1 code; ``auto`` detects that of each.
        splitter : name of a plugin that finds the sentences.
        jobs : processes that read and split, None for one a core; the collection is the same
            whatever their number, and a small one is read by this process alone.
        seconds : that a file may take to read, 0 for as long as it takes; one that takes longer, or
            ends the process that reads it, is named in `warnings`.
        within : the only folder whose files are read; others are named in `warnings`.

        Raises
        ------
        EmptyCollectionError
            where no document could be read, or none has a sentence.
        OptionError
            where the language is unknown, or no plugin is called `splitter`.
        PluginError
            where that plugin fails.
        WorkerEndedError
            where a process was killed while it split documents.
        """
        from hyperdigest.read import nothing_read, read_paths
        from hyperdigest.split import check_language, splitter_called

        check_language(language)
        splitter_called(splitter)
        given = [paths] if isinstance(paths, str | Path) else paths
        reading = read_paths(given, jobs=jobs, seconds=seconds, within=within, progress=progress)
        if not reading.documents:
            raise EmptyCollectionError(nothing_read(reading.skipped))
        return cls.of(
            reading.documents,
            language=language,
            splitter=splitter,
            warnings=reading.warnings,
            jobs=jobs,
            progress=progress,
        )

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
    ) -> Collection:
        """A collection of documents already at hand; the rest as for `read`.

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
        how: dict[str, Any] = {"splitter": splitter, "jobs": jobs}
        try:
            split = split_documents(documents, languages or language, progress, **how)
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
        from hyperdigest.split import counted

        return counted(self.languages or (self.language,) * len(self.documents))

    def language_of(self, document: int) -> str:
        """The language of a document, by its number."""
        return self.languages[document] if self.languages else self.language

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

    def focused(self, question: str, options: Options, wishes: Wishes = NOTHING) -> Collection:
        """The documents that match `question` best, if `options` ask for a focus; else all.

        Those of the sentences that `wishes` name are among them.
        """
        from hyperdigest.query.focus import focused_collection

        return focused_collection(self, question, options, wishes)

    def fit(self, options: Options | None = None, *, progress: Progress = quiet) -> Model:
        """Find the topics; the model then answers any number of questions.

        Language and splitter are those of the collection, whatever `options` say. Posterior samples
        are kept even where `options` ask for none, so that any preset can be asked.
        """
        from hyperdigest.topics import fit_hdp

        options = (options or Options()).changed(language=self.language, splitter=self.splitter)
        split = self.split
        topics = fit_hdp(
            split.terms,
            split.sentence_of,
            split.sentences.document,
            len(split.vocabulary),
            samples=options.samples or min(Options().samples, (options.sweeps + 1) // 2),
            progress=progress,
            **options.stage("topics"),
        )
        return Model(self, options, topics)
