"""The experiments that are tables: systems scored on the same tasks, beside each other.

They are the paper's tables of hyperedge models, selection methods and summarizers, the equation of
relevance read in three ways, both presets beside all rivals, and the preset default without each
of its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import fmean
from typing import Any

from hyperdigest.evaluation.diversity import word_diversity
from hyperdigest.experiments.baselines import generic, retrieval
from hyperdigest.experiments.baselines import graph_summarizers as graphs
from hyperdigest.experiments.baselines import hyperedges as models
from hyperdigest.experiments.baselines.hyperedges import HDP
from hyperdigest.experiments.baselines.selectors import GRR, MCS, MR, MRC, MRMS, OPH, ExactMR
from hyperdigest.experiments.comparison import HYPEREDGES, SELECTION, SUMMARIZERS, WHY, Comparison
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Block, Grid, Heading, Report, cells, decimals
from hyperdigest.experiments.report.tables import mean_over_sets, run_comparison
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import CONTENT, DIVERSITY, R1, R2, SU4, Results
from hyperdigest.experiments.systems import Pipeline, Preset, Reading, Row
from hyperdigest.ranking.evidence import SOURCES

PAPER = Row("MRC", Pipeline(HDP(), MRC()))
PAPER_ALONE = Row("preset paper, any sentence", Preset("paper"))
DEFAULT = Row("preset default", Preset("default"))
RANDOM = Row("random", generic.RandomSentences())
TS_LEXRANK = Row("TS-LexRank", graphs.TSLexRank())

RIVALS = (
    TS_LEXRANK,
    Row("Hubs & Authorities", graphs.HubsAndAuthorities()),
    Row("HyperSum", graphs.HyperSum()),
    Row("HERF", graphs.HERF()),
)

TUNED = Row("TS-LexRank, tuned", graphs.TSLexRank(question_weight=0.2, redundancy=0.3))
"""What is best of `rival-parameters` on the mean of the open development sets."""


def hyperedges() -> Comparison:
    """Table (tabHyperedges). The hyperedge models under the same walk and selection."""
    others = models.LDA(), models.TERMS(), models.KMEANS(), models.AGGLOMERATIVE(), models.DBSCAN()
    return Comparison(
        title="Hyperedge models",
        about="The paper's walk and its selection MRC on the topics of the hierarchical Dirichlet"
        " process (MRC) and on five other models of hyperedges.",
        rows=(PAPER, *(Row(type(model).__name__, Pipeline(model, MRC())) for model in others)),
        reference="MRC",
        paper="on DUC 2007 topics of the HDP (MRC) have 14% more ROUGE-SU4 than those of LDA, 5%"
        " more than TERMS and DBSCAN, and are above all.",
        why=WHY["hyperedges"],
        published=HYPEREDGES,
    )


def selection() -> Comparison:
    """Table (tabCover). The selection methods on the same scores; relevance alone (MR) is added."""
    return Comparison(
        title="Selection methods",
        about="The paper's selection MRC and others, on the same relevance scores over the topics"
        " of the hierarchical Dirichlet process. Lexical Diversity is the entropy of a summary's"
        " terms, stop words left out, over the logarithm of how many distinct ones there are, and"
        " so for nearly any text above the published 0.86; the paper does not define that number,"
        " nor say whether stop words count. The last table has another reading.",
        rows=tuple(
            Row(type(selector).__name__.replace("ExactMR", "MR, exact"), Pipeline(HDP(), selector))
            for selector in (MRC(), MR(), ExactMR(), GRR(), OPH(), MRMS(), MCS())
        ),
        reference="MRC",
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
        paper="on DUC 2007 MRC has 6% to 21% more ROUGE-SU4 than GRR, OPH, MRMS and MCS, and its"
        " Lexical Diversity is 0.86, above that of GRR and MRMS (0.85) and below that of OPH (0.95)"
        " and MCS (0.94).",
        why=WHY["selection"],
        published=SELECTION,
    )


def run_selection(runner: Runner, choices: Choices) -> Report:
    """The comparison, with Lexical Diversity in two readings at its end."""
    return run_comparison(selection(), runner, more=both_diversities)


def both_diversities(results: Results) -> tuple[Block, ...]:
    """Lexical Diversity in two readings: the means over the headline sets, and the second on each.

    They are told of the texts that were scored.
    """
    headline = results.headline
    parts = [headline.restricted(task_set.name) for task_set in headline.sets]
    rows = []
    for label in results.labels:
        records = [[of.records.get((label, *place)) for place in of.clusters] for of in parts]
        means = [fmean(word_diversity(r.text) for r in of_set if r) for of_set in records]
        values = (mean_over_sets(headline, label, DIVERSITY), fmean(means), *means)
        rows.append(cells(label, *map(decimals, values)))
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


def summarizers() -> Comparison:
    """Table (tabGraphMethods). The graph-based summarizers; the presets as they are are added."""
    return Comparison(
        title="Graph-based summarizers",
        about="The paper's method (MRC: preset paper with the sentences eligible that are so for"
        " all) beside its graph-based rivals, and the two presets of the product as they are:"
        " the preset paper by itself may pick fragments of any length.",
        rows=(PAPER, *RIVALS, PAPER_ALONE, DEFAULT),
        reference="MRC",
        paper="MRC has at least 8% more ROUGE-SU4 than TS-LexRank and Hubs & Authorities on DUC"
        " 2006 and 2007 and 2% on DUC 2005, and at least 5% more than HyperSum and HERF on DUC 2006"
        " and 2007; on DUC 2005 HyperSum is 2% above MRC.",
        why=WHY["MRC"],
        published=SUMMARIZERS,
    )


CHAIN = "Markov chain"

READINGS: dict[str, Reading] = {
    "sum as printed": "printed",
    "sum rescaled": "rescaled",
    CHAIN: "chain",
}


def readings() -> Comparison:
    """Eq. (pagerank) read in three ways, beside picking at random and TS-LexRank."""
    read = (
        Row(label, Pipeline(HDP(), MRC(), reading=reading)) for label, reading in READINGS.items()
    )
    return Comparison(
        title="Readings of the equation of relevance",
        about="The paper's method (lambda 0.75, mu 0.99, nu 0.35) with the sum of its equation of"
        " relevance over i != j, as it is printed; with these scores divided by their sum; and with"
        " steps from a sentence to itself (i = j) kept, so that the walk is a Markov chain. Where"
        " they are left out, walkers are lost at every step and the scores sum to less than 1;"
        " coverage, which is not scaled down, then outweighs them in the selection. Picking at"
        " random and TS-LexRank stand beside them.",
        rows=(*read, RANDOM, TS_LEXRANK),
        reference=CHAIN,
        paper="it prints the sum over i != j, and speaks of the stationary probabilities of an"
        " ergodic Markov chain; its method is above TS-LexRank, and it has no figures of summaries"
        " picked at random.",
        why=WHY["MRC"],
        published={
            name: {CHAIN: rows["MRC"], "TS-LexRank": rows["TS-LexRank"]}
            for name, rows in SUMMARIZERS.items()
        },
    )


def embedding_rows(preset: type[Preset], model: str) -> tuple[Row, ...]:
    """The preset default with embeddings, and embeddings alone; none where no model is named."""
    if not model:
        return ()
    return (
        Row("preset default + embeddings", preset.changed("default", embedding_model=model)),
        Row("embeddings + MMR", retrieval.EmbeddingsMMR(model)),
    )


def rivals(model: str = "") -> Comparison:
    """Both presets, the paper's rivals and today's summarizers.

    `model` is the folder of a sentence-transformers model; without one embeddings take no part.
    """
    return Comparison(
        title="All rivals",
        about="The preset default and the paper's method (MRC) beside the paper's rivals, beside"
        " what is mostly used today, beside summarizers that look at no question (concept coverage"
        " and those after it), and beside picking at random.",
        rows=(
            DEFAULT,
            PAPER,
            *RIVALS,
            TUNED,
            Row("BM25 + document + RM3 + MMR", retrieval.BM25FeedbackMMR()),
            Row("BM25 + MMR", retrieval.BM25MMR()),
            Row("tf-isf + MMR", retrieval.TfIsfMMR()),
            *embedding_rows(Preset, model),
            Row("concept coverage (ILP)", generic.ConceptCoverage()),
            Row("LexRank", graphs.LexRank()),
            Row("TextRank", graphs.TextRank()),
            Row("SumBasic", generic.SumBasic()),
            Row("KL-Sum", generic.KLSum()),
            Row("lead of the latest", generic.LeadOfLatest()),
            Row("leads at random", generic.LeadOfRandom()),
            RANDOM,
        ),
        reference=DEFAULT.label,
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
        watched=(PAPER.label,),
        paper="its method (MRC) is above TS-LexRank, Hubs & Authorities, HyperSum and HERF in"
        " nearly all of its figures; it has none of the other rows but the baseline.",
        why=WHY["MRC"],
        published=SUMMARIZERS,
    )


def run_rivals(runner: Runner, choices: Choices) -> Report:
    """The comparison; the folder of the model is not named in the report."""
    return run_comparison(rivals(choices.model), runner, choices.model)


TAKEN_OUT = [source for source in SOURCES if source != "embedding"]
"""The sources of the preset default, which names no model of embeddings."""

PARTS: dict[str, dict[str, Any]] = {
    **{f"no {source} evidence": {f"{source}_evidence": 0.0} for source in TAKEN_OUT},
    "asking words in full": {"asking_weight": 1.0},
    "no walk (lambda 0)": {"query_balance": 0.0},
    "walk over topics alone": {"topic_share": 1.0},
    "walk over terms alone": {"topic_share": 0.0},
    "the most likely sample alone": {"samples": 0},
    "one sample": {"samples": 1},
    "no saturation": {"saturation": 0.0},
    "coverage (nu 0.1)": {"coverage_balance": 0.1},
    "coverage (nu 0.35)": {"coverage_balance": 0.35},
    "coverage and no saturation": {"coverage_balance": 0.35, "saturation": 0.0},
    "no sharpening": {"sharpening": 0.0},
    "incomplete sentences in full": {"incomplete_weight": 1.0},
    "fillers too": {"least_share": 0.0},
    "cost by length (r = 1)": {"cost_exponent": 1.0},
    "any form of sentence": {"prose_only": False},
    "no floor of length": {"shortest": 1},
    "any sentence at all": {"prose_only": False, "shortest": 1},
}


def ablation() -> Comparison:
    """The preset default, whole and without each part."""
    parts = (Row(label, Preset.changed("default", **parts)) for label, parts in PARTS.items())
    return Comparison(
        title="Parts of the preset default",
        about="The preset default, and what is left of it without each of its parts.",
        rows=(DEFAULT, *parts),
        reference=DEFAULT.label,
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
    )


def _run(comparison: Callable[[], Comparison], runner: Runner, choices: Choices) -> Report:
    return run_comparison(comparison(), runner)


run_hyperedges = partial(_run, hyperedges)
run_readings = partial(_run, readings)
run_summarizers = partial(_run, summarizers)
run_ablation = partial(_run, ablation)
