"""The presets and the people and systems of the Document Understanding Conferences.

Summaries of people and systems are scored like digests. The rows of the paper's table (the worst
person, the four best systems, the average, the baseline) are then chosen by ROUGE-2 on each set.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from statistics import fmean

from hyperdigest.experiments.baselines.generic import LeadOfLatest
from hyperdigest.experiments.comparison import CAMPAIGNS, LEFT_OPEN, Comparison
from hyperdigest.experiments.data.tasks import TaskSet
from hyperdigest.experiments.paper.tables import DEFAULT, PAPER
from hyperdigest.experiments.records import ScoreRecord
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.findings import findings
from hyperdigest.experiments.report.page import Bullets, Paragraph, Report
from hyperdigest.experiments.report.tables import comparison_blocks, numbers
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import CONTENT, R2, SU4
from hyperdigest.experiments.systems import Row, Written

NIST_BASELINE = "1"
PERSON, AVERAGE, BASELINE = "Hum", "Syst. Av.", "Basel."
BEST_SYSTEMS = ("1st", "2nd", "3rd", "4th")
LEAD = Row("lead of the latest", LeadOfLatest())

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
    unranked=(PERSON,),
    also_compared=(PAPER.label,),
    paper="people are above all systems; on DUC 2006 and 2007 MRC is above the best system, by 4%"
    " and 1% in ROUGE-SU4, on DUC 2005 3% below it.",
    reason=LEFT_OPEN,
    published=CAMPAIGNS,
)


def run_duc(runner: Runner, choices: Choices) -> Report:
    """The report on the sets with summaries of several people and of systems."""
    usable = tuple(s for s in runner.sets if systems(s) and len(people(s)) > 1)
    if not usable:
        warning = (
            "No set brings summaries of several people and of systems to compare with: this table"
            " needs DUC 2005, 2006 or 2007."
        )
        return Report(DUC.title, (Paragraph(warning),), warnings=(warning,))
    names = ", ".join(s.name for s in runner.sets if s not in usable)
    notes = (f"without summaries of two people and of systems, left out: {names}",) if names else ()
    runner = replace(runner, sets=usable, jackknife=runner.jackknife in (None, True))
    authors = sorted({author for s in usable for author in (*people(s), *systems(s))})
    results = runner.score([*DUC.rows, *map(author_row, authors)])
    ranked, who = rank_authors(results, (DEFAULT.label, PAPER.label))
    start = Paragraph(DUC.about), findings(DUC, ranked), Bullets(who)
    blocks = (*start, *comparison_blocks(DUC, ranked))
    warnings = (*results.warnings, *results.failures, *notes)
    return Report(DUC.title, blocks, numbers(results), warnings=warnings)


def author_row(author: str) -> Row:
    """The row of the summaries of a person or of a system."""
    return Row(_label(author), Written(author, person=not author.isdigit()))


def people(task_set: TaskSet) -> list[str]:
    """The authors of the references, sorted."""
    return sorted({summary.author for task in task_set.tasks for summary in task.references})


def systems(task_set: TaskSet) -> list[str]:
    """The numbers of the systems of a campaign; peers with letters are people."""
    authors = {summary.author for task in task_set.tasks for summary in task.peers}
    return sorted(author for author in authors if author.isdigit())


def rank_authors(results: Results, own: tuple[str, ...]) -> tuple[Results, tuple[str, ...]]:
    """Table (tabCompar). The rows of the paper's table, and whose summaries they are on each set.

    `own` are the labels of the systems that took no part in the campaign.
    """
    records: dict[tuple[str, str, str], ScoreRecord] = {}
    who = []
    for task_set in results.sets:
        name, numbered = task_set.name, systems(task_set)
        of_set = results.restricted(name)
        peers = _by_rouge2(of_set, [author for author in numbered if author != NIST_BASELINE])
        persons = _by_rouge2(of_set, people(task_set))
        author_of = {PERSON: persons[-1]} if persons else {}
        author_of |= dict(zip(BEST_SYSTEMS, peers, strict=False))
        author_of[BASELINE] = _label(NIST_BASELINE) if NIST_BASELINE in numbered else LEAD.label
        author_of |= {label: label for label in own}
        for _, task in of_set.clusters:
            found = {label: results.records.get((label, name, task)) for label in results.labels}
            for row, label in author_of.items():
                if (record := found[label]) is not None:
                    records[row, name, task] = record
            scored = [r for peer in peers if (r := found[peer]) is not None and r.scores]
            scores = [record.scores for record in scored if record.scores]
            if scores:
                means = {m: fmean(score[m] for score in scores) for m in scores[0]}
                records[AVERAGE, name, task] = replace(scored[0], scores=means)
        ranks = ", ".join(f"{row} is {label}" for row, label in author_of.items() if row != label)
        who.append(f"{name}: {ranks}; systems in Syst. Av.: {len(peers)}.")
    labels = (PERSON, *own, *BEST_SYSTEMS, AVERAGE, BASELINE)
    return replace(results, labels=labels, records=records), tuple(who)


def _by_rouge2(of_set: Results, authors: Iterable[str]) -> list[str]:
    """The labels of the authors with scores on a set, by their mean ROUGE-2, highest first."""
    values = {label: of_set.values(label, R2).values() for label in map(_label, authors)}
    means = {label: fmean(found) for label, found in values.items() if found}
    return sorted(means, key=lambda label: -means[label])


def _label(author: str) -> str:
    return f"S{author}" if author.isdigit() else f"person {author}"
