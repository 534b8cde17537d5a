"""The facade: a collection that is read and fitted, and a model that is asked, saved and updated.

Nothing below imports this module. Each method calls the function that does the work, and imports
it then, so that naming these classes loads no stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from hyperdigest.base.children import SECONDS
from hyperdigest.constraints import NOTHING, Wishes
from hyperdigest.documents import Digest, Document, Topic
from hyperdigest.errors import EmptyCollectionError
from hyperdigest.fitted import Corpus, Fitted
from hyperdigest.options import ADDED_SWEEPS, AUTO, Options
from hyperdigest.progress import Progress, quiet

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.explain import Explanation
    from hyperdigest.fitted import Numbers
    from hyperdigest.views.topic_map import Order, TopicsMap

__all__ = ["Collection", "Model"]


@dataclass(frozen=True)
class Collection(Corpus):
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
        return Model(self, options, topics).with_topic_names()


@dataclass(frozen=True, eq=False, repr=False)
class Model(Fitted):
    """A collection with its topics: ask it, save it, look at its topics."""

    collection: Collection

    @classmethod
    def of(cls, fitted: Fitted) -> Self:
        """The record with these methods on top."""
        corpus = fitted.collection
        collection = Collection(**{f.name: getattr(corpus, f.name) for f in fields(Corpus)})
        return cls(collection, fitted.options, fitted.topics, fitted.history, fitted.topic_names)

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

    def topic_table(self, top: int = 10) -> tuple[Topic, ...]:
        """The topics of the most likely sample, heaviest first, with `top` words each; an
        OptionError where that is no whole number from 1 on."""
        from hyperdigest.topics.data import check_integer

        check_integer("top", top, 1)
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

        weights = self.prepared.topics(self.options.changed(samples=0)).weights
        held = self.collection.documents
        return topics_map(held, self.topic_view, weights, documents, topics, order)

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
        from hyperdigest.saving import save_fitted

        save_fitted(self, path, progress)

    @classmethod
    def load(
        cls, path: str | Path, documents: Numbers | None = None, progress: Progress = quiet
    ) -> Self:
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
        from hyperdigest.saving import load_fitted

        return cls.of(load_fitted(path, documents, progress))

    @classmethod
    def load_focused(
        cls,
        path: str | Path,
        question: str,
        preset: str | None,
        changes: dict[str, Any],
        wishes: Wishes = NOTHING,
        progress: Progress = quiet,
    ) -> Self:
        """What `focused` gives of the model that `save` wrote; other documents are not read.

        Parameters
        ----------
        preset, changes : the options asked with, as for `question_options`.
        """
        from hyperdigest.saving import load_focused

        return cls.of(load_focused(path, question, preset, changes, wishes, progress))

    @classmethod
    def change_saved(
        cls, path: str | Path, change: Callable[[Self], Self], progress: Progress = quiet
    ) -> Self:
        """Let what `change` makes of the model in a file take its place, unless that is the same.

        No other process changes the file meanwhile, and at every moment it is the old one, whole,
        or the new one.

        Parameters
        ----------
        progress : told ``loading``, ``saving``, and ``waiting`` where another process is changing
            the file.

        Raises
        ------
        StoreError
            where the file cannot be read or written.
        """
        from hyperdigest.saving import change_saved

        def changed(saved: Fitted) -> Fitted:
            model = cls.of(saved)
            after = change(model)
            return saved if after is model else after

        return cls.of(change_saved(path, changed, progress))

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
        from hyperdigest.updates import from_documents, from_paths, grown

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
        from hyperdigest.updates import named, removed

        given = [names] if isinstance(names, str) else names
        return removed(self, named(self.collection.documents, given))
