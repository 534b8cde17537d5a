"""How the numbers of a report came about."""

from __future__ import annotations

import platform

from hyperdigest.experiments.answers.levels import budgets
from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.catalogue import EXPERIMENTS
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.report.page import Block, Bullets, Cell, Code, Grid, Heading
from hyperdigest.options import Options
from hyperdigest.signature import version

FLOOR = Options().shortest

SUMMARIES = (
    "ROUGE as version 1.5.5 counts it: Porter's stemmer, stop words kept, texts cut at the budget."
    " Content SU4: ROUGE-SU4 of what is left where texts are cut at the budget and 153 English stop"
    " words are then taken out of both sides. Lexical Diversity: entropy of a summary's terms over"
    " its largest value."
)
ANSWERS = (
    "A digest holds an answer where one of its strings stands in the sentences quoted, white space"
    " aside; capitals count in manuals alone. A broad question scores the share of its parts."
)
"""How digests are scored."""

LIBRARIES = ("hyperdigest", "numpy", "scipy", "numba", "nupunkt", "scikit-learn")


def provenance(name: str, bench: Bench, choices: Choices, warnings: tuple[str, ...]) -> list[Block]:
    """The command, options, data and versions; what went wrong first."""
    blocks: list[Block] = []
    if warnings:
        blocks += [Heading("What to know"), Bullets(warnings)]
    told = Bullets(tuple(facts(name, choices)))
    made = Heading("How this was made"), Code(choices.command(name)), told
    return [*blocks, *made, (_of_piles if _asks(name) else _of_tasks)(bench)]


def _of_tasks(bench: Bench) -> Grid:
    rows = [
        (Cell(s.name), Cell(str(len(s.tasks))), Cell(str(len({t.cluster for t in s.tasks}))),
         Cell(_references(bench, s.name)), Cell("yes" if bench.scoring(s).jackknife else "no"))
        for s in bench.sets
    ]  # fmt: skip
    return Grid(
        "The tasks. Tasks of a cluster share their documents.",
        ("Set", "Tasks", "Clusters", "References", "Jackknife"), tuple(rows),
    )  # fmt: skip


def _of_piles(bench: Bench) -> Grid:
    rows = [
        (Cell(s.name), Cell(s.tasks[0].language), Cell(str(len(s.tasks[0].documents))),
         Cell(str(len(s.tasks) // len(budgets(s)))), Cell(str(len(s.tasks))))
        for s in bench.sets
    ]  # fmt: skip
    return Grid(
        "The piles. A task is a question at a budget.",
        ("Pile", "Language", "Documents", "Questions", "Tasks"), tuple(rows),
    )  # fmt: skip


def _asks(name: str) -> bool:
    return EXPERIMENTS[name].data == "questions"


def facts(name: str, choices: Choices) -> list[str]:
    """What a result depends on, a line each."""
    eligible = {
        "default": f"prose of {FLOOR} words or more, as in the preset default",
        "floor": f"any form of sentence of {FLOOR} words or more",
        "all": "every sentence",
    }[choices.eligible]
    sample = f"at most {choices.sample} clusters of each set" if choices.sample else "all clusters"
    scored = ANSWERS if _asks(name) else SUMMARIES
    versions = ", ".join(f"{library} {version(library)}" for library in LIBRARIES)
    return [
        f"Sentences that may be picked by all but the presets, which have rules of their own:"
        f" {eligible}.",
        f"Seed {choices.seed}; {sample}; every system fills the budget of the task.",
        scored,
        f"Python {platform.python_version()}, {versions}.",
    ]


def _references(bench: Bench, set_name: str) -> str:
    tasks = next(s.tasks for s in bench.sets if s.name == set_name)
    counts = {len(task.references) for task in tasks}
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"
