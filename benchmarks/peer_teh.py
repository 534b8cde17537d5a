"""Teh's sampler of hierarchies of any depth, as the library in C that R's package hdp builds."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from corpora import Corpus
from measuring import child_seconds

SCRIPT = Path(__file__).with_suffix(".R")


def sample(
    library: Path,
    data: Corpus,
    sweeps: int,
    *,
    concentrations: tuple[float, float, float],
    zeta: float,
) -> tuple[float, int]:
    """CPU seconds of the sweeps, as R counts them, and the topics after them.

    Parameters
    ----------
    concentrations : those of the corpus, of documents and of sentences.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in ("terms", "sentences", "documents"):
            np.savetxt(Path(folder) / name, getattr(data, name), fmt="%d")
        numbers = data.n_terms, sweeps, *concentrations, zeta
        _, printed = child_seconds(["Rscript", SCRIPT, library.resolve(), folder, *numbers])
    cpu, topics = printed.split()
    return float(cpu), int(topics)
