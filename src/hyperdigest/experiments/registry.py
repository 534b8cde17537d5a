"""The experiments by name, and what a user chooses for one of them.

The command line shows this list, so that this module imports nothing heavy: the module that makes a
report is imported when its experiment runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from hyperdigest.options import Options


@dataclass(frozen=True, slots=True)
class Experiment:
    """What an experiment is about, and what makes its report.

    `home` is the module of the function ``run_NAME``, which gives the report of a runner and
    choices, all but how it was made. `data` says what its folder of data holds.
    """

    about: str
    home: str
    data: Literal["tasks", "updates", "documents", "questions"] = "tasks"


EXPERIMENTS: dict[str, Experiment] = {
    "hyperedges": Experiment("the paper's table of hyperedge models", "paper.tables"),
    "selection": Experiment("the paper's table of selection methods", "paper.tables"),
    "summarizers": Experiment("the paper's table of graph-based summarizers", "paper.tables"),
    "rivals": Experiment("both presets beside all rivals", "paper.tables"),
    "duc": Experiment("the paper's table of people and systems of DUC", "paper.duc"),
    "concentrations": Experiment("alpha, beta and gamma, tuned as in the paper", "paper.tuning"),
    "balances": Experiment("lambda, mu and nu, tuned as in the paper", "paper.tuning"),
    "rival-parameters": Experiment("the rivals' parameters, tuned alike", "paper.tuning"),
    "readings": Experiment("the equation of relevance read in three ways", "paper.tables"),
    "sweeps": Experiment("scores and likelihood as the sampler goes on", "paper.curves"),
    "curves": Experiment("the paper's six figures: lambda, mu and nu vary", "paper.curves"),
    "example": Experiment(
        "the paper's example: sentences with topics", "paper.example", "documents"
    ),
    "ablation": Experiment("the preset default without each of its parts", "paper.tables"),
    "updates": Experiment(
        "what is new to a reader of earlier documents, and what is told again", "updates", "updates"
    ),
    "answers": Experiment("whether a short digest holds a known answer", "answers", "questions"),
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

    `sets` names the sets wanted; all where empty. `sample` is the most clusters taken of each set;
    None takes all. `jackknife` is None for sets called ``duc...`` only. `model`, of sentence
    embeddings, is for the experiments ``rivals`` and ``answers``, `question` for ``example``, and
    `pile`, the folder of the documents, for ``answers``. With `full_grid` every combination is
    tried where parameters are tuned.
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
