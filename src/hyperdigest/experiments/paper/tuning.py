"""The parameters that the paper tunes, tuned as it does, and those of its rivals alike."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.baselines.graph_summarizers import HERF, HyperSum, TSLexRank
from hyperdigest.experiments.baselines.hyperedges import AGGLOMERATIVE, HDP, KMEANS, LDA
from hyperdigest.experiments.baselines.mmr import BM25MMR, BM25FeedbackMMR, TfIsfMMR
from hyperdigest.experiments.baselines.selectors import GRR, MCS, MRC, MRMS
from hyperdigest.experiments.comparison import WHY, why
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Block, Report, Text
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.search import (
    Axis,
    Found,
    Space,
    found_blocks,
    found_lines,
    found_numbers,
    search,
    steps,
    summary_grid,
    validation_part,
)
from hyperdigest.experiments.systems import Pipeline
from hyperdigest.experiments.task_input import System


@dataclass(frozen=True)
class Tuning:
    """A space that the paper searches, and what its report says.

    Parameters
    ----------
    in_turns : how the search goes where not all combinations are tried.
    paper : what the paper found.
    reason : why the best values here may be others.
    share : of the clusters, drawn at random, that are searched on.
    """

    title: str
    space: Space
    about: str
    in_turns: str
    paper: str
    reason: str
    share: float = 1.0

    def run(self, runner: Runner, choices: Choices) -> Report:
        """The report of the search."""
        part = validation_part(runner, self.share, choices.seed)
        found, warnings = search(self.space, part, choices.full_grid)
        how = "All combinations were tried." if choices.full_grid else self.in_turns
        lines = found_lines(self.paper, why(self.reason, runner.sets), (self.space, found))
        blocks = (Text(self.about), Text(how), lines, *found_blocks(self.space, found))
        return Report(self.title, blocks, found_numbers(self.space, found), warnings=warnings)


LAMBDA = Axis("query_balance", "lambda", steps(0.0, 1.0, 0.05), published=0.75)

MU = Axis("damping", "mu", (*steps(0.0, 0.95, 0.05), 0.97, 0.99), published=0.99)

NU = Axis(
    "selector.coverage_balance",
    "nu",
    (0.0, 0.01, 0.02, *steps(0.05, 0.2, 0.05), *steps(0.225, 0.4, 0.025), *steps(0.45, 1.0, 0.05)),
    published=0.35,
)

BALANCES = Tuning(
    title="Balances and damping",
    space=Space("MRC", Pipeline(HDP(), MRC()), (LAMBDA, MU, NU), start=(0.9, 0.99, 0.2)),
    about=(
        "Query balance (lambda), damping (mu) and coverage balance (nu) that maximize ROUGE-SU4"
        " recall, stop words kept, as the paper does."
    ),
    in_turns=(
        "One after the other is set to its best value, from 0.9, 0.99 and 0.2, until none changes."
    ),
    paper="0.75, 0.99 and 0.35 are best on DUC 2007.",
    reason=f"{WHY['lambda']}, and {WHY['nu']}",
)


CONCENTRATIONS = Tuning(
    title="Concentrations of the topic model",
    space=Space(
        "MRC",
        Pipeline(HDP(), MRC(coverage_balance=0.2), query_balance=0.9, damping=0.99),
        (
            Axis("hyperedges.gamma", "gamma", steps(1.0, 10.0, 1.0), published=7.0),
            Axis("hyperedges.beta", "beta", steps(0.5, 5.0, 0.5), published=1.5),
            Axis("hyperedges.alpha", "alpha", steps(0.25, 2.5, 0.25), published=0.75),
        ),
        start=(5.0, 2.5, 1.25),
    ),
    about=(
        "Concentrations of the corpus (gamma), a document (beta) and a sentence (alpha) that"
        " maximize ROUGE-SU4 recall, stop words kept, as the paper does, on 90% of the clusters,"
        " drawn at random, with lambda, mu and nu at 0.9, 0.99 and 0.2."
    ),
    in_turns=(
        "One concentration after the other is set to its best value, from the middle of the ranges,"
        " until none changes: all combinations would be 1,000 fits of every cluster (--full-grid)."
    ),
    paper="7, 1.5 and 0.75 are best on 90% of the clusters of DUC 2007.",
    reason=(
        "concentrations decide how many topics a collection, a document and a sentence have, and"
        " other collections than DUC's, of 20 to 50 news articles each, may need fewer or more"
    ),
    share=0.9,
)


COUNTS = steps(10, 150, 5)

SHARES = steps(0.0, 1.0, 0.05)

INNER = (*steps(0.05, 0.95, 0.05), 0.99)

LIKENESS = Axis("redundancy", "chi_1", (0.1, 0.3, 0.5, 0.7), 0.1)


def _of(label: str, system: System, *axes: Axis) -> Space:
    return Space(label, system, axes, start=tuple(axis.values[0] for axis in axes))


SPACES = (
    _of("LDA", Pipeline(LDA(), MRC()), Axis("hyperedges.topics", "topics", COUNTS, 55)),
    _of("KMEANS", Pipeline(KMEANS(), MRC()), Axis("hyperedges.clusters", "clusters", COUNTS, 70)),
    _of(
        "AGGLOMERATIVE",
        Pipeline(AGGLOMERATIVE(), MRC()),
        Axis("hyperedges.threshold", "threshold", (*steps(0.0, 0.99, 0.03), 1.0), 0.21),
    ),
    _of("GRR", Pipeline(HDP(), GRR()), Axis("selector.threshold", "chi_1", SHARES, 0.1)),
    _of("MRMS", Pipeline(HDP(), MRMS()), Axis("selector.chi", "chi_2", steps(2.0, 10.0, 0.5), 3.0)),
    _of("MCS", Pipeline(HDP(), MCS()), Axis("selector.chi", "chi_3", steps(0.0, 10.0, 0.2), 4.2)),
    _of(
        "TS-LexRank", TSLexRank(), Axis("question_weight", "omega_1", INNER[:-1:3], 0.95), LIKENESS
    ),
    _of("HyperSum", HyperSum(), Axis("propagation", "xi", INNER[1::3]), LIKENESS),
    _of("HERF", HERF(), Axis("transition", "transition", (*INNER[:-1], 0.97, 0.99), 0.97)),
    _of("tf-isf + MMR", TfIsfMMR(), Axis("balance", "balance", SHARES)),
    _of("BM25 + MMR", BM25MMR(), Axis("balance", "balance", SHARES)),
    _of("BM25 + document + RM3 + MMR", BM25FeedbackMMR(), Axis("balance", "balance", SHARES)),
)

RIVALS_ABOUT = (
    "The parameter of each rival that maximizes ROUGE-SU4 recall, stop words kept, as the paper"
    " does, with all others as published."
)

RIVALS_PAPER = (
    "on DUC 2007 the best are 55 topics of LDA, 70 clusters of k-means, a threshold of 0.21 for"
    " agglomerative clusters, and chi 0.1, 3 and 4.2 for GRR, MRMS and MCS;"
    " TS-LexRank (0.95) and HERF (0.97) have the values of their authors."
)

RIVALS_REASON = (
    "a number of topics or clusters and a threshold fit the texts that they were tuned on, and"
    " those of TS-LexRank and HERF were tuned on others by their authors"
)


def run_rival_parameters(runner: Runner, choices: Choices) -> Report:
    """Tune the parameters of the rivals in the same way, one space after the other."""
    searches: list[tuple[Space, Found]] = []
    warnings: list[str] = []
    for space in SPACES:
        found, told = search(space, runner, full_grid=True)
        searches.append((space, found))
        warnings += told
    each: list[Block] = [block for pair in searches for block in found_blocks(*pair)]
    lines = found_lines(RIVALS_PAPER, why(RIVALS_REASON, runner.sets), *searches)
    blocks = (Text(RIVALS_ABOUT), lines, summary_grid(searches), *each)
    numbers = {space.label: found_numbers(space, found) for space, found in searches}
    told = tuple(dict.fromkeys(warnings))
    return Report("Parameters of the rivals", blocks, numbers, warnings=told)


run_balances = BALANCES.run
run_concentrations = CONCENTRATIONS.run
