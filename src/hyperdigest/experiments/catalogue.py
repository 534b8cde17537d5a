"""The experiments by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from hyperdigest.experiments.bench import Bench
    from hyperdigest.experiments.choices import Choices
    from hyperdigest.experiments.report.report import Report

HOME = "hyperdigest.experiments.definitions"


@dataclass(frozen=True, slots=True)
class Experiment:
    """What an experiment is about, and the module whose `run` makes its report.

    Parameters
    ----------
    data : what its folder of data holds.
    """

    about: str
    module: str
    data: Literal["tasks", "documents", "questions"] = "tasks"

    def run(self, bench: Bench, choices: Choices) -> Report:
        """The report, all but how it was made."""
        made: Callable[[Bench, Choices], Report] = import_module(f"{HOME}.{self.module}").run
        return made(bench, choices)


EXPERIMENTS: dict[str, Experiment] = {
    "hyperedges": Experiment("the paper's table of hyperedge models", "hyperedges"),
    "selection": Experiment("the paper's table of selection methods", "selection"),
    "summarizers": Experiment("the paper's table of graph-based summarizers", "summarizers"),
    "rivals": Experiment("both presets beside all rivals", "rivals"),
    "duc": Experiment("the paper's table of people and systems of DUC", "duc"),
    "concentrations": Experiment("alpha, beta and gamma, tuned as in the paper", "concentrations"),
    "balances": Experiment("lambda, mu and nu, tuned as in the paper", "balances"),
    "rival-parameters": Experiment("the rivals' parameters, tuned alike", "rival_parameters"),
    "readings": Experiment("the equation of relevance read in three ways", "readings"),
    "sweeps": Experiment("scores and likelihood as the sampler goes on", "sweeps"),
    "curves": Experiment("the paper's six figures: lambda, mu and nu vary", "curves"),
    "example": Experiment("the paper's example: sentences with topics", "example", "documents"),
    "ablation": Experiment("the preset default without each of its parts", "ablation"),
    "answers": Experiment("whether a short digest holds a known answer", "answers", "questions"),
}

ALL = ("hyperedges", "selection", "summarizers", "rivals", "readings", "duc")
"""What the name ``all`` stands for."""
