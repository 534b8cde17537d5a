"""From files to a cited digest: read, split, find topics, build the hypergraph, walk, select."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.documents import Digest, Document
from hyperdigest.errors import EmptyCollectionError
from hyperdigest.options import Options
from hyperdigest.progress import Progress, quiet

if TYPE_CHECKING:
    from hyperdigest.explain import Explanation
    from hyperdigest.hypergraph import FuzzyHypergraph
    from hyperdigest.split import Split
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
        from hyperdigest.read import read_paths

        reading = read_paths([paths] if isinstance(paths, str | Path) else paths, progress=progress)
        skipped = [f"skipped {file.path}: {file.reason}" for file in reading.skipped]
        repeated = [f"left out {copy.name}: same text as {copy.of}" for copy in reading.duplicates]
        if not reading.documents:
            reason = "; ".join(skipped) or f"nothing to read at {paths}"
            raise EmptyCollectionError(f"no document could be read: {reason}")
        warnings = tuple(skipped + repeated)
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

    def fit(self, options: Options | None = None, *, progress: Progress = quiet) -> Model:
        """Find the topics; the model then answers any number of questions."""
        from hyperdigest.topics import fit_hdp

        options = (options or Options()).changed(language=self.language)
        split = self.split
        chosen = options.stage("topics")
        fit = fit_hdp(
            split.terms,
            split.sentence_of,
            split.sentences.document,
            len(split.vocabulary),
            samples=options.samples,
            progress=progress,
            **chosen,
        )
        return Model(self, options, fit)


class Model:
    """A collection with its topics: ask it, save it, look at its topics."""

    def __init__(self, collection: Collection, options: Options, topics: TopicFit) -> None:
        self.collection = collection
        self.options = options
        self.topics = topics
        self._hypergraphs: dict[tuple[int, float], FuzzyHypergraph] = {}

    def digest(
        self, question: str, words: int | None = None, *, preset: str | None = None, **changes: Any
    ) -> Digest:
        """At most `words` words of verbatim sentences that answer `question`.

        Raises
        ------
        OptionError
            where a parameter is out of range, was fixed when the topics were fitted, the question
            is empty, or no sentence fits the budget.
        """
        if words is not None:
            changes["words"] = words
        return self.ask(question, preset, **changes).digest()

    def explain(self, question: str, preset: str | None = None, **changes: Any) -> Explanation:
        """Why each sentence of the digest is in it, and which nearly were."""
        return self.ask(question, preset, **changes).explanation()
