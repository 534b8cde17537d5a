"""Carry out an experiment: load the tasks, run, write the report."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

from hyperdigest.errors import HyperdigestError
from hyperdigest.evaluation.datasets import load_sets
from hyperdigest.evaluation.tasks import TaskSet
from hyperdigest.experiments.answers.piles import load_piles
from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.catalogue import EXPERIMENTS
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.documents import document_task
from hyperdigest.experiments.report.page import Block, Grid, Page
from hyperdigest.experiments.report.provenance import provenance
from hyperdigest.experiments.report.report import Report, write_report
from hyperdigest.experiments.sampling import sampled
from hyperdigest.progress import Progress, quiet
from hyperdigest.system.missing import not_installed

NEEDED = ("sklearn", "matplotlib", "threadpoolctl")


def check_libraries() -> None:
    """Raise a HyperdigestError where a library that the experiments need is not installed."""
    for name in NEEDED:
        try:
            import_module(name)
        except ImportError as error:
            raise HyperdigestError(not_installed("an experiment", name, "experiments")) from error


def load_bench(
    name: str, data: Path, out: Path, choices: Choices, jobs: int = 1, progress: Progress = quiet
) -> tuple[Bench, tuple[str, ...]]:
    """The tasks of an experiment, ready to score systems on, and warnings of their loading.

    Raises
    ------
    HyperdigestError
        where `data` holds no task set, or none of a name asked for; no document; or no pile.
    """
    sets, warnings = _load(name, data, choices, progress)
    how = (choices.eligible, choices.seed, choices.jackknife)
    return Bench(sets, out, *how, jobs, progress), warnings


def _load(
    name: str, data: Path, choices: Choices, progress: Progress
) -> tuple[tuple[TaskSet, ...], tuple[str, ...]]:
    kind = EXPERIMENTS[name].data if name in EXPERIMENTS else "tasks"
    if kind == "documents":
        task_set, told = document_task(data, choices.question, progress)
        return (task_set,), told
    warnings: list[str] = []
    if kind == "questions":
        pile = Path(choices.pile) if choices.pile else None
        sets = load_piles(data, choices.sets, pile, warnings.append, progress)
    else:
        sets = load_sets(data, choices.sets, warn=warnings.append)
    if choices.sample is not None:
        sets = [sampled(task_set, choices.sample) for task_set in sets]
    return tuple(sets), tuple(warnings)


def conduct(name: str, bench: Bench, choices: Choices, warnings: tuple[str, ...] = ()) -> Report:
    """Run an experiment and write its report to a folder of its name below `bench.out`.

    Parameters
    ----------
    warnings : what is known already, to be told in the report.
    """
    made = EXPERIMENTS[name].run(bench, choices)
    warnings = (*warnings, *made.warnings)
    end = provenance(name, bench, choices, warnings)
    command = choices.command(name)
    page = Page(made.page.title, (*(_told(block, command) for block in made.page.blocks), *end))
    numbers = {"command": command, **made.numbers}
    report = replace(made, page=page, numbers=numbers, warnings=warnings)
    write_report(report, bench.out / name)
    return report


def _told(block: Block, command: str) -> Block:
    """A table with the command that makes it; other blocks as they are."""
    return replace(block, command=command) if isinstance(block, Grid) else block
