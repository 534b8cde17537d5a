"""Load scipy's sparse matrices in half the time, for a process that answers one question.

scipy takes over every name of numpy as it is loaded, which loads modules of numpy that it does not
use, such as a compiler of Fortran and a framework for tests. They are loaded later where something
else needs them.
"""

from __future__ import annotations

import sys

UNUSED = frozenset({"f2py", "testing"})
"""Modules of numpy that numpy itself loads when they are first named."""


def load_sparse() -> None:
    """Load `scipy.sparse`, while numpy does not list `UNUSED` among its names."""
    if "scipy" in sys.modules:
        return
    import numpy as np

    names = vars(np)
    listed = {name: names[name] for name in ("__all__", "__dir__")}
    exported, used = (
        [name for name in each if name not in UNUSED] for each in (np.__all__, dir(np))
    )
    try:
        names.update(__all__=exported, __dir__=lambda: used)
        import scipy.sparse  # noqa: F401
    finally:
        names.update(listed)
