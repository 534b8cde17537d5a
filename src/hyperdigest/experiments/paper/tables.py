"""The presets beside the people and systems of the Document Understanding Conferences.

Other models of hyperedges under the paper's walk and selection.

The equation of relevance as printed and as a Markov chain.

Other selection methods on the paper's graph of topics.

The paper's method beside other graph-based summarizers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from statistics import fmean

from hyperdigest.evaluation.diversity import word_diversity
from hyperdigest.experiments.baselines.cluster_edges import AGGLOMERATIVE, DBSCAN, KMEANS
from hyperdigest.experiments.baselines.herf import HERF
from hyperdigest.experiments.baselines.hubs import HubsAndAuthorities
from hyperdigest.experiments.baselines.hyperedges import HDP, LDA, TERMS
from hyperdigest.experiments.baselines.hypersum import HyperSum
from hyperdigest.experiments.baselines.lexrank import TSLexRank
from hyperdigest.experiments.baselines.selectors import GRR, MCS, MR, MRC, MRMS, OPH, ExactMR
from hyperdigest.experiments.baselines.simple import LeadOfLatest, RandomSentences
from hyperdigest.experiments.comparison import (
    CAMPAIGNS,
    HYPEREDGES,
    LEFT_OPEN,
    SELECTION,
    SUMMARIZERS,
    WHY,
    Comparison,
    relabelled,
)
from hyperdigest.experiments.data.tasks import TaskSet
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import (
    Block,
    Bullets,
    Cell,
    Grid,
    Heading,
    Page,
    Report,
    Text,
    decimals,
)
from hyperdigest.experiments.report.tables import (
    comparison_blocks,
    findings,
    mean_over_sets,
    numbers,
    run_comparison,
)
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.score_cache import Record, Scores
from hyperdigest.experiments.scores import CONTENT, DIVERSITY, R1, R2, SU4, Results
from hyperdigest.experiments.systems import Pipeline, Preset, Reading, Row, Written
from hyperdigest.experiments.task_input import Hyperedges, Selector

MODELS: dict[str, Hyperedges] = {
    "MRC": HDP(),
    "LDA": LDA(),
    "TERMS": TERMS(),
    "KMEANS": KMEANS(),
    "AGGLOMERATIVE": AGGLOMERATIVE(),
    "DBSCAN": DBSCAN(),
}


def hyperedges() -> Comparison:
    """Table (tabHyperedges). The hyperedge models under the same walk and selection."""
    rows = (Row(label, Pipeline(model, MRC())) for label, model in MODELS.items())
    return Comparison(
        title="Hyperedge models",
        about="The paper's walk and its selection MRC on the topics of the hierarchical Dirichlet"
        " process (MRC) and on five other models of hyperedges.",
        rows=tuple(rows),
        reference="MRC",
        paper="on DUC 2007 topics of the HDP (MRC) have 14% more ROUGE-SU4 than those of LDA, 5%"
        " more than TERMS and DBSCAN, and are above all.",
        why=WHY["hyperedges"],
        published=HYPEREDGES,
    )


def run_hyperedges(runner: Runner, choices: Choices) -> Report:
    """The report."""
    return run_comparison(hyperedges(), runner)


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
        rows=(*read, Row("random", RandomSentences()), Row("TS-LexRank", TSLexRank())),
        reference=CHAIN,
        paper="it prints the sum over i != j, and speaks of the stationary probabilities of an"
        " ergodic Markov chain; its method is above TS-LexRank, and it has no figures of summaries"
        " picked at random.",
        why=WHY["MRC"],
        published=relabelled(SUMMARIZERS, {"MRC": CHAIN, "TS-LexRank": "TS-LexRank"}),
    )


def run_readings(runner: Runner, choices: Choices) -> Report:
    """The report."""
    return run_comparison(readings(), runner)


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
    rows = (Row(label, Pipeline(HDP(), selector)) for label, selector in SELECTORS.items())
    return Comparison(
        title="Selection methods",
        about="The paper's selection MRC and others, on the same relevance scores over the topics"
        " of the hierarchical Dirichlet process. Lexical Diversity is the entropy of a summary's"
        " terms, stop words left out, over the logarithm of how many distinct ones there are, and"
        " so for nearly any text above the published 0.86; the paper does not define that number,"
        " nor say whether stop words count. The last table has another reading.",
        rows=tuple(rows),
        reference="MRC",
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
        paper="on DUC 2007 MRC has 6% to 21% more ROUGE-SU4 than GRR, OPH, MRMS and MCS, and its"
        " Lexical Diversity is 0.86, above that of GRR and MRMS (0.85) and below that of OPH (0.95)"
        " and MCS (0.94).",
        why=WHY["selection"],
        published=SELECTION,
    )


def run_selection(runner: Runner, choices: Choices) -> Report:
    """The report."""
    return run_comparison(selection(), runner, more=both_diversities)


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


PAPER = Row("MRC", Pipeline(HDP(), MRC()))
PAPER_ALONE = Row("preset paper, any sentence", Preset("paper"))
DEFAULT = Row("preset default", Preset("default"))
RIVALS = (
    Row("TS-LexRank", TSLexRank()),
    Row("Hubs & Authorities", HubsAndAuthorities()),
    Row("HyperSum", HyperSum()),
    Row("HERF", HERF()),
)


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


def run_summarizers(runner: Runner, choices: Choices) -> Report:
    """The report."""
    return run_comparison(summarizers(), runner)


NIST_BASELINE = "1"
PERSON, AVERAGE, BASELINE = "Hum", "Syst. Av.", "Basel."
BEST = ("1st", "2nd", "3rd", "4th")
LEAD = Row("lead of the latest", LeadOfLatest())

NONE_HELD = (
    "No set brings summaries of several people and of systems to compare with: this table needs"
    " DUC 2005, 2006 or 2007."
)

Records = dict[tuple[str, str, str], Record]

DUC = Comparison(
    title="People and systems of DUC",
    about="The presets beside the worst person (Hum), the four best systems, the average of all"
    " systems but the baseline (Syst. Av.), and NIST's baseline (Basel.). Best and worst are so by"
    " ROUGE-2 on each set. Systems are scored without each reference in turn; a person is scored"
    " where his own summary is left out, on the tasks he wrote for. NIST's baseline has the leading"
    " sentences of the latest document; the paper says that its documents are drawn at random.",
    rows=(DEFAULT, PAPER, LEAD),
    reference=DEFAULT.label,
    measures=(CONTENT, SU4, R2),
    beyond=(PERSON,),
    watched=(PAPER.label,),
    paper="people are above all systems; on DUC 2006 and 2007 MRC is above the best system, by 4%"
    " and 1% in ROUGE-SU4, on DUC 2005 3% below it.",
    why=LEFT_OPEN,
    published=CAMPAIGNS,
)


def run_duc(runner: Runner, choices: Choices) -> Report:
    """The report; sets that no system of a campaign took part in are left out."""
    held = tuple(s for s in runner.sets if systems(s) and len(people(s)) > 1)
    if not held:
        return Report(Page(DUC.title, (Text(NONE_HELD),)), {}, warnings=(NONE_HELD,))
    names = ", ".join(s.name for s in runner.sets if s not in held)
    notes = (f"without summaries of two people and of systems, left out: {names}",) if names else ()
    jackknife = True if runner.jackknife is None else runner.jackknife
    runner = replace(runner, sets=held, jackknife=jackknife)
    all_written = {author for s in held for author in (*people(s), *systems(s))}
    results = runner.score([*DUC.rows, *map(_entry, sorted(all_written))])
    ranked, who = standing(results)
    told = Text(DUC.about), findings(DUC, ranked), Bullets(who)
    blocks = (*told, *comparison_blocks(DUC, ranked))
    warnings = (*results.warnings, *results.failures, *notes)
    return Report(Page(DUC.title, blocks), numbers(results), warnings=warnings)


def people(task_set: TaskSet) -> list[str]:
    """Who wrote references, by name."""
    return sorted({summary.author for task in task_set.tasks for summary in task.references})


def systems(task_set: TaskSet) -> list[str]:
    """Which systems took part, by number: peers called by letters are people."""
    authors = {summary.author for task in task_set.tasks for summary in task.peers}
    return sorted(author for author in authors if author.isdigit())


def _entry(author: str) -> Row:
    return Row(_label(author), Written(author, person=not author.isdigit()))


def _label(author: str) -> str:
    return f"S{author}" if author.isdigit() else f"person {author}"


def standing(results: Results) -> tuple[Results, tuple[str, ...]]:
    """Table (tabCompar). The rows of the paper's table, and who stands behind them on each set."""
    records: Records = {}
    who = []
    for task_set in results.sets:
        name = task_set.name
        peers = [_label(author) for author in systems(task_set) if author != NIST_BASELINE]
        peers = _by_rouge2(results, name, peers)
        persons = _by_rouge2(results, name, [_label(author) for author in people(task_set)])
        of_nist = NIST_BASELINE in systems(task_set)
        baseline = _label(NIST_BASELINE) if of_nist else LEAD.label
        behind = {PERSON: persons[-1]} if persons else {}
        behind |= dict(zip(BEST, peers, strict=False)) | {BASELINE: baseline}
        behind |= {row.label: row.label for row in (DEFAULT, PAPER)}
        for row, label in behind.items():
            records |= _of(results, label, name, row)
        records |= _average(results, peers, name)
        ranks = ", ".join(f"{row} is {label}" for row, label in behind.items() if row != label)
        who.append(f"{name}: {ranks}; systems in Syst. Av.: {len(peers)}.")
    labels = (PERSON, DEFAULT.label, PAPER.label, *BEST, AVERAGE, BASELINE)
    return replace(results, labels=labels, records=records), tuple(who)


def _by_rouge2(results: Results, set_name: str, labels: Iterable[str]) -> list[str]:
    """Labels by falling mean of ROUGE-2 on a set; those without a score there are left out."""
    of_set = results.restricted(set_name)
    values = {label: of_set.values(label, R2).values() for label in labels}
    means = {label: fmean(found) for label, found in values.items() if found}
    return sorted(means, key=lambda label: -means[label])


def _of(results: Results, label: str, set_name: str, row: str) -> Records:
    """The records of `label` on a set, as those of `row`."""
    return {
        (row, name, task): record
        for (who, name, task), record in results.records.items()
        if who == label and name == set_name
    }


def _average(results: Results, labels: list[str], set_name: str) -> Records:
    """Records of the average system on each task of a set."""
    averages: Records = {}
    for _, task in results.restricted(set_name).clusters:
        found = [results.records.get((label, set_name, task)) for label in labels]
        scored = [record for record in found if record is not None and record.scores]
        if scored:
            averages[AVERAGE, set_name, task] = replace(scored[0], scores=_mean(scored))
    return averages


def _mean(records: list[Record]) -> Scores:
    scores = [record.scores for record in records if record.scores]
    return {measure: fmean(score[measure] for score in scores) for measure in scores[0]}
