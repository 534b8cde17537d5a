"""From files to a cited digest: read, split, find topics, build the hypergraph, walk, select."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.documents import Document
from hyperdigest.errors import EmptyCollectionError
from hyperdigest.model import Model
from hyperdigest.options import AUTO, Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.system.kept import once
from hyperdigest.system.processes import end_processes
from hyperdigest.wishes import NOTHING, Wishes

if TYPE_CHECKING:
    from hyperdigest.evidence.postings import Postings
    from hyperdigest.split import Split

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

    @once
    def language_counts(self) -> dict[str, int]:
        """How many documents are in each language, most first."""
        from hyperdigest.split import counted

        return counted(self.languages or (self.language,) * len(self.documents))

    def language_of(self, document: int) -> str:
        """The language of a document, by its number."""
        return self.languages[document] if self.languages else self.language

    @once
    def corpus_hash(self) -> str:
        """What the signatures of digests call the documents."""
        from hyperdigest.signature import corpus_hash

        return self.known_by or corpus_hash(self.documents)

    @once
    def document_numbers(self) -> dict[str, int]:
        """The number of each document by its name."""
        return {document.name: number for number, document in enumerate(self.documents)}

    @once
    def term_numbers(self) -> dict[str, int]:
        """The terms of the vocabulary, numbered."""
        return {term: number for number, term in enumerate(self.split.vocabulary)}

    @once
    def postings(self) -> Postings:
        """In which documents each term stands."""
        from hyperdigest.evidence.postings import Postings

        return Postings.of(self.split, len(self.documents))

    def focused(self, question: str, options: Options, wishes: Wishes = NOTHING) -> Collection:
        """The documents that match `question` best, if `options` ask for a focus; else all.

        Those of the sentences that `wishes` name are among them.
        """
        from hyperdigest.evidence.focus import focused_collection

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
