"""ROUGE-SU4 and Lexical Diversity as lambda, mu and nu vary, the paper's six figures.

Beside them stands what the paper does not have, ROUGE-SU4 of content words.

The preset default with each of its parts taken out in turn.

Query balance, damping and coverage balance, tuned as the paper tunes them.

The concentrations of the topic model, tuned as the paper tunes them.

The parameters of the rivals, tuned in the same way.

The product beside what a user would pick today.
"""

from __future__ import annotations

from statistics import fmean
from typing import Any

from hyperdigest.experiments.baselines.cluster_edges import AGGLOMERATIVE, KMEANS
from hyperdigest.experiments.baselines.concepts import ConceptCoverage
from hyperdigest.experiments.baselines.herf import HERF
from hyperdigest.experiments.baselines.hyperedges import HDP, LDA
from hyperdigest.experiments.baselines.hypersum import HyperSum
from hyperdigest.experiments.baselines.klsum import KLSum
from hyperdigest.experiments.baselines.lexrank import LexRank, TextRank, TSLexRank
from hyperdigest.experiments.baselines.mmr import BM25MMR, BM25FeedbackMMR, EmbeddingsMMR, TfIsfMMR
from hyperdigest.experiments.baselines.selectors import GRR, MCS, MRC, MRMS
from hyperdigest.experiments.baselines.simple import (
    LeadOfLatest,
    LeadOfRandom,
    RandomSentences,
    SumBasic,
)
from hyperdigest.experiments.comparison import SUMMARIZERS, WHY, Comparison, why
from hyperdigest.experiments.paper.tables import DEFAULT, PAPER, RIVALS
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import (
    Block,
    Bullets,
    Cell,
    Drawing,
    Grid,
    Heading,
    Page,
    Report,
    Text,
    decimals,
)
from hyperdigest.experiments.report.plots import Curve, draw
from hyperdigest.experiments.report.tables import mean_over_sets, run_comparison
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import CONTENT, DIVERSITY, R1, R2, SU4, Results
from hyperdigest.experiments.systems import Pipeline, Preset, Row
from hyperdigest.experiments.task_input import Hyperedges, Selector, System
from hyperdigest.experiments.tuning import (
    NEAR,
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
from hyperdigest.query.evidence import SOURCES

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
    "no coverage (nu 0)": {"coverage_balance": 0.0},
    "no saturation and no coverage": {"coverage_balance": 0.0, "saturation": 0.0},
    "no sharpening": {"sharpening": 0.0},
    "incomplete sentences in full": {"incomplete_weight": 1.0},
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


def run_ablation(runner: Runner, choices: Choices) -> Report:
    """The report."""
    return run_comparison(ablation(), runner)


LAMBDA = Axis("query_balance", "lambda", steps(0.0, 1.0, 0.05), published=0.75)
MU = Axis("damping", "mu", (*steps(0.0, 0.95, 0.05), 0.97, 0.99), published=0.99)
NU = Axis(
    "selector.coverage_balance",
    "nu",
    (0.0, 0.01, 0.02, *steps(0.05, 0.2, 0.05), *steps(0.225, 0.4, 0.025), *steps(0.45, 1.0, 0.05)),
    published=0.35,
)

BALANCES_SPACE = Space("MRC", Pipeline(HDP(), MRC()), (LAMBDA, MU, NU), start=(0.9, 0.99, 0.2))

BALANCES_ABOUT = (
    "Query balance (lambda), damping (mu) and coverage balance (nu) that maximize ROUGE-SU4 recall,"
    " stop words kept, as the paper does."
)
BALANCES_IN_TURNS = (
    "One after the other is set to its best value, from 0.9, 0.99 and 0.2, until none changes."
)
BALANCES_PAPER = "0.75, 0.99 and 0.35 are best on DUC 2007."
BALANCES_REASON = f"{WHY['lambda']}, and {WHY['nu']}"


def run_balances(runner: Runner, choices: Choices) -> Report:
    """The report."""
    found, warnings = search(BALANCES_SPACE, runner, choices.full_grid)
    how = "All combinations were tried." if choices.full_grid else BALANCES_IN_TURNS
    told = found_lines(BALANCES_PAPER, why(BALANCES_REASON, runner.sets), (BALANCES_SPACE, found))
    blocks = (Text(BALANCES_ABOUT), Text(how), told, *found_blocks(BALANCES_SPACE, found))
    page = Page("Balances and damping", blocks)
    return Report(page, found_numbers(BALANCES_SPACE, found), warnings=warnings)


SHARE = 0.9
"""Of the clusters that parameters are tuned on."""

CONCENTRATIONS_SPACE = Space(
    "MRC",
    Pipeline(HDP(), MRC(coverage_balance=0.2), query_balance=0.9, damping=0.99),
    (
        Axis("hyperedges.gamma", "gamma", steps(1.0, 10.0, 1.0), published=7.0),
        Axis("hyperedges.beta", "beta", steps(0.5, 5.0, 0.5), published=1.5),
        Axis("hyperedges.alpha", "alpha", steps(0.25, 2.5, 0.25), published=0.75),
    ),
    start=(5.0, 2.5, 1.25),
)

CONCENTRATIONS_ABOUT = (
    "Concentrations of the corpus (gamma), a document (beta) and a sentence (alpha) that maximize"
    " ROUGE-SU4 recall, stop words kept, as the paper does, on 90% of the clusters, drawn at"
    " random, with lambda, mu and nu at 0.9, 0.99 and 0.2."
)
CONCENTRATIONS_IN_TURNS = (
    "One concentration after the other is set to its best value, from the middle of the ranges,"
    " until none changes: all combinations would be 1,000 fits of every cluster (--full-grid)."
)
CONCENTRATIONS_PAPER = "7, 1.5 and 0.75 are best on 90% of the clusters of DUC 2007."
CONCENTRATIONS_REASON = (
    "concentrations decide how many topics a collection, a document and a sentence have, and other"
    " collections than DUC's, of 20 to 50 news articles each, may need fewer or more"
)


def run_concentrations(runner: Runner, choices: Choices) -> Report:
    """The report."""
    part = validation_part(runner, SHARE, choices.seed)
    found, warnings = search(CONCENTRATIONS_SPACE, part, choices.full_grid)
    how = "All combinations were tried." if choices.full_grid else CONCENTRATIONS_IN_TURNS
    told = found_lines(
        CONCENTRATIONS_PAPER, why(CONCENTRATIONS_REASON, runner.sets), (CONCENTRATIONS_SPACE, found)
    )
    blocks = (
        Text(CONCENTRATIONS_ABOUT),
        Text(how),
        told,
        *found_blocks(CONCENTRATIONS_SPACE, found),
    )
    page = Page("Concentrations of the topic model", blocks)
    return Report(page, found_numbers(CONCENTRATIONS_SPACE, found), warnings=warnings)


MEASURES = {
    CONTENT: ("content-su4", "Content SU4 recall"),
    SU4: ("rouge-su4", "ROUGE-SU4 recall"),
    DIVERSITY: ("diversity", "Lexical Diversity"),
}
PUBLISHED = {LAMBDA: 0.75, MU: 0.99, NU: 0.35}
GREEK = {LAMBDA: "λ", MU: "μ", NU: "ν"}

CURVES_PAPER = {
    LAMBDA.symbol: "ROUGE-SU4 rises sharply from 0, is highest near 0.75 and flat on [0.2, 0.8];"
    " Lexical Diversity changes little up to 0.8 and rises from there.",
    MU.symbol: "ROUGE-SU4 is highest near 0.99; Lexical Diversity rises as mu falls.",
    NU.symbol: "ROUGE-SU4 is highest near 0.35, much above that at 0, and flat on [0.1, 0.7];"
    " Lexical Diversity grows with nu.",
}
"""What the paper reads off its figures."""

CURVES_ABOUT = (
    "The paper's method as one of lambda, mu and nu varies; the two others keep the values"
    " 0.75, 0.99 and 0.35 (dashed). Every line is the mean over the tasks of a set."
)


def run_curves(runner: Runner, choices: Choices) -> Report:
    """The report, with every figure as SVG and as PNG beside it."""
    lines = {axis: Space("MRC", Pipeline(HDP(), MRC()), (axis,), (0.0,)) for axis in PUBLISHED}
    rows = {(axis, v): lines[axis].row((v,)) for axis in lines for v in axis.values}
    results = runner.score(list(rows.values()))
    blocks: list[Block] = [Text(CURVES_ABOUT)]
    files: dict[str, bytes] = {}
    numbers = {}
    for axis in lines:
        found = {
            measure: _curves(results, axis, [rows[axis, v].label for v in axis.values], measure)
            for measure in MEASURES
        }
        told = [f"The paper: {CURVES_PAPER[axis.symbol]}", f"Here: {stands(found, axis)}"]
        if axis.symbol in WHY and not as_published(found[SU4][0], axis):
            told.append(why(WHY[axis.symbol], results.headline.sets))
        blocks += [Heading(axis.symbol), Bullets(tuple(told))]
        for measure, (name, title) in MEASURES.items():
            curves = found[measure]
            drawn = draw(curves, GREEK[axis], title, PUBLISHED[axis])
            file = f"{axis.symbol}-{name}"
            files[f"{file}.png"] = drawn.png
            caption = f"{title} as a function of {axis.symbol}; {_others(axis)}."
            blocks += [Drawing(file, caption, drawn.svg, themed=False), _grid(curves, axis, title)]
            numbers[file] = {c.label: dict(zip(map(str, c.x), c.y, strict=True)) for c in curves}
    warnings = (*results.warnings, *results.failures)
    page = Page("Curves of the three parameters", tuple(blocks))
    return Report(page, numbers, files, warnings)


def _curves(results: Results, axis: Axis, labels: list[str], measure: str) -> list[Curve]:
    curves = []
    for task_set in results.sets:
        of_set = results.restricted(task_set.name)
        means = tuple(fmean(of_set.values(label, measure).values()) for label in labels)
        curves.append(Curve(task_set.name, axis.values, means))
    if len(results.headline.sets) > 1:
        over_sets = [mean_over_sets(results.headline, label, measure) for label in labels]
        means = tuple(mean for mean in over_sets if mean is not None)
        curves.insert(0, Curve("mean over sets", axis.values, means))
    return curves


def stands(curves: dict[str, list[Curve]], axis: Axis) -> str:
    """Where the first line of both SU4 is highest and flat, and where Lexical Diversity goes."""
    diversity = curves[DIVERSITY][0]
    at = axis.values.index(PUBLISHED[axis])
    shown = sorted({0, at, len(diversity.x) - 1})
    spread = ", ".join(f"{diversity.y[n]:.3f} at {diversity.x[n]:g}" for n in shown)
    both = ((CONTENT, "Content SU4"), (SU4, "ROUGE-SU4"))
    told = [_highest(curves[measure][0], name, axis, at) for measure, name in both]
    if as_published(curves[SU4][0], axis):
        told.append("As in the paper, the published value is among the best, and 0 is not.")
    return f"{' '.join(told)} Lexical Diversity is {spread}."


def as_published(score: Curve, axis: Axis) -> bool:
    """Whether a line is highest about the published value and lower at 0, as all of the paper."""
    first, last = _flat(score)
    return 0 < first <= axis.values.index(PUBLISHED[axis]) <= last


def _flat(score: Curve) -> tuple[int, int]:
    """The first and the last point about the highest that are nearly as high."""
    high = [y >= NEAR * max(score.y) for y in score.y]
    best = score.y.index(max(score.y))
    first = best - [*high[best::-1], False].index(False) + 1
    return first, best + [*high[best:], False].index(False) - 1


def _highest(score: Curve, name: str, axis: Axis, at: int) -> str:
    """Where a line is highest, what it is at the published place and the ends, where it is flat."""
    best = score.y.index(max(score.y))
    first, last = _flat(score)
    ends = [n for n in (0, len(score.x) - 1) if n != at]
    elsewhere = " and ".join(f"{score.y[n]:.3f} at {score.x[n]:g}" for n in ends)
    return (
        f"{name} ({score.label}) is highest at {axis.symbol} = {score.x[best]:g}"
        f" ({score.y[best]:.3f}); it is {score.y[at]:.3f} at the published {PUBLISHED[axis]:g},"
        f" {elsewhere}, and within {1 - NEAR:.0%} of the highest from {score.x[first]:g} to"
        f" {score.x[last]:g}."
    )


def _others(axis: Axis) -> str:
    return ", ".join(f"{a.symbol} = {value:g}" for a, value in PUBLISHED.items() if a != axis)


def _grid(curves: list[Curve], axis: Axis, title: str) -> Grid:
    """Where each line is highest."""
    rows = []
    for curve in curves:
        best = max(range(len(curve.y)), key=lambda n: curve.y[n])
        published = curve.y[axis.values.index(PUBLISHED[axis])]
        texts = (f"{curve.x[best]:g}", decimals(curve.y[best]), decimals(published))
        rows.append((Cell(curve.label), *map(Cell, texts)))
    head = ("", f"Best {axis.symbol}", title, f"At {PUBLISHED[axis]:g}")
    return Grid("The highest point of each line, and the published value.", head, tuple(rows))


COUNTS = steps(10, 150, 5)
SHARES = steps(0.0, 1.0, 0.05)
OMEGAS = steps(0.05, 0.95, 0.15)
INNER = (*steps(0.05, 0.95, 0.05), 0.99)
LIKENESS = Axis("redundancy", "chi_1", (0.1, 0.3, 0.5, 0.7), 0.1)

RIVAL_PARAMETERS_ABOUT = (
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

RIVAL_PARAMETERS_PAPER = (
    "on DUC 2007 the best are 55 topics of LDA, 70 clusters of k-means, a threshold of 0.21 for"
    " agglomerative clusters, and chi 0.1, 3 and 4.2 for GRR, MRMS and MCS;"
    " TS-LexRank (0.95) and HERF (0.97) have the values of their authors."
)
RIVAL_PARAMETERS_REASON = (
    "a number of topics or clusters and a threshold fit the texts that they were tuned on, and"
    " those of TS-LexRank and HERF were tuned on others by their authors"
)


def run_rival_parameters(runner: Runner, choices: Choices) -> Report:
    """The report."""
    searches: list[tuple[Space, Found]] = []
    warnings: list[str] = []
    for space in SPACES:
        found, told = search(space, runner, full_grid=True)
        searches.append((space, found))
        warnings += told
    each: list[Block] = [block for pair in searches for block in found_blocks(*pair)]
    lines = found_lines(
        RIVAL_PARAMETERS_PAPER, why(RIVAL_PARAMETERS_REASON, runner.sets), *searches
    )
    blocks = (Text(RIVAL_PARAMETERS_ABOUT), lines, summary_grid(searches), *each)
    numbers = {space.label: found_numbers(space, found) for space, found in searches}
    page = Page("Parameters of the rivals", blocks)
    return Report(page, numbers, warnings=tuple(dict.fromkeys(warnings)))


TUNED = Row("TS-LexRank, tuned", TSLexRank(question_weight=0.2, redundancy=0.3))
"""What is best of `rival-parameters` on the mean of the open development sets."""


def rivals(model: str = "") -> Comparison:
    """Both presets, the paper's rivals and today's summarizers.

    Parameters
    ----------
    model : folder of a sentence-transformers model; without one embeddings take no part.
    """
    embeddings = [
        Row("preset default + embeddings", Preset.changed("default", embedding_model=model)),
        Row("embeddings + MMR", EmbeddingsMMR(model)),
    ]
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
            Row("BM25 + document + RM3 + MMR", BM25FeedbackMMR()),
            Row("BM25 + MMR", BM25MMR()),
            Row("tf-isf + MMR", TfIsfMMR()),
            *(embeddings if model else ()),
            Row("concept coverage (ILP)", ConceptCoverage()),
            Row("LexRank", LexRank()),
            Row("TextRank", TextRank()),
            Row("SumBasic", SumBasic()),
            Row("KL-Sum", KLSum()),
            Row("lead of the latest", LeadOfLatest()),
            Row("leads at random", LeadOfRandom()),
            Row("random", RandomSentences()),
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
    """The report."""
    return run_comparison(rivals(choices.model), runner, choices.model)
