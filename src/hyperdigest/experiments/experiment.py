"""Run an experiment by name: load its tasks, score its systems, write its report.

Every report ends with its provenance: the command, the options, the data and the versions.
"""

from __future__ import annotations

import platform
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from hyperdigest.base.versions import version
from hyperdigest.errors import HyperdigestError, not_installed
from hyperdigest.experiments.data.piles import load_piles
from hyperdigest.experiments.data.sets import document_task, load_sets
from hyperdigest.experiments.data.tasks import sampled
from hyperdigest.experiments.data.updates import update_sets
from hyperdigest.experiments.registry import EXPERIMENTS, Choices
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells
from hyperdigest.experiments.runner import Runner
from hyperdigest.options import Options
from hyperdigest.progress import Progress, quiet


def check_libraries() -> None:
    """Raise HyperdigestError if a library that the experiments need is not installed."""
    for name in ("sklearn", "threadpoolctl"):
        try:
            import_module(name)
        except ImportError as error:
            raise HyperdigestError(not_installed("an experiment", name, "experiments")) from error


def load_runner(
    name: str, data: Path, out: Path, choices: Choices, jobs: int = 1, progress: Progress = quiet
) -> tuple[Runner, tuple[str, ...]]:
    """A runner with the tasks of an experiment, and warnings of their loading.

    Raises HyperdigestError if `data` contains no task set, document or pile, or none of a name in
    `choices`.
    """
    kind = EXPERIMENTS[name].data if name in EXPERIMENTS else "tasks"
    warnings: list[str] = []
    if kind == "documents":
        sets = [document_task(data, choices.question, warnings.append, progress)]
    elif kind == "questions":
        pile = Path(choices.pile) if choices.pile else None
        sets = load_piles(data, choices.sets, pile, warnings.append, progress)
    else:
        sets = load_sets(data, choices.sets, warn=warnings.append)
        sets = update_sets(sets) if kind == "updates" else sets
    if choices.sample is not None:
        sets = [sampled(task_set, choices.sample) for task_set in sets]
    how = (choices.eligible, choices.seed, choices.jackknife)
    return Runner(tuple(sets), out, *how, jobs, progress), tuple(warnings)


def run_experiment(
    name: str, runner: Runner, choices: Choices, warnings: tuple[str, ...] = ()
) -> page.Report:
    """Run an experiment and write its report to the folder `name` in `runner.out`.

    `warnings` are earlier ones, which the report lists too.
    """
    module = import_module(f"hyperdigest.experiments.{EXPERIMENTS[name].module}")
    made: page.Report = getattr(module, f"run_{name.replace('-', '_')}")(runner, choices)
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


HOW_SUMMARIES_ARE_SCORED = (
    "ROUGE as in version 1.5.5: Porter's stemmer, stop words kept, texts cut at the budget."
    " Content SU4: ROUGE-SU4 after texts are cut at the budget and 152 English stop words are then"
    " removed from both sides. Lexical Diversity: entropy of a summary's terms over"
    " its largest value."
)

HOW_ANSWERS_ARE_SCORED = (
    "A digest has an answer if it quotes one of its strings, apart from white space; case matters"
    " only for manuals. A broad question scores the share of its parts."
)


def provenance(
    name: str, runner: Runner, choices: Choices, warnings: tuple[str, ...]
) -> list[page.Block]:
    """The warnings, then the command, options, data and versions."""
    shortest = Options().shortest
    eligible = {
        "default": f"prose of {shortest} words or more, as in the preset default",
        "floor": f"any form of sentence of {shortest} words or more",
        "all": "every sentence",
    }[choices.eligible]
    sample = f"at most {choices.sample} clusters of each set" if choices.sample else "all clusters"
    asks = EXPERIMENTS[name].data == "questions"
    libraries = ("hyperdigest", "numpy", "scipy", "numba", "nupunkt", "scikit-learn")
    versions = ", ".join(f"{library} {version(library)}" for library in libraries)
    facts = (
        f"Eligible sentences, except for the presets, which have rules of their own: {eligible}.",
        f"Seed {choices.seed}; {sample}; every system fills the budget of the task.",
        HOW_ANSWERS_ARE_SCORED if asks else HOW_SUMMARIES_ARE_SCORED,
        f"Python {platform.python_version()}, {versions}.",
    )
    return [
        *((page.Heading("Warnings"), page.Bullets(warnings)) if warnings else ()),
        page.Heading("How this was made"),
        page.Code(choices.command(name)),
        page.Bullets(facts),
        piles_grid(runner) if asks else tasks_grid(runner),
    ]


def tasks_grid(runner: Runner) -> page.Grid:
    """A row for each task set."""
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


def piles_grid(runner: Runner) -> page.Grid:
    """A row for each pile."""
    rows = []
    for task_set in runner.sets:
        first, tasks = task_set.tasks[0], len(task_set.tasks)
        sizes = len(first.documents), tasks // len(task_set.budgets), tasks
        rows.append(cells(task_set.name, first.language, *sizes))
    head = ("Pile", "Language", "Documents", "Questions", "Tasks")
    return page.Grid("The piles. A task is a question at a budget.", head, tuple(rows))
