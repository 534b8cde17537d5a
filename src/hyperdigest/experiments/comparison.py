"""A comparison of systems, and the figures that the paper prints for the same rows.

The paper's tables of hyperedge models and of selection methods are of DUC 2007; "MRC" is its own
method.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hyperdigest.experiments.data.tasks import TaskSet
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, R1, R2, SU4
from hyperdigest.experiments.systems import Row

Printed = Mapping[str, str]
"""The printed figure of each measure."""

Figures = Mapping[str, Mapping[str, Printed]]
"""Printed figures by the name of a set and the label of a row."""

REASONS = {
    "MRC": "tuned on DUC 2007, which is news: it keeps up with these rivals on health answers and"
    " papers, and loses on meetings and stories",
    "hyperedges": "topics keep up with all others on health answers and papers, and lose to terms"
    " and agglomerative clusters on meetings and stories",
    "selection": "coverage costs here from nu = 0.25 on; in content words MRC is above GRR and OPH"
    " at 0.35 too",
    "lambda": "the topics of the question's terms alone (lambda 0) find as much as with the walk",
    "nu": "coverage costs here from nu = 0.25 on",
}
"""Why some findings of the paper differ on other sets, as measured (docs/results.md)."""

LEFT_OPEN = (
    "these sets are the paper's, so what it leaves open and is decided by us must make the"
    " difference: how sentences are split and which may be picked, how long the sampler runs,"
    " parameters of some rivals"
)

SETS_OF_PAPER = ("duc2005", "duc2006", "duc2007")


def _printed(measures: Sequence[str], sets: Sequence[str], table: str) -> Figures:
    """The figures of a printed table.

    `table` has a line for each row: its label, the measures on the first set, those on the second
    set, and so on, separated by bars.
    """
    figures: dict[str, dict[str, Printed]] = {name: {} for name in sets}
    for line in table.strip().splitlines():
        label, *columns = map(str.strip, line.split("|"))
        for name in sets:
            here, columns = columns[: len(measures)], columns[len(measures) :]
            figures[name][label] = dict(zip(measures, here, strict=True))
    return figures


HYPEREDGES = _printed(
    (R2, SU4),
    SETS_OF_PAPER[2:],
    """
    MRC           | 0.12745 (0.11791 - 0.13699) | 0.17920 (0.17065 - 0.18775)
    LDA           | 0.09336 (0.08100 - 0.10572) | 0.15666 (0.15078 - 0.16254)
    TERMS         | 0.11310 (0.10833 - 0.11786) | 0.17080 (0.16616 - 0.17544)
    KMEANS        | 0.10574 (0.09366 - 0.11781) | 0.16831 (0.16095 - 0.17567)
    AGGLOMERATIVE | 0.09251 (0.07899 - 0.10603) | 0.15340 (0.14236 - 0.16444)
    DBSCAN        | 0.10636 (0.09475 - 0.11797) | 0.17049 (0.16385 - 0.17713)
    """,
)
"""Table (tabHyperedges)."""

SELECTION = _printed(
    (R2, SU4, DIVERSITY),
    SETS_OF_PAPER[2:],
    """
    MRC  | 0.12745 (0.11791 - 0.13699) | 0.17920 (0.17065 - 0.18775) | 0.86313 (0.84105 - 0.88521)
    GRR  | 0.11858 (0.10694 - 0.13021) | 0.16820 (0.16030 - 0.17610) | 0.85114 (0.81745 - 0.88482)
    OPH  | 0.09346 (0.08096 - 0.10595) | 0.14857 (0.14135 - 0.15579) | 0.95309 (0.94411 - 0.96206)
    MRMS | 0.12621 (0.11438 - 0.13803) | 0.16936 (0.16147 - 0.17725) | 0.85403 (0.82349 - 0.88456)
    MCS  | 0.10608 (0.09340 - 0.11875) | 0.15269 (0.14337 - 0.16201) | 0.93929 (0.92726 - 0.95132)
    """,
)
"""Table (tabCover)."""

SUMMARIZERS = _printed(
    (R2, SU4),
    SETS_OF_PAPER,
    """
    MRC                | 0.07864 | 0.12824 | 0.10947 | 0.16141 | 0.12745 | 0.17920
    TS-LexRank         | 0.07231 | 0.12554 | 0.08892 | 0.14741 | 0.11048 | 0.16524
    Hubs & Authorities | 0.06902 | 0.12217 | 0.08172 | 0.13731 | 0.10493 | 0.15756
    HyperSum           | 0.07291 | 0.13087 | 0.09569 | 0.15182 | 0.11197 | 0.16612
    HERF               | 0.06212 | 0.12244 | 0.07226 | 0.15346 | 0.11234 | 0.16330
    """,
)
"""Table (tabGraphMethods)."""

CAMPAIGNS = _printed(
    (R2, SU4),
    SETS_OF_PAPER,
    """
    Hum       | 0.08970 | 0.15100 | 0.13260 | 0.18385 | 0.17528 | 0.21892
    MRC       | 0.07864 | 0.12824 | 0.10947 | 0.16141 | 0.12745 | 0.17920
    1st       | 0.07251 | 0.13163 | 0.09558 | 0.15529 | 0.12448 | 0.17711
    2nd       | 0.07174 | 0.12972 | 0.09097 | 0.14733 | 0.12028 | 0.17074
    3rd       | 0.06984 | 0.12525 | 0.08987 | 0.14755 | 0.11887 | 0.16999
    4th       | 0.06963 | 0.12795 | 0.08954 | 0.14607 | 0.11793 | 0.17593
    Syst. Av. | 0.05842 | 0.11205 | 0.07463 | 0.13021 | 0.09597 | 0.14884
    Basel.    | 0.04026 | 0.08716 | 0.04947 | 0.09788 | 0.06039 | 0.10507
    """,
)
"""Table (tabCompar)."""


def reason_line(reason: str, sets: Iterable[TaskSet]) -> str:
    """Why a finding differs: `reason`, or a reason of its own if all sets are the paper's."""
    of_paper = all(task_set.name in SETS_OF_PAPER for task_set in sets)
    return f"Why: {LEFT_OPEN if of_paper else reason}."


@dataclass(frozen=True)
class Comparison:
    """The rows of a table and their measures.

    `about` is a paragraph on what is compared. `rows` are in the order of the paper's table,
    `measures` are the columns, and `reference` is the label of the row that the others are tested
    against. `unranked` are labels of rows that are never in bold, such as people, and
    `also_compared` are labels of rows whose findings are reported like those of the reference.
    `paper` is the finding of the paper, empty if it has none, and `reason` why the order by
    ROUGE-SU4 may differ from the paper's. `published` are the figures of the paper's table.
    """

    title: str
    about: str
    rows: tuple[Row, ...]
    reference: str
    measures: tuple[str, ...] = (CONTENT, SU4, R1, R2)
    unranked: tuple[str, ...] = ()
    also_compared: tuple[str, ...] = ()
    paper: str = ""
    reason: str = ""
    published: Figures = field(default_factory=dict)
