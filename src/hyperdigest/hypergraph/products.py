"""Dense products that sum in one order on any number of threads, as BLAS does not."""

from __future__ import annotations

from typing import Any

import numpy as np

from hyperdigest.hypergraph.fuzzy import Floats


def inner(one: Floats, other: Floats) -> Any:
    """The inner product of (n,), or of each row of (R, n), with (n,)."""
    return np.einsum("...i,i->...", one, other)


def mixed(shares: Floats, rows: Floats) -> Floats:
    """(n,) the rows (R, n), each times its share."""
    return np.asarray(np.einsum("r,ri->i", shares, rows))
