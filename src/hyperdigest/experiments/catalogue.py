"""The experiments by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperdigest.experiments.bench import Bench
    from hyperdigest.experiments.choices import Choices
    from hyperdigest.experiments.report.report import Report

HOME = "hyperdigest.experiments.definitions"


@dataclass(frozen=True, slots=True)
class Experiment:
    """What an experiment is about, and the module whose `run` makes its report."""

    about: str
    module: str

    def run(self, bench: Bench, choices: Choices) -> Report:
        """The report, all but how it was made."""
        made: Callable[[Bench, Choices], Report] = import_module(f"{HOME}.{self.module}").run
        return made(bench, choices)


EXPERIMENTS: dict[str, Experiment] = {
    "hyperedges": Experiment("the paper's table of hyperedge models", "hyperedges"),
    "selection": Experiment("the paper's table of selection methods", "selection"),
    "summarizers": Experiment("the paper's table of graph-based summarizers", "summarizers"),
    "rivals": Experiment("both presets beside what is used today", "rivals"),
    "ablation": Experiment("the preset default without each of its parts", "ablation"),
}

ALL = ("hyperedges", "selection", "summarizers", "rivals")
"""What the name ``all`` stands for."""
