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
) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """The n of N sentences that others are quoted before, and (n, C) the numbers of these, the
    nearest first; -1 for none. C is `MOST_CONTEXTS`, or up to `MOST_IN_ALL` if there are entries
    with several terms or tables with several header rows.

    What explains a term says nothing without that: where not all sentences can be quoted that lead
    to the term, those between it and the nearest one are left out.

    Parameters
    ----------
    context : (N,) how many sentences before it the one stands that each one needs; 0 for none.
    is_term, is_header : (N,) which are terms, and header rows.
    """
    import numpy as np

    own = np.flatnonzero(context > 0)
    needed = np.full(len(context), -1, np.int32)
    nearest = needed[own] = own - context[own]
    term = _first_term(needed, own, is_term)
    others = needed[nearest]
    found = [nearest, np.where((term >= 0) & ~is_term[nearest], term, others)]
    for _ in range(MOST_CONTEXTS, MOST_IN_ALL):
        last = found[-1]
        before = np.where(last >= 0, needed[last], np.int32(-1))
        goes_on = (is_term[last] & is_term[before]) | (is_header[last] & is_header[before])
        before[~goes_on] = -1
        if (before < 0).all():
            break
        found.append(before)
    return own, np.stack(found, axis=1, dtype=np.int32, casting="same_kind")


def _first_term(
    needed: NDArray[np.int32], own: NDArray[np.intp], is_term: NDArray[np.bool_]
) -> NDArray[np.int32]:
    """(n,) the nearest term among the sentences that each of some needs, those that they need, and
    so on; -1 for none. Each pass doubles how far it looks; `needed` is -1 for all others."""
    reached, rest = needed.copy(), own
    while len(rest := rest[(reached[rest] >= 0) & ~is_term[reached[rest]]]):
        reached[rest] = reached[reached[rest]]
    return reached[own]
