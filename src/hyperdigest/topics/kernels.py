"""Where the compiled sampler is kept, for a user to see."""

from __future__ import annotations

from pathlib import Path

NOWHERE = "no folder to keep them can be written, so set NUMBA_CACHE_DIR to one that can"


def kernel_folder() -> Path | None:
    """The folder that keeps compiled kernels, None where none can be written."""
    from hyperdigest.topics.compiling import kept_in
    from hyperdigest.topics.gibbs import sweep

    return kept_in(sweep)


def kernel_cache() -> str:
    """Where compiled kernels are kept, or that none are yet."""
    from hyperdigest.topics.compiling import is_kept
    from hyperdigest.topics.gibbs import sweep

    folder = kernel_folder()
    if folder is None:
        return f"compiled in every run: {NOWHERE}"
    if is_kept(sweep):
        return f"compiled, in {folder}"
    return f"not compiled yet, to be kept in {folder}: `hyperdigest doctor --warm` does it"
