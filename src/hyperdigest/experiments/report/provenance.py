"""How the numbers of a report came about."""

from __future__ import annotations

import platform

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.report.page import Block, Bullets, Cell, Code, Grid, Heading
from hyperdigest.options import Options
from hyperdigest.signature import version

FLOOR = Options().shortest

LIBRARIES = ("hyperdigest", "numpy", "scipy", "numba", "nupunkt", "scikit-learn")


def provenance(name: str, bench: Bench, choices: Choices, warnings: tuple[str, ...]) -> list[Block]:
    """The command, options, data and versions; what went wrong first."""
    blocks: list[Block] = []
    if warnings:
        blocks += [Heading("What to know"), Bullets(warnings)]
    rows = [
        (Cell(s.name), Cell(str(len(s.tasks))), Cell(str(len({t.cluster for t in s.tasks}))),
         Cell(_references(bench, s.name)), Cell("yes" if bench.scoring(s).jackknife else "no"))
        for s in bench.sets
    ]  # fmt: skip
    made = Heading("How this was made"), Code(choices.command(name)), Bullets(tuple(facts(choices)))
    return [*blocks, *made, Grid(
        "The tasks. Tasks of a cluster share their documents.",
        ("Set", "Tasks", "Clusters", "References", "Jackknife"), tuple(rows),
    )]  # fmt: skip


def facts(choices: Choices) -> list[str]:
    """What a result depends on, a line each."""
    eligible = {
        "default": f"prose of {FLOOR} words or more, as in the preset default",
        "floor": f"any form of sentence of {FLOOR} words or more",
        "all": "every sentence",
    }[choices.eligible]
    sample = f"at most {choices.sample} clusters of each set" if choices.sample else "all clusters"
    versions = ", ".join(f"{library} {version(library)}" for library in LIBRARIES)
    return [
        f"Sentences that may be picked by all but the presets, which have rules of their own:"
        f" {eligible}.",
        f"Seed {choices.seed}; {sample}; every system fills the budget of words of the task.",
        "ROUGE as version 1.5.5 counts it: Porter's stemmer, stop words kept, texts cut at the"
        " budget. Lexical Diversity: entropy of a summary's terms over its largest value.",
        f"Python {platform.python_version()}, {versions}.",
    ]


def _references(bench: Bench, set_name: str) -> str:
    tasks = next(s.tasks for s in bench.sets if s.name == set_name)
    counts = {len(task.references) for task in tasks}
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"
