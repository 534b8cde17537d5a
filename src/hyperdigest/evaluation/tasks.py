"""A question with its documents, and the summaries people wrote for it."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.budget.units import Unit
from hyperdigest.documents import Document
from hyperdigest.evaluation.answers import Answers
from hyperdigest.options.values import AUTO


@dataclass(frozen=True, slots=True)
class Summary:
    """A text and who wrote it: a person or a system."""

    author: str
    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """A question put to documents, with reference summaries.

    Parameters
    ----------
    id : unique in its set.
    cluster : tasks of the same cluster share their documents.
    documents : in the order of the data.
    dates : YYYYMMDD of each document, empty where unknown.
    references : what people answered.
    words : most words of a summary, or characters where `unit` says so.
    peers : what systems of an evaluation campaign answered, where the data has them.
    answers : what a digest must quote; None where summaries are compared with references.
    language : ISO 639-1 code of the documents, ``auto`` where that of each is detected.
    pile : tasks of a pile share their documents although they are of several clusters; empty
        where the documents of a cluster are all there are.
    """

    id: str
    cluster: str
    question: str
    documents: tuple[Document, ...]
    dates: tuple[str, ...]
    references: tuple[Summary, ...]
    words: int
    peers: tuple[Summary, ...] = ()
    answers: Answers | None = None
    language: str = AUTO
    unit: Unit = "words"
    pile: str = ""


@dataclass(frozen=True, slots=True)
class TaskSet:
    """Tasks that are reported together, e.g. ``squality/dev`` or ``duc2006``."""

    name: str
    tasks: tuple[Task, ...]
