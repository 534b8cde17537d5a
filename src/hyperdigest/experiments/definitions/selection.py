"""Other selection methods on the paper's graph of topics."""

from __future__ import annotations

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.case import Selector
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.comparing import compare
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.published import SELECTION, WHY
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.scoring import DIVERSITY, R1, R2, SU4
from hyperdigest.experiments.selectors.grr import GRR
from hyperdigest.experiments.selectors.mcs import MCS
from hyperdigest.experiments.selectors.mr import MR, ExactMR
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.experiments.selectors.mrms import MRMS
from hyperdigest.experiments.selectors.oph import OPH

SELECTORS: dict[str, Selector] = {
    "MRC": MRC(),
    "MR": MR(),
    "MR, exact": ExactMR(),
    "GRR": GRR(),
    "OPH": OPH(),
    "MRMS": MRMS(),
    "MCS": MCS(),
}

DIVERSE = (
    "Lexical Diversity is the entropy of a summary's terms over the logarithm of the number of"
    " distinct terms in it, stop words left out; the paper does not say which terms its number is"
    " of, nor whether stop words count, so that only the order of its values can be compared."
)
"""Why values of Lexical Diversity lie above those of the paper."""


def selection() -> Comparison:
    """Table (tabCover). The selection methods on the same scores; relevance alone (MR) is added."""
    entries = (Entry(label, Pipeline(HDP(), selector)) for label, selector in SELECTORS.items())
    return Comparison(
        title="Selection methods",
        about="The paper's selection MRC and others, on the same relevance scores over the topics"
        " of the hierarchical Dirichlet process.",
        entries=tuple(entries),
        reference="MRC",
        measures=(R1, R2, SU4, DIVERSITY),
        paper="on DUC 2007 MRC has 6% to 21% more ROUGE-SU4 than GRR, OPH, MRMS and MCS, and its"
        " Lexical Diversity is 0.86, below that of OPH (0.95) and MCS (0.94).",
        why=f"{WHY} {DIVERSE}",
        published=SELECTION,
    )


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    return compare(selection(), bench)
