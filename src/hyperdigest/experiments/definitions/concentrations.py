"""The concentrations of the topic model, tuned as the paper tunes them."""

from __future__ import annotations

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.published import why
from hyperdigest.experiments.report.page import Page, Text
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.experiments.tuning.space import Axis, Space, steps
from hyperdigest.experiments.tuning.tables import found_blocks, found_lines, found_numbers
from hyperdigest.experiments.tuning.validation import search, validation_part

SHARE = 0.9
"""Of the clusters that parameters are tuned on."""

SPACE = Space(
    "MRC",
    Pipeline(HDP(), MRC(coverage_balance=0.2), query_balance=0.9, damping=0.99),
    (
        Axis("hyperedges.gamma", "gamma", steps(1.0, 10.0, 1.0), published=7.0),
        Axis("hyperedges.beta", "beta", steps(0.5, 5.0, 0.5), published=1.5),
        Axis("hyperedges.alpha", "alpha", steps(0.25, 2.5, 0.25), published=0.75),
    ),
    start=(5.0, 2.5, 1.25),
)

ABOUT = (
    "Concentrations of the corpus (gamma), a document (beta) and a sentence (alpha) that maximize"
    " ROUGE-SU4 recall, stop words kept, as the paper does, on 90% of the clusters, drawn at"
    " random, with lambda, mu and nu at 0.9, 0.99 and 0.2."
)
IN_TURNS = (
    "One concentration after the other is set to its best value, from the middle of the ranges,"
    " until none changes: all combinations would be 1,000 fits of every cluster (--full-grid)."
)
PAPER = "7, 1.5 and 0.75 are best on 90% of the clusters of DUC 2007."
REASON = (
    "concentrations decide how many topics a collection, a document and a sentence have, and other"
    " collections than DUC's, of 20 to 50 news articles each, may need fewer or more"
)


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    part = validation_part(bench, SHARE, choices.seed)
    found, warnings = search(SPACE, part, choices.full_grid)
    how = "All combinations were tried." if choices.full_grid else IN_TURNS
    told = found_lines(PAPER, why(REASON, bench.sets), (SPACE, found))
    blocks = (Text(ABOUT), Text(how), told, *found_blocks(SPACE, found))
    page = Page("Concentrations of the topic model", blocks)
    return Report(page, found_numbers(SPACE, found), warnings=warnings)
