"""The sentences that are quoted before each one.

They are the one that it needs, what that needs, and the terms of the entry or the header rows of
the table that they are in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_CONTEXTS = 2
"""How many sentences are quoted before one at most, so that it can be understood."""

MOST_IN_ALL = 4
"""How many these may be with the other terms of an entry that has several, or the other header rows
of a table: the name of a column says little without those of its groups."""


def chains(
    context: NDArray[np.int32], is_term: NDArray[np.bool_], is_header: NDArray[np.bool_]
) -> NDArray[np.int32]:
    """(N, C) the numbers of the sentences that are quoted before each one, the nearest first; -1
    for none. C is `MOST_CONTEXTS`, or up to `MOST_IN_ALL` if there are entries with several terms
    or tables with several header rows.

    What explains a term says nothing without that: where not all sentences can be quoted that lead
    to the term, those between it and the nearest one are left out.

    Parameters
    ----------
    context : (N,) how many sentences before it the one stands that each one needs; 0 for none.
    is_term, is_header : (N,) which are terms, and header rows.
    """
    import numpy as np

    number = np.arange(len(context), dtype=np.int32)
    needed = np.where(context > 0, number - context, np.int32(-1))
    nearest, below_term = needed, (needed >= 0) & is_term[needed]
    term = _first_term(needed, is_term)
    others = np.where(nearest >= 0, needed[nearest], np.int32(-1))
    found = [nearest, np.where((term >= 0) & ~below_term, term, others)]
    for _ in range(MOST_CONTEXTS, MOST_IN_ALL):
        last = found[-1]
        before = np.where(last >= 0, needed[last], np.int32(-1))
        goes_on = (is_term[last] & is_term[before]) | (is_header[last] & is_header[before])
        before[~goes_on] = -1
        if (before < 0).all():
            break
        found.append(before)
    return np.stack(found, axis=1)


def _first_term(needed: NDArray[np.int32], is_term: NDArray[np.bool_]) -> NDArray[np.int32]:
    """(N,) the nearest term among the sentences that each one needs, those that they need, and so
    on; -1 for none. Each pass doubles how far it looks."""
    import numpy as np

    reached = needed.copy()
    while len(rest := np.flatnonzero((reached >= 0) & ~is_term[reached])):
        reached[rest] = reached[reached[rest]]
    return reached
