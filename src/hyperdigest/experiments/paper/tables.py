"""The experiments that are tables: systems scored on the same tasks.

They are the paper's tables of hyperedge models, selection methods and summarizers, three readings
of the equation of relevance, both presets and all rivals, and the preset default without each of
its parts.
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
from hyperdigest.experiments.comparison import (
    HYPEREDGES,
    REASONS,
    SELECTION,
    SUMMARIZERS,
    Comparison,
)
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Block, Grid, Heading, Report, cells, decimals
from hyperdigest.experiments.report.tables import run_comparison
from hyperdigest.experiments.results import Results, mean_over_sets
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, R1, R2, SU4
from hyperdigest.experiments.systems import Pipeline, Preset, Row, WalkReading
from hyperdigest.ranking.evidence import SOURCES

PAPER = Row("MRC", Pipeline(HDP(), MRC()))
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
"""The best parameters of `rival-parameters` on the mean of the open development sets."""


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
        reason=REASONS["hyperedges"],
        published=HYPEREDGES,
    )


def selection() -> Comparison:
    """Table (tabCover). The selection methods on the same scores; maximum relevance is added."""
    return Comparison(
        title="Selection methods",
        about="The paper's selection MRC and others, on the same relevance scores over the topics"
        " of the hierarchical Dirichlet process. Lexical Diversity is the entropy of a summary's"
        " terms, stop words left out, over the logarithm of how many distinct ones there are, and"
        " so for nearly any text above the published 0.86; the paper does not define that number,"
        " nor whether stop words count. The last table has another reading.",
        rows=tuple(
            Row(type(selector).__name__.replace("ExactMR", "MR, exact"), Pipeline(HDP(), selector))
            for selector in (MRC(), MR(), ExactMR(), GRR(), OPH(), MRMS(), MCS())
        ),
        reference="MRC",
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
        paper="on DUC 2007 MRC has 6% to 21% more ROUGE-SU4 than GRR, OPH, MRMS and MCS, and its"
        " Lexical Diversity is 0.86, above that of GRR and MRMS (0.85) and below that of OPH (0.95)"
        " and MCS (0.94).",
        reason=REASONS["selection"],
        published=SELECTION,
    )


def run_selection(runner: Runner, choices: Choices) -> Report:
    """The comparison, and at its end two readings of Lexical Diversity."""
    return run_comparison(selection(), runner, more=both_diversities)


def both_diversities(results: Results) -> tuple[Block, ...]:
    """Two readings of Lexical Diversity of the scored texts, and the second one on each set."""
    headline = results.headline
    parts = [headline.restricted(task_set.name) for task_set in headline.sets]
    rows = []
    for label in results.labels:
        records = [[p.records.get((label, *place)) for place in p.clusters] for p in parts]
        means = [fmean(word_diversity(r.text) for r in part if r) for part in records]
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
    """Table (tabGraphMethods). The graph-based summarizers; the two presets are added."""
    return Comparison(
        title="Graph-based summarizers",
        about="The paper's method (MRC: the preset paper with the eligible sentences of all"
        " systems), its graph-based rivals, and the two presets of the product with their own"
        " rules: the preset paper may pick fragments of any length.",
        rows=(PAPER, *RIVALS, Row("preset paper, any sentence", Preset("paper")), DEFAULT),
        reference="MRC",
        paper="MRC has at least 8% more ROUGE-SU4 than TS-LexRank and Hubs & Authorities on DUC"
        " 2006 and 2007 and 2% on DUC 2005, and at least 5% more than HyperSum and HERF on DUC 2006"
        " and 2007; on DUC 2005 HyperSum is 2% above MRC.",
        reason=REASONS["MRC"],
        published=SUMMARIZERS,
    )


def readings() -> Comparison:
    """Eq. (pagerank) in three readings, with random sentences and TS-LexRank."""
    chain = "Markov chain"
    readings: dict[str, WalkReading] = {
        "sum as printed": "printed",
        "sum rescaled": "rescaled",
        chain: "chain",
    }
    rows = [
        Row(label, Pipeline(HDP(), MRC(), reading=reading)) for label, reading in readings.items()
    ]
    return Comparison(
        title="Readings of the equation of relevance",
        about="The paper's method (lambda 0.75, mu 0.99, nu 0.35) with the sum of its equation of"
        " relevance over i != j, as it is printed; with these scores divided by their sum; and with"
        " steps from a sentence to itself (i = j) included, so that the walk is a Markov chain. If"
        " they are left out, walkers are lost at every step and the scores sum to less than 1;"
        " coverage, which is not scaled down, then outweighs them in the selection. Random"
        " sentences and TS-LexRank are there for comparison.",
        rows=(*rows, RANDOM, TS_LEXRANK),
        reference=chain,
        paper="it prints the sum over i != j, and speaks of the stationary probabilities of an"
        " ergodic Markov chain; its method is above TS-LexRank, and it has no figures of summaries"
        " picked at random.",
        reason=REASONS["MRC"],
        published={
            name: {chain: figures["MRC"], "TS-LexRank": figures["TS-LexRank"]}
            for name, figures in SUMMARIZERS.items()
        },
    )


def embedding_rows(preset: type[Preset], model: str) -> tuple[Row, ...]:
    """The preset default with embeddings, and embeddings with MMR; none without a model."""
    if not model:
        return ()
    return (
        Row("preset default + embeddings", preset.changed("default", embedding_model=model)),
        Row("embeddings + MMR", retrieval.EmbeddingsMMR(model)),
    )


def rivals(model: str = "") -> Comparison:
    """Both presets, the paper's rivals and today's summarizers.

    `model` is the folder of a sentence-transformers model; if it is empty, there are no embeddings.
    """
    return Comparison(
        title="All rivals",
        about="The preset default and the paper's method (MRC), the paper's rivals, the usual"
        " methods of today, summarizers that ignore the question (concept coverage and those after"
        " it), and random sentences.",
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
        also_compared=(PAPER.label,),
        paper="its method (MRC) is above TS-LexRank, Hubs & Authorities, HyperSum and HERF in"
        " nearly all of its figures; it has none of the other rows but the baseline.",
        reason=REASONS["MRC"],
        published=SUMMARIZERS,
    )


def run_rivals(runner: Runner, choices: Choices) -> Report:
    """The comparison; the report does not name the folder of the model."""
    return run_comparison(rivals(choices.model), runner, choices.model)


CHANGES_WITHOUT_PART: dict[str, dict[str, Any]] = {
    **{
        f"no {source} evidence": {f"{source}_evidence": 0.0}
        for source in SOURCES
        if source != "embedding"  # the preset default uses no embeddings
    },
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
    "any form of sentence": {"any_form": True},
    "no floor of length": {"shortest": 1},
    "any sentence at all": {"any_form": True, "shortest": 1},
}
"""The changes of the preset default that leave out a part, by the label of the row."""


def ablation() -> Comparison:
    """The preset default, whole and without each part."""
    without = [
        Row(label, Preset.changed("default", **changes))
        for label, changes in CHANGES_WITHOUT_PART.items()
    ]
    return Comparison(
        title="Parts of the preset default",
        about="The preset default, and what is left of it without each of its parts.",
        rows=(DEFAULT, *without),
        reference=DEFAULT.label,
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
    )


def _run(comparison: Callable[[], Comparison], runner: Runner, choices: Choices) -> Report:
    return run_comparison(comparison(), runner)


run_hyperedges = partial(_run, hyperedges)
run_readings = partial(_run, readings)
run_summarizers = partial(_run, summarizers)
run_ablation = partial(_run, ablation)
