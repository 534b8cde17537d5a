"""The experiments by name, and what a user chooses for one of them.

The command line shows this list, so that this module imports nothing heavy: the module that makes a
report is imported when its experiment runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, get_args

from hyperdigest.options import Options


@dataclass(frozen=True, slots=True)
class Experiment:
    """What an experiment is about, and what makes its report.

    Parameters
    ----------
    run_by : the module and its function, with a colon between.
    data : what its folder of data holds.
    """

    about: str
    run_by: str
    data: Literal["tasks", "documents", "questions"] = "tasks"

    def load(self) -> Callable[..., Any]:
        """The function that makes the report of a runner and choices, all but how it was made."""
        home, name = self.run_by.split(":")
        function: Callable[..., Any] = getattr(
            import_module(f"hyperdigest.experiments.{home}"), name
        )
        return function


EXPERIMENTS: dict[str, Experiment] = {
    "hyperedges": Experiment(
        "the paper's table of hyperedge models", "paper.tables:run_hyperedges"
    ),
    "selection": Experiment("the paper's table of selection methods", "paper.tables:run_selection"),
    "summarizers": Experiment(
        "the paper's table of graph-based summarizers", "paper.tables:run_summarizers"
    ),
    "rivals": Experiment("both presets beside all rivals", "paper.tables:run_rivals"),
    "duc": Experiment("the paper's table of people and systems of DUC", "paper.duc:run_duc"),
    "concentrations": Experiment(
        "alpha, beta and gamma, tuned as in the paper", "paper.tuning:run_concentrations"
    ),
    "balances": Experiment("lambda, mu and nu, tuned as in the paper", "paper.tuning:run_balances"),
    "rival-parameters": Experiment(
        "the rivals' parameters, tuned alike", "paper.tuning:run_rival_parameters"
    ),
    "readings": Experiment(
        "the equation of relevance read in three ways", "paper.tables:run_readings"
    ),
    "sweeps": Experiment("scores and likelihood as the sampler goes on", "paper.curves:run_sweeps"),
    "curves": Experiment(
        "the paper's six figures: lambda, mu and nu vary", "paper.curves:run_curves"
    ),
    "example": Experiment(
        "the paper's example: sentences with topics", "paper.example:run_example", "documents"
    ),
    "ablation": Experiment(
        "the preset default without each of its parts", "paper.tables:run_ablation"
    ),
    "answers": Experiment(
        "whether a short digest holds a known answer", "answers:run_answers", "questions"
    ),
}

ALL = ("hyperedges", "selection", "summarizers", "rivals", "readings", "duc")
"""What the name ``all`` stands for."""

Eligibility = Literal["default", "floor", "all"]

ELIGIBILITIES: tuple[Eligibility, ...] = get_args(Eligibility)

OWN = "own"
"""What stands in records of systems that say themselves which sentences may be picked."""

GIVEN = "given"
"""What stands in records of summaries that the data brings."""


def eligibility_options(name: Eligibility) -> Options:
    """Options whose sentences are eligible.

    ``default`` is the preset's own rule, ``floor`` sentences of any form as long as it asks for,
    ``all`` every sentence.
    """
    changes: dict[Eligibility, dict[str, Any]] = {
        "default": {},
        "floor": {"prose_only": False},
        "all": {"prose_only": False, "shortest": 1},
    }
    return Options.preset("default", **changes[name])


@dataclass(frozen=True)
class Choices:
    """The options of an experiment, but for where its data and results lie.

    Parameters
    ----------
    sets : names of the sets wanted; all where empty.
    sample : most clusters taken of each set; None takes all.
    jackknife : None for sets called ``duc...`` only.
    model : of sentence embeddings, for the experiments ``rivals`` and ``answers``.
    full_grid : try every combination where parameters are tuned.
    question : for the experiment ``example``.
    pile : folder of the documents, for the experiment ``answers``.
    """

    sets: tuple[str, ...] = ()
    sample: int | None = None
    eligible: Eligibility = "default"
    seed: int = 0
    jackknife: bool | None = None
    model: str = ""
    full_grid: bool = False
    question: str = ""
    pile: str = ""

    def command(self, name: str) -> str:
        """The command that repeats the experiment, with places for the two folders."""
        parts = ["hyperdigest experiment", name, "--data DATA --out OUT"]
        parts += [f'--sets "{name}"' if " " in name else f"--sets {name}" for name in self.sets]
        parts += [f"--sample {self.sample}"] if self.sample is not None else []
        parts += [f"--eligible {self.eligible}"] if self.eligible != "default" else []
        parts += [f"--seed {self.seed}"] if self.seed else []
        if self.jackknife is not None:
            parts.append("--jackknife" if self.jackknife else "--no-jackknife")
        parts += ["--model MODEL"] if self.model else []
        parts += ["--full-grid"] if self.full_grid else []
        parts += [f'--question "{self.question}"'] if self.question else []
        parts += ["--pile PILE"] if self.pile else []
        return " ".join(parts)
