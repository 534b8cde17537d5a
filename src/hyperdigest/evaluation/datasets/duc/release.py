"""What the pieces of a DUC release hold together, and which piece is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hyperdigest.documents import Document
from hyperdigest.evaluation.datasets.duc.archives import Entry
from hyperdigest.evaluation.datasets.duc.documents import (
    read_document,
    read_summary,
    read_topics,
)
from hyperdigest.evaluation.datasets.duc.names import UPDATE, Key
from hyperdigest.evaluation.tasks import Summary

_EVALUATION = {
    "duc2005": "results.tar",
    "duc2006": "NISTeval.tar.gz or NISTeval2.tar.gz",
    "duc2007": "mainEval.tar.gz",
    UPDATE: "updateEval.tar.gz",
}


@dataclass(slots=True)
class Release:
    """A set of DUC, piece by piece.

    Parameters
    ----------
    documents : of each task, by the name of the file, with their dates.
    questions : of each task; one of the update task may stand for all parts of its cluster.
    models, peers : of each task, by the name of the file.
    words : the length asked of the summaries of each task.
    """

    name: str
    documents: dict[Key, dict[str, tuple[Document, str]]] = field(default_factory=dict)
    questions: dict[Key, str] = field(default_factory=dict)
    models: dict[Key, dict[str, Summary]] = field(default_factory=dict)
    peers: dict[Key, dict[str, Summary]] = field(default_factory=dict)
    words: dict[Key, int] = field(default_factory=dict)

    def question(self, key: Key) -> str:
        """What is asked in a task, empty where no topic says it."""
        return self.questions.get(key) or self.questions.get(key._replace(part="")) or ""

    def missing(self, folder: str) -> str:
        """Which pieces are not there, and where they are got; empty where none is missing."""
        pieces = {
            "documents": (self.documents, _documents_archive(self.name)),
            "topics": (self.questions, _topics_file(self.name)),
            "model summaries": (self.models, f"ROUGE/models in {_EVALUATION[self.name]}"),
        }
        there = [what for what, (held, _) in pieces.items() if held]
        lacking = [f"{what} ({file})" for what, (held, file) in pieces.items() if not held]
        if not lacking:
            return ""
        signed = "" if self.documents else " (documents need a signed agreement with NIST)"
        found = f"found {' and '.join(there)}, but no" if there else "there are no"
        return (
            f"{self.name}: {found} {' and no '.join(lacking)}: get what is missing from"
            f" https://duc.nist.gov/data.html{signed} and put it anywhere under {folder}"
        )


def gather(entries: Iterable[Entry], warn: Callable[[str], None]) -> dict[str, Release]:
    """The releases of which a piece is there, by name.

    Of documents of the same name in a cluster the first counts, so that an archive and what it
    unpacks to are one; of summaries the last, as those of NISTeval2 correct those of NISTeval.
    """
    found: dict[str, Release] = {}
    for entry in entries:
        piece = entry.piece
        if piece.kind == "topics":
            for key, question in read_topics(entry.data, piece.name).items():
                found.setdefault(key.set, Release(key.set)).questions.setdefault(key, question)
            continue
        release = found.setdefault(piece.key.set, Release(piece.key.set))
        if piece.kind == "document":
            document = read_document(entry.data, piece.name, entry.path)
            release.documents.setdefault(piece.key, {}).setdefault(piece.name, document)
            continue
        summaries = release.models if piece.kind == "model" else release.peers
        summary = Summary(piece.author, read_summary(entry.data))
        summaries.setdefault(piece.key, {})[piece.name] = summary
        release.words[piece.key] = piece.words
    for release in found.values():
        if release.models and not release.peers:
            warn(f"{release.name}: no peer summaries (ROUGE/peers), so none of its systems' scores")
    return found


def _documents_archive(name: str) -> str:
    year = name[: len("duc2005")]
    return f"{year.upper()}_Summarization_Documents.tgz"


def _topics_file(name: str) -> str:
    return (
        "*update*topics*.sgml, as the task has its own" if name == UPDATE else f"{name}_topics.sgml"
    )
