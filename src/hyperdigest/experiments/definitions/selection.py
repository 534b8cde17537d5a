"""Other selection methods on the paper's graph of topics."""

from __future__ import annotations

from statistics import fmean

from hyperdigest.evaluation.diversity import word_diversity
from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.case import Selector
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.comparing import compare
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.published import SELECTION, WHY
from hyperdigest.experiments.report.numbers import decimals
from hyperdigest.experiments.report.page import Block, Cell, Grid, Heading
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.report.statistics import mean_over_sets
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, R1, R2, SU4
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


def selection() -> Comparison:
    """Table (tabCover). The selection methods on the same scores; relevance alone (MR) is added."""
    entries = (Entry(label, Pipeline(HDP(), selector)) for label, selector in SELECTORS.items())
    return Comparison(
        title="Selection methods",
        about="The paper's selection MRC and others, on the same relevance scores over the topics"
        " of the hierarchical Dirichlet process. Lexical Diversity is the entropy of a summary's"
        " terms, stop words left out, over the logarithm of how many distinct ones there are, and"
        " so for nearly any text above the published 0.86; the paper does not define that number,"
        " nor say whether stop words count. The last table has another reading.",
        entries=tuple(entries),
        reference="MRC",
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
        paper="on DUC 2007 MRC has 6% to 21% more ROUGE-SU4 than GRR, OPH, MRMS and MCS, and its"
        " Lexical Diversity is 0.86, above that of GRR and MRMS (0.85) and below that of OPH (0.95)"
        " and MCS (0.94).",
        why=WHY["selection"],
        published=SELECTION,
    )


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    return compare(selection(), bench, more=both_diversities)


def both_diversities(results: Results) -> tuple[Block, ...]:
    """Lexical Diversity in two readings: the means over the headline sets, and the second on each.

    They are told of the texts that were scored.
    """
    headline = results.headline
    rows = []
    for label in results.labels:
        means = [_by_words(headline.restricted(s.name), label) for s in headline.sets]
        values = (mean_over_sets(headline, label, DIVERSITY), fmean(means), *means)
        rows.append((Cell(label), *(Cell(decimals(value)) for value in values)))
    names = tuple(task_set.name for task_set in headline.sets)
    grid = Grid(
        "Entropy of the distinct terms of a summary, stop words left out, over the logarithm of"
        " their number; and of all its words, stop words too, over the logarithm of how many words"
        " there are, which depends on the length of a summary.",
        ("", "Mean", "Mean", *names),
        tuple(rows),
        groups=(("Distinct terms", 1), ("All words", 1 + len(names))),
    )
    return Heading("Lexical Diversity in two readings"), grid


def _by_words(of_set: Results, label: str) -> float:
    records = [of_set.records.get((label, *place)) for place in of_set.clusters]
    return fmean(word_diversity(record.text) for record in records if record is not None)
