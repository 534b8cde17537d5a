"""The facade: a collection that is read and fitted, and a model that is asked, saved and updated.

Nothing below imports this module. Each method calls the function that does the work, and imports
it then, so that naming these classes loads no stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from hyperdigest.base.isolation import SECONDS
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.documents import Digest, Document, Topic
from hyperdigest.errors import EmptyCollectionError
from hyperdigest.options import ADDED_SWEEPS, AUTO, Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.question import Question
from hyperdigest.record import CollectionRecord, ModelRecord, Numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hyperdigest.answer.answer import Answer
    from hyperdigest.answer.explain import Explanation
    from hyperdigest.reader import Scope
    from hyperdigest.views.topic_map import Order, TopicsMap
    from hyperdigest.views.topics import TopicView

__all__ = ["Collection", "Model"]


@dataclass(frozen=True)
class Collection(CollectionRecord):
    """Documents, split into sentences and counted into terms, that are read and fitted."""

    @classmethod
    def read(
        cls,
        paths: str | Path | Sequence[str | Path],
        *,
        language: str = AUTO,
        splitter: str = "",
        jobs: int | None = 1,
        seconds: float = SECONDS,
        within: Path | None = None,
        ocr: bool = False,
        progress: Progress = quiet,
    ) -> Self:
        """Read folders, globs, files, JSON lines or standard input (``-``).

        A file that cannot be read is named in `warnings`, and the rest goes on.

        Parameters
        ----------
        language : of the documents, as an ISO 639-1 code; ``auto`` detects that of each.
        splitter : name of a plugin that finds the sentences.
        jobs : processes that read and split, None for one a core; the collection is the same
            whatever their number, and a small one is read by this process alone.
        seconds : that a file may take to read, 0 for as long as it takes; one that takes longer,
            needs more memory than a file may have, or ends the process that reads it, is named in
            `warnings`.
        within : the only folder whose files are read; others are named in `warnings`.
        ocr : whether pages of PDFs that have no text are read by Tesseract, in the `language`. What
            is missing for that is named in `warnings`.

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
        from hyperdigest.split import check_language, get_splitter

        check_language(language)
        get_splitter(splitter)
        given = [paths] if isinstance(paths, str | Path) else paths
        how: dict[str, Any] = {"seconds": seconds, "within": within, "progress": progress}
        reading = read_paths(given, jobs=jobs, ocr=language if ocr else "", **how)
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

    def fit(self, options: Options | None = None, *, progress: Progress = quiet) -> Model:
        """Find the topics; the model then answers any number of questions.

        Language and splitter are those of the collection, whatever `options` say. Posterior samples
        are kept even where `options` ask for none, so that any preset can be asked.
        """
        from hyperdigest.topics import fit_hdp
        from hyperdigest.views.topic_names import with_topic_names

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
        return with_topic_names(Model(self, options, topics))

    def fit_for(
        self, question: Question, *, progress: Progress = quiet
    ) -> tuple[Model, Options, Scope]:
        """A model of only the documents that a question looks into, its options, and its scope."""
        from hyperdigest.answer.scope import scope_of

        fitting = question.fitting_options()
        scope = scope_of(self, question, fitting)
        model = self.view(scope.documents).fit(fitting, progress=progress)
        return model, model.options_for(question), scope


@dataclass(frozen=True, eq=False, repr=False)
class Model(ModelRecord):
    """A collection with its topics: ask it, save it, look at its topics."""

    collection: Collection

    def digest(
        self,
        question: str,
        words: int | None = None,
        *,
        wishes: Constraints = NO_CONSTRAINTS,
        preset: str | None = None,
        **changes: Any,
    ) -> Digest:
        """At most `words` words of verbatim sentences that answer `question`.

        Parameters
        ----------
        wishes : sentences to pin or exclude, dates, and what was asked and read before.
        preset : whose options hold where `changes` say nothing; None for those of this model.
        changes : other options by name.

        Raises
        ------
        OptionError
            if the question is empty, an option is unknown, out of its range or was fixed when the
            topics were fitted, a constraint names no sentence, or neither the shortest sentence
            nor all that are pinned fit the budget.
        """
        return self.ask(question, words, wishes=wishes, preset=preset, **changes).digest()

    def explain(
        self,
        question: str,
        words: int | None = None,
        *,
        wishes: Constraints = NO_CONSTRAINTS,
        preset: str | None = None,
        **changes: Any,
    ) -> Explanation:
        """Why each sentence of the digest is in it, and which nearly were; as for `digest`."""
        return self.ask(question, words, wishes=wishes, preset=preset, **changes).explain()

    def ask(
        self,
        question: str,
        words: int | None = None,
        *,
        wishes: Constraints = NO_CONSTRAINTS,
        preset: str | None = None,
        **changes: Any,
    ) -> Answer:
        """Everything computed for a question, as for `digest`, which is made of it."""
        if words is not None:
            changes["words"] = words
        return self.answer(Question.of(question, wishes, preset, changes))

    def answer(self, question: Question) -> Answer:
        """Everything computed for a question; errors as for `digest`."""
        from hyperdigest.answer.answer import answer
        from hyperdigest.answer.scope import scope_of

        options = self.options_for(question)
        scope = scope_of(self.collection, question, options)
        return answer(self.view(scope.documents), question, options, scope)

    @property
    def topic_view(self) -> TopicView:
        """The topics of the most likely sample, with their names."""
        from hyperdigest.views.topic_names import topic_view

        return topic_view(self)

    def topic_table(self, top: int = 10) -> tuple[Topic, ...]:
        """The topics of the most likely sample, heaviest first, with `top` words each.

        Raises an OptionError unless `top` is a whole number from 1 on.
        """
        from hyperdigest.topics.data import check_integer

        check_integer("top", top, 1)
        return self.topic_view.table(self._topic_weights, top)

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

        each = self.collection.documents
        return topics_map(each, self.topic_view, self._topic_weights, documents, topics, order)

    @property
    def _topic_weights(self) -> NDArray[np.float64]:
        """(K,) the weights of the topics of the most likely sample."""
        from hyperdigest.ranking.indexes import Indexes

        return Indexes.of(self).topics(self.options.changed(samples=0)).weights

    def save(self, path: str | Path, progress: Progress = quiet) -> None:
        """Write the model to one file, whole or not at all.

        Parameters
        ----------
        progress : is called with ``saving`` for every document.

        Raises
        ------
        StoreError
            if the file cannot be written.
        """
        from hyperdigest.store.saving import save_model

        save_model(self, path, progress)

    @classmethod
    def load(
        cls, path: str | Path, documents: Numbers | None = None, progress: Progress = quiet
    ) -> Self:
        """The model that `save` wrote, or its `subset` of some documents, read without the rest.

        Parameters
        ----------
        progress : is called with ``loading`` for every document.

        Raises
        ------
        StoreError
            if the file is missing, foreign, truncated, damaged, or of another version.
        OptionError
            if there is no document of a number.
        """
        from hyperdigest.store.saving import load_model

        return load_model(cls, Collection, path, documents, progress)

    @classmethod
    def load_for(
        cls, path: str | Path, question: Question, progress: Progress = quiet
    ) -> tuple[Self, Options, Scope]:
        """What a question needs of the model that `save` wrote, read without the rest: a view of
        the documents that it looks into, its options, and its scope.

        Parameters
        ----------
        progress : is called with ``loading`` for every document, if all are read.

        Raises
        ------
        StoreError, OptionError
            as for `load` and `digest`.
        """
        from hyperdigest.store.saving import load_for

        return load_for(cls, Collection, path, question, progress)

    @classmethod
    def change_saved(
        cls, path: str | Path, change: Callable[[Self], Self], progress: Progress = quiet
    ) -> Self:
        """Replace the model in a file by what `change` makes of it, unless that is the same.

        No other process changes the file meanwhile, and at every moment it is the old one, whole,
        or the new one.

        Parameters
        ----------
        progress : is called with ``loading``, ``saving``, and with ``waiting`` if another process
            is changing the file.

        Raises
        ------
        StoreError
            if the file cannot be read or written.
        """
        from hyperdigest.store.saving import change_saved

        return change_saved(cls, Collection, path, change, progress)

    def add(
        self,
        new: str | Path | Document | Iterable[str | Path | Document],
        *,
        sweeps: int = ADDED_SWEEPS,
        jobs: int | None = 1,
        ocr: bool = False,
        progress: Progress = quiet,
    ) -> Self:
        """The model with more documents, at a cost of sampling that depends on these alone.

        What the documents here already say is left out; of a file that was read before, what it
        says now takes the place of what it said then. Terms and topics keep their numbers.

        Parameters
        ----------
        new : paths, as for `Collection.read`, or documents at hand.
        sweeps : visits of the sampler to every new token.
        jobs, ocr : as for `Collection.read`.

        Raises
        ------
        EmptyCollectionError
            where no document could be read, or none that is new has a sentence.
        """
        from hyperdigest.store.growing import from_documents, from_paths, grown

        given = [new] if isinstance(new, str | Path | Document) else list(new)
        documents = [each for each in given if isinstance(each, Document)]
        paths = [each for each in given if not isinstance(each, Document)]
        model = self
        if documents:
            arrivals = from_documents(self.collection, documents)
            model = grown(model, arrivals, sweeps, jobs=jobs, progress=progress)
        if paths:
            arrivals = from_paths(model.collection, paths, jobs=jobs, ocr=ocr, progress=progress)
            model = grown(model, arrivals, sweeps, jobs=jobs, progress=progress)
        return model

    def remove(self, names: str | Iterable[str]) -> Self:
        """The model without the documents of these names, or patterns of names (``2019-*``).

        Raises
        ------
        OptionError
            where no document is called so, or none would be left.
        EmptyCollectionError
            where those left have no sentence.
        """
        from hyperdigest.store.growing import named, removed

        given = [names] if isinstance(names, str) else names
        return removed(self, named(self.collection.documents, given))
