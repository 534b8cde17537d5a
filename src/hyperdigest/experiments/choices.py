"""What a user chooses for an experiment."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.eligibility import Eligibility


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
