"""DUC 2005 to 2007 as task sets: question-focused summaries of newswire, as NIST ships them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from hyperdigest.base.text import unique_names
from hyperdigest.documents import Document
from hyperdigest.experiments.data.duc_files import SETS, Key, Release, gather, release_files
from hyperdigest.experiments.data.tasks import Summary, Task, TaskSet
from hyperdigest.read.load import drop_duplicates

NAMED = 5
"""How many of the tasks that were left out a warning names."""


def duc_sets(
    files: Iterable[Path], folder: str, warn: Callable[[str], None]
) -> tuple[list[TaskSet], dict[str, str]]:
    """The sets that are whole, and by name what is missing of those that are there in part.

    Of a set of which nothing is there `nothing_of` tells what it takes.

    Parameters
    ----------
    folder : how the place of the files is called in messages.
    warn : told what was left out of a set, and why.
    """
    sets: list[TaskSet] = []
    missing: dict[str, str] = {}
    for name, release in sorted(gather(release_files(files, warn), warn).items()):
        tasks = () if (lacking := release.missing(folder)) else _tasks(release, warn)
        if tasks:
            sets.append(TaskSet(name, tasks))
        else:
            missing[name] = lacking or f"{name}: no task is whole: get the release again"
    return sets, missing


def nothing_of(name: str, folder: str) -> str:
    """What a set of DUC takes of which no piece is there; empty for other names."""
    return Release(name).missing(folder) if name in SETS else ""


def _tasks(release: Release, warn: Callable[[str], None]) -> tuple[Task, ...]:
    tasks: list[Task] = []
    lacking: list[str] = []
    repeated = 0
    for key in sorted({*release.documents, *release.models}):
        documents, dates, dropped = _documents(release, key)
        question, references = release.question(key), _references(release, key)
        parts = {"documents": documents, "topic": question, "model summaries": references}
        gaps = [what for what, found in parts.items() if not found]
        if gaps:
            lacking.append(f"{key.id} (no {', no '.join(gaps)})")
            continue
        repeated += dropped
        words, peers = release.words[key], _peers(release, key)
        task = Task(key.id, key.cluster, question, documents, dates, references, words, peers)
        tasks.append(task)
    if lacking:
        more = f" and {len(lacking) - NAMED} more" if len(lacking) > NAMED else ""
        warn(f"{release.name}: left out {', '.join(lacking[:NAMED])}{more}: get the release again")
    if repeated:
        warn(
            f"{release.name}: documents left out, without text or with that of another: {repeated}"
        )
    return tuple(tasks)


def _documents(release: Release, key: Key) -> tuple[tuple[Document, ...], tuple[str, ...], int]:
    """The documents of a task with text, each text once, their dates, and how many are left out.

    They are in the order of their files' names, and bear names of their own.
    """
    given = [pair for _, pair in sorted(release.documents.get(key, {}).items())]
    names = unique_names([((document.name,), 1) for document, _ in given])
    dates = {name: date for name, (_, date) in zip(names, given, strict=True)}
    documents, _ = drop_duplicates(
        Document(name, it.path, it.text, it.title, it.format, it.blocks)
        for name, (it, _) in zip(names, given, strict=True)
        if it.text.strip()
    )
    kept = tuple(dates[document.name] for document in documents)
    return documents, kept, len(given) - len(documents)


def _references(release: Release, key: Key) -> tuple[Summary, ...]:
    """The model summaries of a task by author, each text once whatever names it goes by."""
    texts: dict[str, Summary] = {}
    for _, summary in sorted(release.models.get(key, {}).items()):
        if summary.text:
            texts.setdefault(" ".join(summary.text.split()), summary)
    return tuple(sorted(texts.values(), key=lambda summary: summary.author))


def _peers(release: Release, key: Key) -> tuple[Summary, ...]:
    """The peer summaries of a task, one an author: systems by number, then people by letter."""
    authors = {summary.author: summary for _, summary in sorted(release.peers.get(key, {}).items())}
    order = sorted(authors, key=lambda author: (author.isalpha(), len(author), author))
    return tuple(authors[author] for author in order)


__all__ = ["duc_sets", "nothing_of"]
