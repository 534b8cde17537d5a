"""Query balance, damping and coverage balance, tuned as the paper tunes them."""

from __future__ import annotations

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.published import WHY, why
from hyperdigest.experiments.report.page import Page, Text
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.experiments.tuning.space import Axis, Space, steps
from hyperdigest.experiments.tuning.tables import found_blocks, found_lines, found_numbers
from hyperdigest.experiments.tuning.validation import search

LAMBDA = Axis("query_balance", "lambda", steps(0.0, 1.0, 0.05), published=0.75)
MU = Axis("damping", "mu", (*steps(0.0, 0.95, 0.05), 0.97, 0.99), published=0.99)
NU = Axis(
    "selector.coverage_balance",
    "nu",
    (0.0, 0.01, 0.02, *steps(0.05, 0.2, 0.05), *steps(0.225, 0.4, 0.025), *steps(0.45, 1.0, 0.05)),
    published=0.35,
)

SPACE = Space("MRC", Pipeline(HDP(), MRC()), (LAMBDA, MU, NU), start=(0.9, 0.99, 0.2))

ABOUT = (
    "Query balance (lambda), damping (mu) and coverage balance (nu) that maximize ROUGE-SU4 recall,"
    " stop words kept, as the paper does."
)
IN_TURNS = (
    "One after the other is set to its best value, from 0.9, 0.99 and 0.2, until none changes."
)
PAPER = "0.75, 0.99 and 0.35 are best on DUC 2007."
REASON = f"{WHY['lambda']}, and {WHY['nu']}"


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    found, warnings = search(SPACE, bench, choices.full_grid)
    how = "All combinations were tried." if choices.full_grid else IN_TURNS
    told = found_lines(PAPER, why(REASON, bench.sets), (SPACE, found))
    blocks = (Text(ABOUT), Text(how), told, *found_blocks(SPACE, found))
    page = Page("Balances and damping", blocks)
    return Report(page, found_numbers(SPACE, found), warnings=warnings)
