"""The parameters of the rivals, tuned in the same way."""

from __future__ import annotations

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.case import Hyperedges, Selector, System
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.hyperedges.agglomerative import AGGLOMERATIVE
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.hyperedges.kmeans import KMEANS
from hyperdigest.experiments.hyperedges.lda import LDA
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.published import why
from hyperdigest.experiments.report.page import Block, Page, Text
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.selectors.grr import GRR
from hyperdigest.experiments.selectors.mcs import MCS
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.experiments.selectors.mrms import MRMS
from hyperdigest.experiments.summarizers.herf import HERF
from hyperdigest.experiments.summarizers.hypersum import HyperSum
from hyperdigest.experiments.summarizers.ts_lexrank import TSLexRank
from hyperdigest.experiments.today.bm25 import BM25MMR
from hyperdigest.experiments.today.feedback import BM25FeedbackMMR
from hyperdigest.experiments.today.tfisf import TfIsfMMR
from hyperdigest.experiments.tuning.search import Found
from hyperdigest.experiments.tuning.space import Axis, Space, steps
from hyperdigest.experiments.tuning.tables import (
    found_blocks,
    found_lines,
    found_numbers,
    summary_grid,
)
from hyperdigest.experiments.tuning.validation import search

COUNTS = steps(10, 150, 5)
SHARES = steps(0.0, 1.0, 0.05)
OMEGAS = steps(0.05, 0.95, 0.15)
INNER = (*steps(0.05, 0.95, 0.05), 0.99)
LIKENESS = Axis("redundancy", "chi_1", (0.1, 0.3, 0.5, 0.7), 0.1)

ABOUT = (
    "The parameter of each rival that maximizes ROUGE-SU4 recall, stop words kept, as the paper"
    " does, with all others as published."
)


def _of(label: str, system: System, *axes: Axis) -> Space:
    return Space(label, system, axes, start=tuple(axis.values[0] for axis in axes))


def _edges(label: str, hyperedges: Hyperedges, axis: Axis) -> Space:
    return _of(label, Pipeline(hyperedges, MRC()), axis)


def _selector(label: str, selector: Selector, axis: Axis) -> Space:
    return _of(label, Pipeline(HDP(), selector), axis)


SPACES = (
    _edges("LDA", LDA(), Axis("hyperedges.topics", "topics", COUNTS, 55)),
    _edges("KMEANS", KMEANS(), Axis("hyperedges.clusters", "clusters", COUNTS, 70)),
    _edges(
        "AGGLOMERATIVE",
        AGGLOMERATIVE(),
        Axis("hyperedges.threshold", "threshold", (*steps(0.0, 0.99, 0.03), 1.0), 0.21),
    ),
    _selector("GRR", GRR(), Axis("selector.threshold", "chi_1", SHARES, 0.1)),
    _selector("MRMS", MRMS(), Axis("selector.chi", "chi_2", steps(2.0, 10.0, 0.5), 3.0)),
    _selector("MCS", MCS(), Axis("selector.chi", "chi_3", steps(0.0, 10.0, 0.2), 4.2)),
    _of("TS-LexRank", TSLexRank(), Axis("question_weight", "omega_1", OMEGAS, 0.95), LIKENESS),
    _of("HyperSum", HyperSum(), Axis("propagation", "xi", INNER[1::3]), LIKENESS),
    _of("HERF", HERF(), Axis("transition", "transition", (*INNER[:-1], 0.97, 0.99), 0.97)),
    _of("tf-isf + MMR", TfIsfMMR(), Axis("balance", "balance", SHARES)),
    _of("BM25 + MMR", BM25MMR(), Axis("balance", "balance", SHARES)),
    _of("BM25 + document + RM3 + MMR", BM25FeedbackMMR(), Axis("balance", "balance", SHARES)),
)

PAPER = (
    "on DUC 2007 the best are 55 topics of LDA, 70 clusters of k-means, a threshold of 0.21 for"
    " agglomerative clusters, and chi 0.1, 3 and 4.2 for GRR, MRMS and MCS;"
    " TS-LexRank (0.95) and HERF (0.97) have the values of their authors."
)
REASON = (
    "a number of topics or clusters and a threshold fit the texts that they were tuned on, and"
    " those of TS-LexRank and HERF were tuned on others by their authors"
)


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    searches: list[tuple[Space, Found]] = []
    warnings: list[str] = []
    for space in SPACES:
        found, told = search(space, bench, full_grid=True)
        searches.append((space, found))
        warnings += told
    each: list[Block] = [block for pair in searches for block in found_blocks(*pair)]
    lines = found_lines(PAPER, why(REASON, bench.sets), *searches)
    blocks = (Text(ABOUT), lines, summary_grid(searches), *each)
    numbers = {space.label: found_numbers(space, found) for space, found in searches}
    page = Page("Parameters of the rivals", blocks)
    return Report(page, numbers, warnings=tuple(dict.fromkeys(warnings)))
