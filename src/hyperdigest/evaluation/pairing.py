"""Which references belong to which task, by their names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hyperdigest.evaluation.summary_files import Reference


@dataclass(frozen=True, slots=True)
class Known:
    """The references of a task, and the cluster of tasks that it belongs to."""

    texts: tuple[str, ...]
    cluster: str


def pair(
    tasks: Collection[str], references: Sequence[Reference]
) -> tuple[dict[str, Known], list[str]]:
    """The references of each task that has some, and the names of those of no task.

    A record belongs to the task of its id; a file to that of its name, with or without what
    follows a dot. Where that fits several tasks, the longest name counts.
    """
    found: dict[str, list[Reference]] = {}
    unused = []
    for reference in references:
        task = next((name for name in _names(reference) if name in tasks), None)
        if task is None:
            unused.append(reference.name)
        else:
            found.setdefault(task, []).append(reference)
    return {task: _known(task, found[task]) for task in tasks if task in found}, unused


def _known(task: str, references: Sequence[Reference]) -> Known:
    texts = tuple(text for reference in references for text in reference.texts)
    clusters = [reference.cluster for reference in references if reference.cluster]
    return Known(texts, clusters[0] if clusters else task)


def _names(reference: Reference) -> list[str]:
    """Names of the task that a reference may belong to, the longest first."""
    parts = reference.name.split(".") if reference.is_file else [reference.name]
    return [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
