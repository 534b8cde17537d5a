"""Run an experiment by name: load its tasks, score its systems, write its report.

Every report ends with its provenance: the command, the options, the data and the versions.
"""

from __future__ import annotations

import platform
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from hyperdigest.base.versions import version
from hyperdigest.errors import HyperdigestError, OptionError, not_installed
from hyperdigest.experiments.answers import budgets
from hyperdigest.experiments.data.piles import load_piles
from hyperdigest.experiments.data.sets import document_task, load_sets
from hyperdigest.experiments.data.tasks import TaskSet, sampled
from hyperdigest.experiments.data.updates import update_sets
from hyperdigest.experiments.registry import EXPERIMENTS, Choices
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells
from hyperdigest.experiments.runner import Runner
from hyperdigest.options import Options
from hyperdigest.progress import Progress, quiet

NEEDED = ("sklearn", "matplotlib", "threadpoolctl")


def check_libraries() -> None:
    """Raise a HyperdigestError where a library that the experiments need is not installed."""
    for name in NEEDED:
        try:
            import_module(name)
        except ImportError as error:
            raise HyperdigestError(not_installed("an experiment", name, "experiments")) from error


def load_runner(
    name: str, data: Path, out: Path, choices: Choices, jobs: int = 1, progress: Progress = quiet
) -> tuple[Runner, tuple[str, ...]]:
    """The tasks of an experiment, ready to score systems on, and warnings of their loading.

    A HyperdigestError is raised where `data` holds no task set, or none of a name asked for; no
    document; or no pile.
    """
    kind = EXPERIMENTS[name].data if name in EXPERIMENTS else "tasks"
    told: list[str] = []
    if kind == "documents":
        sets = [document_task(data, choices.question, told.append, progress)]
    elif kind == "questions":
        pile = Path(choices.pile) if choices.pile else None
        sets = load_piles(data, choices.sets, pile, told.append, progress)
    else:
        sets = load_sets(data, choices.sets, warn=told.append)
        sets = updates_of(sets) if kind == "updates" else sets
    if choices.sample is not None:
        sets = [sampled(task_set, choices.sample) for task_set in sets]
    how = (choices.eligible, choices.seed, choices.jackknife)
    return Runner(tuple(sets), out, *how, jobs, progress), tuple(told)


def updates_of(sets: list[TaskSet]) -> list[TaskSet]:
    """The sets as updates; an OptionError where no task has documents for three parts."""
    found = update_sets(sets)
    if not found:
        names = ", ".join(task_set.name for task_set in sets)
        raise OptionError(
            f"no task of {names} has 3 documents or more to deal out: name other sets"
        )
    return found


def run_experiment(
    name: str, runner: Runner, choices: Choices, warnings: tuple[str, ...] = ()
) -> page.Report:
    """Run an experiment and write its report to a folder of its name below `runner.out`.

    `warnings` is what is known already, to be told in the report.
    """
    home = import_module(f"hyperdigest.experiments.{EXPERIMENTS[name].home}")
    made: page.Report = getattr(home, f"run_{name.replace('-', '_')}")(runner, choices)
    warnings = (*warnings, *made.warnings)
    end = provenance(name, runner, choices, warnings)
    command = choices.command(name)
    blocks = [
        replace(block, command=command) if isinstance(block, page.Grid) else block
        for block in made.blocks
    ]
    numbers = {"command": command, **made.numbers}
    report = replace(made, blocks=[*blocks, *end], numbers=numbers, warnings=warnings)
    page.write_report(report, runner.out / name)
    return report


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


def provenance(
    name: str, runner: Runner, choices: Choices, warnings: tuple[str, ...]
) -> list[page.Block]:
    """The command, options, data and versions; what went wrong first."""
    eligible = {
        "default": f"prose of {FLOOR} words or more, as in the preset default",
        "floor": f"any form of sentence of {FLOOR} words or more",
        "all": "every sentence",
    }[choices.eligible]
    sample = f"at most {choices.sample} clusters of each set" if choices.sample else "all clusters"
    asks = EXPERIMENTS[name].data == "questions"
    versions = ", ".join(f"{library} {version(library)}" for library in LIBRARIES)
    facts = (
        f"Sentences that may be picked by all but the presets, which have rules of their own:"
        f" {eligible}.",
        f"Seed {choices.seed}; {sample}; every system fills the budget of the task.",
        ANSWERS if asks else SUMMARIES,
        f"Python {platform.python_version()}, {versions}.",
    )
    return [
        *((page.Heading("What to know"), page.Bullets(warnings)) if warnings else ()),
        page.Heading("How this was made"),
        page.Code(choices.command(name)),
        page.Bullets(facts),
        _of_piles(runner) if asks else _of_tasks(runner),
    ]


def _of_tasks(runner: Runner) -> page.Grid:
    rows = []
    for task_set in runner.sets:
        counts = [len(task.references) for task in task_set.tasks]
        low, high = min(counts), max(counts)
        references = f"{low}" if low == high else f"{low} to {high}"
        jackknife = "yes" if runner.scoring(task_set).jackknife else "no"
        sizes = len(task_set.tasks), len(task_set.clusters)
        rows.append(cells(task_set.name, *sizes, references, jackknife))
    head = ("Set", "Tasks", "Clusters", "References", "Jackknife")
    return page.Grid("The tasks. Tasks of a cluster share their documents.", head, tuple(rows))


def _of_piles(runner: Runner) -> page.Grid:
    rows = []
    for task_set in runner.sets:
        first, tasks = task_set.tasks[0], len(task_set.tasks)
        sizes = len(first.documents), tasks // len(budgets(task_set)), tasks
        rows.append(cells(task_set.name, first.language, *sizes))
    head = ("Pile", "Language", "Documents", "Questions", "Tasks")
    return page.Grid("The piles. A task is a question at a budget.", head, tuple(rows))
