"""Teh's sampler of hierarchies of any depth, as the library in C that R's package hdp builds."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TypeGuard

import numpy as np

from corpora import Corpus
from hyperdigest.topics import TopicSample
from hyperdigest.topics.data import occurring_topics
from measuring import child_seconds

SCRIPT = Path(__file__).with_suffix(".R")


def installed(library: Path | None) -> TypeGuard[Path]:
    """Whether the library was built and there is R to run it."""
    return library is not None and shutil.which("Rscript") is not None


def sample(
    library: Path,
    data: Corpus,
    sweeps: int,
    *,
    concentrations: tuple[float, float, float],
    zeta: float,
) -> tuple[float, TopicSample]:
    """CPU seconds of the sweeps, as R counts them, and the topic of each token after them.

    Parameters
    ----------
    concentrations : those of the corpus, of documents and of sentences.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in ("terms", "sentences", "documents"):
            np.savetxt(Path(folder) / name, getattr(data, name), fmt="%d")
        numbers = data.n_terms, sweeps, *concentrations, zeta
        _, printed = child_seconds(["Rscript", SCRIPT, library.resolve(), folder, *numbers])
    cpu, drawn = printed.splitlines()
    return float(cpu), occurring_topics(np.array(drawn.split(), np.int32))
