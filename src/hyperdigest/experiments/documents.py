"""A folder of documents as a task without references."""

from __future__ import annotations

from pathlib import Path

from hyperdigest.evaluation.tasks import Task, TaskSet
from hyperdigest.evidence.question import check_question
from hyperdigest.pipeline import Collection
from hyperdigest.progress import Progress, quiet

PAPERS_QUESTION = (
    "Describe the challenges faced by the European Union related to migration from Subsaharian"
    " Africa and the Middle East. What policies are implemented by the members of the European"
    " Union to address these challenges?"
)
WORDS = 250


def document_task(
    folder: Path, question: str = "", progress: Progress = quiet
) -> tuple[TaskSet, tuple[str, ...]]:
    """The documents in a folder with a question, the paper's by default; and warnings.

    Raises
    ------
    EmptyCollectionError
        where no document could be read.
    """
    question = question or PAPERS_QUESTION
    check_question(question)
    collection = Collection.read(folder, progress=progress)
    documents = collection.documents
    name = "documents"
    task = Task(name, name, question, documents, ("",) * len(documents), (), WORDS)
    return TaskSet(name, (task,)), collection.warnings
