"""The equation of relevance as printed and as a Markov chain."""

from __future__ import annotations

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.comparing import compare
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline, Reading
from hyperdigest.experiments.published import SUMMARIZERS, WHY, relabelled
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.experiments.summarizers.random_sentences import RandomSentences
from hyperdigest.experiments.summarizers.ts_lexrank import TSLexRank

CHAIN = "Markov chain"
READINGS: dict[str, Reading] = {
    "sum as printed": "printed",
    "sum rescaled": "rescaled",
    CHAIN: "chain",
}


def readings() -> Comparison:
    """Eq. (pagerank) read in three ways, beside picking at random and TS-LexRank."""
    read = (
        Entry(label, Pipeline(HDP(), MRC(), reading=reading)) for label, reading in READINGS.items()
    )
    return Comparison(
        title="Readings of the equation of relevance",
        about="The paper's method (lambda 0.75, mu 0.99, nu 0.35) with the sum of its equation of"
        " relevance over i != j, as it is printed; with these scores divided by their sum; and with"
        " steps from a sentence to itself (i = j) kept, so that the walk is a Markov chain. Where"
        " they are left out, walkers are lost at every step and the scores sum to less than 1;"
        " coverage, which is not scaled down, then outweighs them in the selection. Picking at"
        " random and TS-LexRank stand beside them.",
        entries=(*read, Entry("random", RandomSentences()), Entry("TS-LexRank", TSLexRank())),
        reference=CHAIN,
        paper="it prints the sum over i != j, and speaks of the stationary probabilities of an"
        " ergodic Markov chain; its method is above TS-LexRank, and it has no figures of summaries"
        " picked at random.",
        why=WHY["MRC"],
        published=relabelled(SUMMARIZERS, {"MRC": CHAIN, "TS-LexRank": "TS-LexRank"}),
    )


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    return compare(readings(), bench)
