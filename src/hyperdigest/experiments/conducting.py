"""Carry out an experiment: load the tasks, run, write the report."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

from hyperdigest.errors import HyperdigestError
from hyperdigest.evaluation.datasets import load_sets
from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.catalogue import EXPERIMENTS
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.report.page import Page
from hyperdigest.experiments.report.provenance import provenance
from hyperdigest.experiments.report.report import Report, write_report
from hyperdigest.experiments.sampling import sampled
from hyperdigest.progress import Progress, quiet

NEEDED = ("joblib", "sklearn", "matplotlib")


def check_libraries() -> None:
    """Raise a HyperdigestError where a library that the experiments need is not installed."""
    for name in NEEDED:
        try:
            import_module(name)
        except ImportError as error:
            raise HyperdigestError(
                f"experiments need the library {name}, which is not installed:"
                ' pip install "hyperdigest[experiments]"'
            ) from error


def load_bench(
    data: Path, out: Path, choices: Choices, jobs: int = 1, progress: Progress = quiet
) -> tuple[Bench, tuple[str, ...]]:
    """The tasks asked for, ready to score systems on, and warnings of their loading.

    Raises
    ------
    OptionError
        where `data` holds no task set, or none of a name asked for.
    """
    warnings: list[str] = []
    sets = load_sets(data, choices.sets, warn=warnings.append)
    if choices.sample is not None:
        sets = [sampled(task_set, choices.sample) for task_set in sets]
    bench = Bench(
        tuple(sets), out, choices.eligible, choices.seed, choices.jackknife, jobs, progress
    )
    return bench, tuple(warnings)


def conduct(name: str, bench: Bench, choices: Choices, warnings: tuple[str, ...] = ()) -> Report:
    """Run an experiment and write its report to a folder of its name below `bench.out`.

    Parameters
    ----------
    warnings : what is known already, to be told in the report.
    """
    made = EXPERIMENTS[name].run(bench, choices)
    warnings = (*warnings, *made.warnings)
    end = provenance(name, bench, choices, warnings)
    page = Page(made.page.title, (*made.page.blocks, *end))
    numbers = {"command": choices.command(name), **made.numbers}
    report = replace(made, page=page, numbers=numbers, warnings=warnings)
    write_report(report, bench.out / name)
    return report
