"""Questions with known answers about piles of documents, from a folder that the user names.

Two layouts are read: files of one JSON line with documents and questions, an encyclopaedia's
articles in a language each; and files of one JSON line a question beside a folder of documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hyperdigest.base.text import printable
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.evaluation.files import SUFFIXES, Warn, json_lines
from hyperdigest.experiments.data.sets import files_below
from hyperdigest.experiments.data.tasks import Answers, Task, TaskSet
from hyperdigest.options import AUTO, Unit
from hyperdigest.progress import Progress, quiet
from hyperdigest.read import read_paths

PILE = "pile"
"""The folder of documents that stands beside a file of questions."""

BUDGETS: dict[Unit, tuple[int, ...]] = {"characters": (150, 300, 600), "words": (75, 150, 250)}
"""What a digest of articles and one of manuals may have."""

DENSE = ("ja", "zh")
"""Languages whose characters say more: two fifths of the budget in characters are theirs."""


def load_piles(
    folder: Path,
    names: Sequence[str] = (),
    pile: Path | None = None,
    warn: Warn = lambda _: None,
    progress: Progress = quiet,
) -> list[TaskSet]:
    """The piles in a folder, or in one file, each a set of a task for each question and budget.

    An OptionError is raised where there is no such folder, no pile in it, or none of a name asked
    for. `names` are the piles wanted, all where empty. `pile` is the folder of the documents of
    files with a question a line; `PILE` beside each by default. `warn` is told, in a sentence each,
    what was left out and why.
    """
    skipped: list[str] = []

    def tell(message: str) -> None:
        skipped.append(message)
        warn(message)

    found: dict[str, TaskSet] = {}
    known: list[str] = []
    for path in files_below(folder, tell):
        if not path.name.lower().endswith(SUFFIXES) or PILE in path.relative_to(folder).parts:
            continue
        records = _records(path, tell)
        one = len(records) == 1 and "documents" in records[0] and "questions" in records[0]
        if not one and not any("question" in record for record in records):
            continue
        name = _name(path, folder, one)
        known.append(name)
        if names and name not in names:
            continue
        try:
            if one:
                tasks = _of_articles(records[0], name)
            else:
                tasks = _of_manuals(records, name, pile or path.parent / PILE, tell, progress)
        except (KeyError, TypeError, AttributeError) as error:
            tell(f"skipped {printable(str(path))}: a question or document lacks a part: {error}")
            continue
        if tasks:
            found[name] = TaskSet(name, tasks)
    missing = [name for name in names if name not in found]
    place = printable(str(folder))
    if missing:
        listed = ", ".join(sorted(known)) or "none"
        raise OptionError(f"there is no pile {missing[0]!r}: {place} holds {listed}")
    if not found:
        raise OptionError(
            f"{place} holds no questions with answers: looked for JSON lines (*.jsonl, *.jsonl.gz)"
            " with documents and questions, or with a question each beside a folder of documents"
            + "".join(f"; {each}" for each in skipped[-1:])
        )
    return [found[name] for name in names or sorted(found)]


def _records(path: Path, warn: Warn) -> list[dict[str, Any]]:
    values = json_lines(path, warn)
    records = [value for value in values.values() if isinstance(value, dict)]
    if len(records) < len(values):
        number = next(line for line, value in values.items() if not isinstance(value, dict))
        others = len(values) - len(records)
        warn(
            f"skipped {others} of the lines of {printable(str(path))}, line {number} first:"
            " no JSON object"
        )
    return records


def _name(path: Path, folder: Path, one: bool) -> str:
    """What a pile is called: its file without the suffix, or the folder of ``questions.jsonl``."""
    suffix = next(s for s in reversed(SUFFIXES) if path.name.lower().endswith(s))
    stem = path.name[: -len(suffix)]
    if not one and stem == "questions":
        return printable(path.resolve().parent.name)
    inside = path.relative_to(folder).parts[:-1] if path != folder else ()
    return printable("/".join((*inside, stem)))


def _of_articles(record: dict[str, Any], name: str) -> tuple[Task, ...]:
    """Questions about the articles of a record; articles are clusters, capitals do not count."""
    language = str(record.get("language") or AUTO)
    documents = tuple(
        Document(str(d["id"]), str(d["id"]), str(d["text"]), str(d.get("title") or ""))
        for d in record["documents"]
    )
    budgets = [b * 2 // 5 if language in DENSE else b for b in BUDGETS["characters"]]
    how = Task("", "", "", documents, ("",) * len(documents), (), 0, pile=name)
    how = replace(how, language=language, unit="characters")
    tasks: list[Task] = []
    for number, asked in enumerate(record["questions"], 1):
        cluster = str(asked.get("document") or number)
        answers = Answers(_parts(asked["answers"]))
        tasks += _tasks(how, f"q{number:04}", cluster, str(asked["query"]), answers, budgets)
    return tuple(tasks)


def _of_manuals(
    records: list[dict[str, Any]], name: str, pile: Path, warn: Warn, progress: Progress
) -> tuple[Task, ...]:
    """Questions about the files of a folder; files asked about are clusters, capitals count."""
    if not pile.is_dir():
        warn(f"skipped {name}: there is no folder {printable(str(pile))}: name one by --pile")
        return ()
    reading = read_paths([pile], progress=progress)
    for told in reading.warnings:
        warn(told)
    documents = tuple(reading.documents)
    if not documents:
        warn(f"skipped {name}: there is no document in {printable(str(pile))}")
        return ()
    how = Task("", "", "", documents, ("",) * len(documents), (), 0, pile=name)
    tasks: dict[str, list[Task]] = {}
    for number, asked in enumerate(records, 1):
        if "question" not in asked:
            continue
        id, question = str(asked.get("id") or f"q{number:04}"), str(asked["question"])
        if id in tasks:
            warn(f"skipped a question of {name}: there is another {printable(id)} before it")
            continue
        answers = Answers(_parts(asked.get("answers") or []), case=True)
        cluster = str(asked.get("file") or id)
        tasks[id] = _tasks(how, id, cluster, question, answers, BUDGETS["words"])
    return tuple(task for of_question in tasks.values() for task in of_question)


def _tasks(
    how: Task, id: str, cluster: str, question: str, answers: Answers, budgets: Sequence[int]
) -> list[Task]:
    """A task like `how` for each budget."""
    asked = replace(how, cluster=cluster, question=question, answers=answers)
    return [replace(asked, id=f"{id} at {budget}", words=budget) for budget in budgets]


def _parts(answers: Sequence[Any]) -> tuple[tuple[str, ...], ...]:
    """The parts of an answer: a list of strings is one part, a list of lists one each."""
    parts = [answers] if answers and isinstance(answers[0], str) else answers
    return tuple(tuple(map(str, part)) for part in parts)
