"""The experiments by name, and the options that a user gives for one of them.

This module imports nothing heavy, because the command line shows the list. The module that makes a
report is imported when its experiment runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from hyperdigest.options import Options


@dataclass(frozen=True, slots=True)
class Experiment:
    """What an experiment is about, and the module that makes its report.

    `module` has a function ``run_NAME``, which takes a runner and choices and returns the report,
    without its provenance. `data` is what the folder of data contains.
    """

    about: str
    module: str
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
    "sweeps": Experiment("scores and likelihood as the sampler goes on", "paper.sweeps"),
    "curves": Experiment("the paper's six figures: lambda, mu and nu vary", "paper.curves"),
    "example": Experiment(
        "the paper's example: sentences with topics", "paper.example", "documents"
    ),
    "ablation": Experiment("the preset default without each of its parts", "paper.tables"),
    "updates": Experiment(
        "digests for a reader of earlier documents: what is new, and what is repeated",
        "updates",
        "updates",
    ),
    "answers": Experiment("whether a short digest quotes a known answer", "answers", "questions"),
}

ALL = ("hyperedges", "selection", "summarizers", "rivals", "readings", "duc")
"""The experiments that the name ``all`` runs."""

Eligibility = Literal["default", "floor", "all"]
ELIGIBILITIES: tuple[Eligibility, ...] = get_args(Eligibility)


def eligibility_options(name: Eligibility) -> Options:
    """Options with a rule for the sentences that are eligible.

    ``default`` is the rule of the preset default, ``floor`` allows sentences of any form that have
    its least number of words, and ``all`` allows every sentence.
    """
    changes: dict[Eligibility, dict[str, Any]] = {
        "default": {},
        "floor": {"any_form": True},
        "all": {"any_form": True, "shortest": 1},
    }
    return Options.preset("default", **changes[name])


@dataclass(frozen=True)
class Choices:
    """The options of an experiment, except the folders of its data and results.

    `sets` are the names of the sets to use, all if it is empty. `sample` is the largest number of
    clusters of each set, None for all. `jackknife` None means only for sets called ``duc...``.
    `model`, a folder of sentence embeddings, is for the experiments ``rivals`` and ``answers``,
    `question` for ``example``, and `pile`, the folder of the documents, for ``answers``. If
    `full_grid`, tuning tries every combination.
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
        """The command that repeats the experiment, with DATA and OUT for the two folders."""
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
