"""Systems beside each other: the experiments that are tables."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.scoring import R1, R2, SU4


@dataclass(frozen=True)
class Comparison:
    """Rows of a table, and what is measured of them.

    Parameters
    ----------
    about : what is compared, in a paragraph.
    entries : in the order of the paper's table.
    reference : label of the row that the others are tested against.
    measures : the columns.
    beyond : labels of rows that no other is to beat, so that bold leaves them out.
    """

    title: str
    about: str
    entries: tuple[Entry, ...]
    reference: str
    measures: tuple[str, ...] = (R1, R2, SU4)
    beyond: tuple[str, ...] = ()
