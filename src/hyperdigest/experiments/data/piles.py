"""Questions with known answers about piles of documents, read from a folder.

There are two layouts: files of one JSON line with documents and questions (articles of an
encyclopaedia, one language in a file), and files with one JSON line for each question (about
manuals) next to a folder of documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

PILE_FOLDER = "pile"
"""The folder of documents next to a file of questions."""

BUDGETS: dict[Unit, tuple[int, ...]] = {"characters": (150, 300, 600), "words": (75, 150, 250)}
"""The budgets of digests of articles, in characters, and of manuals, in words."""

BUDGETS_OF_CHOSEN = 300, 600, 1200
"""The budgets in characters where all sentences that people chose are wanted."""


def load_piles(
    folder: Path,
    names: Sequence[str] = (),
    pile: Path | None = None,
    warn: Warn = lambda _: None,
    progress: Progress = quiet,
) -> list[TaskSet]:
    """The piles in a folder or file, each a set with a task for each question and budget.

    `names` are the piles to load, all if it is empty. `pile` is the folder of the documents of
    files with a question in each line, by default the folder `PILE_FOLDER` next to the file. `warn`
    gets a sentence for everything left out. Raises OptionError if the folder does not exist or
    contains no pile, or none of a name in `names`.
    """
    skipped: list[str] = []

    def note_and_warn(message: str) -> None:
        skipped.append(message)
        warn(message)

    found: dict[str, TaskSet] = {}
    known: list[str] = []
    for path, records in _files_of_questions(folder, note_and_warn):
        name = _pile_name(path, folder, records)
        known.append(name)
        if names and name not in names:
            continue
        try:
            if _are_articles(records):
                tasks = _article_tasks(records[0], name)
            else:
                documents = pile or path.parent / PILE_FOLDER
                tasks = _manual_tasks(records, name, documents, note_and_warn, progress)
        except (KeyError, TypeError, AttributeError) as error:
            note_and_warn(
                f"skipped {printable(str(path))}: a question or document lacks a part: {error}"
            )
            continue
        if tasks:
            found[name] = TaskSet(name, tasks)
    missing = [name for name in names if name not in found]
    place = printable(str(folder))
    if missing:
        listed = ", ".join(sorted(known)) or "none"
        raise OptionError(f"there is no pile {missing[0]!r}: {place} contains {listed}")
    if not found:
        raise OptionError(
            f"{place} contains no questions with answers: looked for JSON lines (*.jsonl,"
            " *.jsonl.gz) with documents and questions, or with a question each beside a folder of"
            " documents" + "".join(f"; {each}" for each in skipped[-1:])
        )
    return [found[name] for name in names or sorted(found)]


def _files_of_questions(folder: Path, warn: Warn) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """The files in one of the two layouts, with their records."""
    for path in files_below(folder, warn):
        in_pile = PILE_FOLDER in path.relative_to(folder).parts
        if path.name.lower().endswith(SUFFIXES) and not in_pile:
            records = _records(path, warn)
            if _are_articles(records) or any("question" in record for record in records):
                yield path, records


def _are_articles(records: list[dict[str, Any]]) -> bool:
    """Whether the records of a file are one with documents and questions."""
    return len(records) == 1 and "documents" in records[0] and "questions" in records[0]


def _records(path: Path, warn: Warn) -> list[dict[str, Any]]:
    """The JSON objects in the lines of a file."""
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


def _pile_name(path: Path, folder: Path, records: list[dict[str, Any]]) -> str:
    """The path of the file without its suffix, or the name of the folder of ``questions.jsonl``."""
    suffix = next(s for s in reversed(SUFFIXES) if path.name.lower().endswith(s))
    stem = path.name[: -len(suffix)]
    if stem == "questions" and not _are_articles(records):
        return printable(path.resolve().parent.name)
    inside = path.relative_to(folder).parts[:-1] if path != folder else ()
    return printable("/".join((*inside, stem)))


def _article_tasks(record: dict[str, Any], name: str) -> tuple[Task, ...]:
    """Questions about the articles of a record; each article is a cluster, case does not matter.

    In a record with questions that are unanswerable the answers of the others are the sentences
    that people chose.
    """
    language = str(record.get("language") or AUTO)
    documents = tuple(
        Document(str(d["id"]), str(d["id"]), str(d["text"]), str(d.get("title") or ""))
        for d in record["documents"]
    )
    chosen = "unanswerable" in record
    budgets = BUDGETS_OF_CHOSEN if chosen else BUDGETS["characters"]
    if language in ("ja", "zh"):  # their characters say more
        budgets = tuple(budget * 2 // 5 for budget in budgets)
    template = Task("", "", "", documents, ("",) * len(documents), (), 0, pile=name)
    template = replace(template, language=language, unit="characters")
    tasks: list[Task] = []
    without = [{"query": question, "answers": []} for question in record.get("unanswerable", ())]
    for number, asked in enumerate([*record["questions"], *without], 1):
        cluster = str(asked.get("document") or number)
        parts = [[text] for text in asked["answers"]] if chosen else asked["answers"]
        answers = Answers(_answer_parts(parts), chosen=chosen)
        tasks += _budget_tasks(
            template, f"q{number:04}", cluster, str(asked["query"]), answers, budgets
        )
    return tuple(tasks)


def _manual_tasks(
    records: list[dict[str, Any]], name: str, pile: Path, warn: Warn, progress: Progress
) -> tuple[Task, ...]:
    """Questions about the files of a folder; each file is a cluster, case matters."""
    if not pile.is_dir():
        warn(f"skipped {name}: there is no folder {printable(str(pile))}: name one by --pile")
        return ()
    reading = read_paths([pile], progress=progress)
    for warning in reading.warnings:
        warn(warning)
    documents = tuple(reading.documents)
    if not documents:
        warn(f"skipped {name}: there is no document in {printable(str(pile))}")
        return ()
    template = Task("", "", "", documents, ("",) * len(documents), (), 0, pile=name)
    tasks: dict[str, list[Task]] = {}
    for number, asked in enumerate(records, 1):
        if "question" not in asked:
            continue
        id, question = str(asked.get("id") or f"q{number:04}"), str(asked["question"])
        if id in tasks:
            warn(f"skipped a question of {name}: there is another {printable(id)} before it")
            continue
        answers = Answers(_answer_parts(asked.get("answers") or []), case=True)
        cluster = str(asked.get("file") or id)
        tasks[id] = _budget_tasks(template, id, cluster, question, answers, BUDGETS["words"])
    return tuple(task for of_question in tasks.values() for task in of_question)


def _budget_tasks(
    template: Task, id: str, cluster: str, question: str, answers: Answers, budgets: Sequence[int]
) -> list[Task]:
    """A task like `template` for each budget."""
    asked = replace(template, cluster=cluster, question=question, answers=answers)
    return [replace(asked, id=f"{id} at {budget}", words=budget) for budget in budgets]


def _answer_parts(answers: Sequence[Any]) -> tuple[tuple[str, ...], ...]:
    """The parts of an answer: a list of strings is one part, a list of lists a part for each."""
    parts = [answers] if answers and isinstance(answers[0], str) else answers
    return tuple(tuple(map(str, part)) for part in parts)
