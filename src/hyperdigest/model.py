"""A collection with its topics: what is asked, saved, looked at, and grown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.documents import Digest, Document, Topic
from hyperdigest.options import ADDED_SWEEPS, Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.system.kept import once
from hyperdigest.wishes import NOTHING, Wishes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hyperdigest.answer import Answer
    from hyperdigest.explain import Explanation
    from hyperdigest.pipeline import Collection
    from hyperdigest.prepared import Prepared
    from hyperdigest.topics import TopicFit
    from hyperdigest.views.rows import Order
    from hyperdigest.views.topic_view import TopicView
    from hyperdigest.views.topics_map import TopicsMap

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
        from hyperdigest.options.asked import question_options

        return question_options(self.options, len(self.topics.samples), preset, changes)

    def focused(self, question: str, options: Options, wishes: Wishes = NOTHING) -> Model:
        """The documents that match `question` best, if `options` ask for a focus; else all.

        Those of the sentences that `wishes` name are among them.
        """
        from hyperdigest.evidence.focus import focused_model

        return focused_model(self, question, options, wishes)

    @once
    def prepared(self) -> Prepared:
        """What all questions share."""
        from hyperdigest.prepared import Prepared

        return Prepared(self.collection, self.topics)

    @once
    def topic_view(self) -> TopicView:
        """The topics of the most likely sample, as a person looks at them."""
        from hyperdigest.views.topic_view import TopicView

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
        from hyperdigest.views.topics_map import topics_map

        return topics_map(self, documents, topics, order)

    @property
    def summary(self) -> str:
        """How much was read and found, in a few words, and the languages unless all is English."""
        from hyperdigest.render.sources import counted

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
        from hyperdigest.changing.subset import subset

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
        from hyperdigest.changing.arrivals import from_documents, from_paths
        from hyperdigest.changing.growing import grown

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
        from hyperdigest.changing.growing import named, removed

        given = [names] if isinstance(names, str) else names
        return removed(self, named(self.collection.documents, given))
