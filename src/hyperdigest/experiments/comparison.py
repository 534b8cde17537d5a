"""Systems beside each other: the experiments that are tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.published import Figures
from hyperdigest.experiments.scoring import CONTENT, R1, R2, SU4


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
    watched : labels of rows of which it is told, as of the reference, how they stand.
    paper : what the paper found, a sentence or two; empty where it has no such table.
    why : why the order of ROUGE-SU4 may differ from the paper's, told where it does.
    published : the figures of the paper's table, shown beside those of the same sets.
    """

    title: str
    about: str
    entries: tuple[Entry, ...]
    reference: str
    measures: tuple[str, ...] = (CONTENT, SU4, R1, R2)
    beyond: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    paper: str = ""
    why: str = ""
    published: Figures = field(default_factory=dict)
