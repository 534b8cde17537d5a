"""From files to a cited digest: read, split, find topics, build the hypergraph, walk, select."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.documents import Digest, Document, Topic
from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.options import PARAMETERS, Options
from hyperdigest.progress import Progress, quiet

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.explain import Explanation
    from hyperdigest.prepared import Prepared
    from hyperdigest.split import Split
    from hyperdigest.topic_view import TopicView
    from hyperdigest.topics import TopicFit


@dataclass(frozen=True)
class Collection:
    """Documents, split into sentences and counted into terms.

    Parameters
    ----------
    documents : in reading order.
    split : their sentences, vocabulary and tokens.
    language : whose stop words and stemmer the terms come from.
    warnings : what a user should know of the reading, a sentence each.
    """

    documents: tuple[Document, ...]
    split: Split
    language: str = "en"
    warnings: tuple[str, ...] = ()

    @classmethod
    def read(
        cls,
        paths: str | Path | Sequence[str | Path],
        *,
        language: str = "en",
        progress: Progress = quiet,
    ) -> Collection:
        """Read folders, globs, files, JSON lines or standard input (``-``).

        A file that cannot be read is named in `warnings`, and the rest goes on.

        Raises
        ------
        EmptyCollectionError
            where no document could be read, or none has a sentence.
        OptionError
            where the language is unknown.
        """
        from hyperdigest.read import nothing_read, read_paths

        reading = read_paths([paths] if isinstance(paths, str | Path) else paths, progress=progress)
        skipped = [f"skipped {file.path}: {file.reason}" for file in reading.skipped]
        repeated = [f"left out {copy.name}: same text as {copy.of}" for copy in reading.duplicates]
        if not reading.documents:
            raise EmptyCollectionError(nothing_read(reading.skipped))
        warnings = (*skipped, *repeated, *reading.notes)
        return cls.of(reading.documents, language=language, warnings=warnings, progress=progress)

    @classmethod
    def of(
        cls,
        documents: Iterable[Document],
        *,
        language: str = "en",
        warnings: Sequence[str] = (),
        progress: Progress = quiet,
    ) -> Collection:
        """A collection of documents already at hand.

        Raises
        ------
        EmptyCollectionError
            where no sentence has a term.
        """
        from hyperdigest.split import split_documents

        documents = tuple(documents)
        split = split_documents(documents, language, progress=progress)
        if not len(split.sentences):
            raise EmptyCollectionError(
                f"no sentence to digest: {len(documents)} documents hold nothing but stop words,"
                " markup or white space; give other documents"
            )
        return cls(documents, split, language, tuple(warnings))

    def text(self, sentence: int) -> str:
        """A sentence as it stands in its document."""
        columns = self.split.sentences
        start, end = int(columns.start[sentence]), int(columns.end[sentence])
        return self.documents[int(columns.document[sentence])].text[start:end]

    def fit(self, options: Options | None = None, *, progress: Progress = quiet) -> Model:
        """Find the topics; the model then answers any number of questions.

        The language is that of the collection, whatever `options` say. Posterior samples are kept
        even where `options` ask for none, so that any preset can be asked.
        """
        from hyperdigest.topics import fit_hdp

        options = (options or Options()).changed(language=self.language)
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


class Model:
    """A collection with its topics: ask it, save it, look at its topics."""

    def __init__(self, collection: Collection, options: Options, topics: TopicFit) -> None:
        self.collection = collection
        self.options = options
        self.topics = topics

    def digest(
        self, question: str, words: int | None = None, *, preset: str | None = None, **changes: Any
    ) -> Digest:
        """At most `words` words of verbatim sentences that answer `question`.

        Raises
        ------
        OptionError
            where the question is empty, a parameter is unknown, out of its range or was fixed
            when the topics were fitted, or no sentence fits the budget.
        """
        return self.ask(question, words, preset=preset, **changes).digest()

    def explain(
        self, question: str, words: int | None = None, *, preset: str | None = None, **changes: Any
    ) -> Explanation:
        """Why each sentence of the digest is in it, and which nearly were; as for `digest`."""
        from hyperdigest.explain import explain

        return explain(self.ask(question, words, preset=preset, **changes))

    def ask(
        self, question: str, words: int | None = None, *, preset: str | None = None, **changes: Any
    ) -> Answer:
        """Everything computed for a question, as for `digest`, which is made of it."""
        from hyperdigest.answer import answer

        if words is not None:
            changes["words"] = words
        return answer(self, question, self.question_options(preset, changes))

    def question_options(self, preset: str | None, changes: dict[str, Any]) -> Options:
        """The model's options or a preset's, with changes; what the topics rest on is fixed."""
        fitted = self.options.stage("split", "topics")
        for name in fitted.keys() & changes.keys():
            if PARAMETERS[name].check(changes[name]) != fitted[name]:
                raise OptionError(
                    f"option {name} is {changes[name]!r}, but the topics were fitted with"
                    f" {fitted[name]!r}: fit the documents again to change it"
                )
        base = self.options if preset is None else Options.preset(preset, **fitted)
        options = base.changed(**changes)
        kept = len(self.topics.samples) // options.chains
        if options.samples not in (0, kept):
            raise OptionError(
                f"option samples is {options.samples}, but {kept} were kept when the topics were"
                f" fitted: give {kept} or 0, or fit the documents again"
            )
        return options

    @cached_property
    def prepared(self) -> Prepared:
        """What all questions share."""
        from hyperdigest.prepared import Prepared

        return Prepared(self.collection, self.topics)

    @cached_property
    def corpus_hash(self) -> str:
        """What the signatures of its digests call the documents."""
        from hyperdigest.signature import corpus_hash

        return corpus_hash(self.collection.documents)

    @cached_property
    def topic_view(self) -> TopicView:
        """The topics of the most likely sample, as a person looks at them."""
        from hyperdigest.topic_view import TopicView

        return TopicView(self.collection.split, self.topics.best)

    def topic_table(self, top: int = 10) -> tuple[Topic, ...]:
        """The topics of the most likely sample, heaviest first, with `top` words each."""
        likeliest = self.prepared.topics(self.options.changed(samples=0))
        return self.topic_view.table(likeliest.weights, top)

    @property
    def summary(self) -> str:
        """How much was read and found, in a few words."""
        from hyperdigest.render.sources import counted

        split = self.collection.split
        return (
            f"{counted(len(self.collection.documents), 'document')},"
            f" {counted(len(split.sentences), 'sentence')}, {counted(len(split.terms), 'token')},"
            f" {counted(self.topics.best.n_topics, 'topic')}"
        )

    def save(self, path: str | Path) -> None:
        """Write the model to one file, whole or not at all.

        Raises
        ------
        StoreError
            where the file cannot be written.
        """
        from hyperdigest.saving import save_model

        save_model(self, path)

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """The model that `save` wrote.

        Raises
        ------
        StoreError
            where the file is missing, foreign, truncated, damaged, or of another version.
        """
        from hyperdigest.saving import load_model

        return load_model(path)
