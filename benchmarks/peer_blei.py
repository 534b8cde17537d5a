"""hdp-faster of Blei's lab: a two-layer sampler in C++, as the program that its makefile builds."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from measuring import child_seconds


def lda_c(groups: Iterable[Iterable[str]]) -> str:
    """A line a group of terms, as LDA-C reads them: how many differ, then each with its count."""
    counts = map(Counter, groups)
    lines = (" ".join([f"{len(n)}", *(f"{term}:{n[term]}" for term in n)]) for n in counts)
    return "".join(f"{line}\n" for line in lines)


def sample(
    program: Path,
    groups: Sequence[Sequence[str]],
    sweeps: int,
    *,
    gamma: float,
    alpha: float,
    zeta: float,
) -> tuple[float, int]:
    """CPU seconds of the sweeps and the topics after them.

    Reading, the first pass that gives every token a topic, and writing are in a run without
    sweeps too, and taken off. The log-likelihood after every sweep cannot be turned off.
    """
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "groups.ldac"
        data.write_text(lda_c(groups))
        command = [program.resolve(), "--train_data", data, "--directory", folder]
        command += ["--gamma", gamma, "--alpha", alpha, "--eta", zeta, "--random_seed", 1]
        command += ["--max_time", -1, "--save_lag", -1, "--max_iter"]
        without, _ = child_seconds([*command, 0])
        cpu, _ = child_seconds([*command, sweeps])
        last = (Path(folder) / "train.log").read_text().splitlines()[-1]
    return cpu - without, int(last.split()[2])
