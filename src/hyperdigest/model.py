"""The facade: a collection that is read and fitted, and a model that is asked, saved and updated.

Each method calls the function that does the work, and imports it then, so that importing these
classes loads no stage. The stages do not import this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from hyperdigest.base.limits import SECONDS
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.digest import Digest, Topic
from hyperdigest.documents import Document
from hyperdigest.options import ADDED_SWEEPS, AUTO, Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.question import Question
from hyperdigest.record import CollectionRecord, ModelRecord, Numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hyperdigest.answer.answer import Answer
    from hyperdigest.answer.expand import Expansion
    from hyperdigest.answer.explain import Explanation
    from hyperdigest.reader import Scope
    from hyperdigest.verify import Verification
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
        without_suffix: bool = False,
        text_column: str | None = None,
        progress: Progress = quiet,
    ) -> Self:
        """Read folders, globs, files, JSON lines or standard input (``-``).

        A file that cannot be read gets a warning, and the others are read.

        Parameters
        ----------
        language : of the documents, as an ISO 639-1 code; ``auto`` detects that of each.
        splitter : name of a plugin that finds the sentences.
        jobs : number of processes that read and split, None for one per core. The collection does
            not depend on it, and a small one is read by this process only.
        seconds : time limit for each file, 0 for none. A file that exceeds it or the limit of
            memory, or crashes the process that reads it, gets a warning.
        within : if given, only files in this folder are read; others get a warning.
        ocr : whether pages of PDFs without text are read by Tesseract, in the `language`. If that
            is not installed, a warning says so.
        without_suffix : whether files of folders whose names have no suffix are read too, by
            their content; those given themselves are read in any case.
        text_column : name of the column of tables whose cells are documents; None if it is looked
            for, and empty if rows are no documents.

        Raises
        ------
        EmptyCollectionError
            if no document could be read, or none has a sentence.
        OptionError
            if the language is unknown, or no plugin is called `splitter`.
        PluginError
            if that plugin fails.
        WorkerEndedError
            if a process was killed while it split documents.
        """
        from hyperdigest.read import ReadingOptions, read_paths
        from hyperdigest.split import check_language, get_splitter

        check_language(language)
        get_splitter(splitter)
        reading = read_paths(
            [paths] if isinstance(paths, str | Path) else paths,
            ReadingOptions(jobs, seconds, within, ocr, without_suffix, text_column=text_column),
            language=language,
            progress=progress,
        ).checked()
        return cls.of(
            reading.documents,
            language=language,
            splitter=splitter,
            warnings=reading.warnings,
            jobs=jobs,
            progress=progress,
        )

    def fit(self, options: Options | None = None, *, progress: Progress = quiet) -> Model:
        """Fit the topics; the model then answers any number of questions.

        Language and splitter are those of the collection, not those of `options`. The model has
        posterior samples even if `options` ask for none, so that it can be asked with any preset.
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
        """A model of only the documents in the scope of a question, its options, and the scope."""
        from hyperdigest.answer.scope import scope_of
        from hyperdigest.selection.choose import check_shortest

        fitting = question.fitting_options()
        scope = scope_of(self, question, fitting)
        part = self.view(scope.documents)
        if not (question.constraints.pinned or question.constraints.wants_news):
            check_shortest(part.split.sentences, fitting)
        model = part.fit(fitting, progress=progress)
        return model, model.options_for(question), scope

    def verify(
        self, draft: str | Document, *, claims: bool = False, progress: Progress = quiet
    ) -> Verification:
        """Look up every quotation of a draft in these documents.

        Parameters
        ----------
        draft : a text, or a document, as `hyperdigest.read.read_file` reads it.
        claims : whether the sentences that support each other sentence of the draft are found too.
        """
        from hyperdigest.verify import Pile, verify

        return verify(draft, Pile.of(self), claims=claims, progress=progress)


@dataclass(frozen=True, eq=False, repr=False)
class Model(ModelRecord):
    """A collection with its topics, which can be asked, saved and updated."""

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
        """A digest of at most `words` words: verbatim sentences that answer `question`.

        Parameters
        ----------
        wishes : sentences to pin or exclude, dates, and what was asked and read before.
        preset : of the options that `changes` do not set; None for the options of this model.
        changes : other options by name.

        Raises
        ------
        OptionError
            if the question is empty, an option is unknown, out of its range or was fixed when the
            topics were fitted, no sentence begins where a constraint says, or the budget is too
            small for the shortest sentence or for the pinned ones.
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
        """Why each sentence is in the digest, and which sentences nearly were; see `digest`."""
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
        """All that is computed for a question, from which a digest can be made; see `digest`."""
        if words is not None:
            changes["words"] = words
        return self.answer(Question.of(question, wishes, preset, changes))

    def answer(self, question: Question) -> Answer:
        """All that is computed for a question. Raises the errors of `digest`."""
        from hyperdigest.answer.answer import answer
        from hyperdigest.answer.scope import scope_of

        options = self.options_for(question)
        scope = scope_of(self.collection, question, options)
        return answer(self.view(scope.documents), question, options, scope)

    def expand(self, place: Any, *, paragraphs: int = 1, characters: int = 0) -> Expansion:
        """The text around a sentence of a digest, verbatim, with its exact offsets.

        Parameters
        ----------
        place : a citation, ``DOCUMENT:START``, a pair, or an object of JSON with ``document`` and
            ``start``. Where no sentence begins, it is that around the place or after it.
        paragraphs : how many paragraphs before that of the sentence, and how many after it.
        characters : if not 0, the most characters before the sentence, and the most after it, in
            place of paragraphs.

        Raises
        ------
        OptionError
            if the place is malformed or in no document, or a number is out of its range.
        """
        from hyperdigest.answer.expand import expand

        return expand(self.collection, place, paragraphs=paragraphs, characters=characters)

    def verify(
        self, draft: str | Document, *, claims: bool = False, progress: Progress = quiet
    ) -> Verification:
        """Look up every quotation of a draft in the documents; see `Collection.verify`."""
        return self.collection.verify(draft, claims=claims, progress=progress)

    @property
    def topic_view(self) -> TopicView:
        """The topics of the most likely sample, with their names."""
        from hyperdigest.views.topic_names import topic_view

        return topic_view(self)

    def topic_table(self, top: int = 10) -> tuple[Topic, ...]:
        """The topics of the most likely sample by falling weight, each with its `top` words.

        Raises OptionError if `top` is not a whole number from 1 on.
        """
        from hyperdigest.topics.data import check_integer

        check_integer("top", top, 1)
        return self.topic_view.table(self._topic_weights, top)

    def topics_map(self, documents: int = 40, topics: int = 30, order: Order = "auto") -> TopicsMap:
        """The shares of topics in documents, as a table to draw.

        Parameters
        ----------
        documents, topics : the most rows and columns of the table.
        order : of the documents: ``similar``, ``reading``, ``date`` or ``auto``.

        Raises
        ------
        OptionError
            if the number of rows or columns is below 1, or the order is unknown.
        """
        from hyperdigest.views.topic_map import topics_map

        return topics_map(
            self.collection.documents,
            self.topic_view,
            self._topic_weights,
            documents,
            topics,
            order,
        )

    @property
    def _topic_weights(self) -> NDArray[np.float64]:
        """(K,) the weights of the topics of the most likely sample."""
        from hyperdigest.ranking.indexes import Indexes

        return Indexes.of(self).topics(self.options.changed(samples=0)).weights

    def save(self, path: str | Path, progress: Progress = quiet) -> None:
        """Write the model to one file; if that fails, the old file is unchanged.

        Parameters
        ----------
        progress : called with ``saving`` for every document.

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
        """The model that `save` wrote, or its `subset` of `documents`, without reading the others.

        Parameters
        ----------
        progress : called with ``loading`` for every document.

        Raises
        ------
        StoreError
            if the file is missing, truncated, damaged, of another version, or not a saved model.
        OptionError
            if there is no document with one of the numbers.
        """
        from hyperdigest.store.saving import load_model

        return load_model(cls, Collection, path, documents, progress)

    @classmethod
    def change_saved(
        cls, path: str | Path, change: Callable[[Self], Self], progress: Progress = quiet
    ) -> Self:
        """Replace the model in a file by the result of `change`, unless that is the same object.

        The file is locked until then, and it is replaced in one step.

        Parameters
        ----------
        progress : called with ``loading``, ``saving``, and with ``waiting`` if another process is
            changing the file.

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
        without_suffix: bool = False,
        text_column: str | None = None,
        progress: Progress = quiet,
    ) -> Self:
        """The model with more documents; only the topics of their tokens are sampled.

        A document whose text is in the collection is left out. If a file was read before, its new
        text replaces the old one. Terms and topics have the same numbers as before.

        Parameters
        ----------
        new : paths, as for `Collection.read`, or documents.
        sweeps : Gibbs sweeps over the new tokens.
        jobs, ocr, without_suffix, text_column : as for `Collection.read`.

        Raises
        ------
        EmptyCollectionError
            if no document could be read, or no new document has a sentence.
        """
        from hyperdigest.read import ReadingOptions
        from hyperdigest.store.growing import from_documents, from_paths, grown

        items = [new] if isinstance(new, str | Path | Document) else list(new)
        documents = [item for item in items if isinstance(item, Document)]
        paths = [item for item in items if not isinstance(item, Document)]
        model = self
        if documents:
            arrivals = from_documents(self.collection, documents)
            model = grown(model, arrivals, sweeps, jobs=jobs, progress=progress)
        if paths:
            options = ReadingOptions(
                jobs=jobs, ocr=ocr, without_suffix=without_suffix, text_column=text_column
            )
            arrivals = from_paths(model.collection, paths, options, progress=progress)
            model = grown(model, arrivals, sweeps, jobs=jobs, progress=progress)
        return model

    def remove(self, names: str | Iterable[str]) -> Self:
        """The model without the documents of these names, or patterns of names (``2019-*``).

        Raises
        ------
        OptionError
            if no document has one of the names, or all documents would be removed.
        EmptyCollectionError
            if the other documents have no sentence.
        """
        from hyperdigest.store.growing import matching_documents, removed

        patterns = [names] if isinstance(names, str) else names
        return removed(self, matching_documents(self.collection.document_numbers, patterns))
