"""The presets beside the people and systems of the Document Understanding Conferences.

What people and systems wrote is scored like any digest; the rows of the paper's table (the worst
person, the best four systems, the average, the baseline) are then found by ROUGE-2 on each set.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from statistics import fmean

from hyperdigest.experiments.baselines.generic import LeadOfLatest
from hyperdigest.experiments.comparison import CAMPAIGNS, LEFT_OPEN, Comparison
from hyperdigest.experiments.data.tasks import TaskSet
from hyperdigest.experiments.paper.tables import DEFAULT, PAPER
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Bullets, Report, Text
from hyperdigest.experiments.report.tables import comparison_blocks, findings, numbers
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import CONTENT, R2, SU4, Record, Results
from hyperdigest.experiments.systems import Row, Written

NIST_BASELINE = "1"
PERSON, AVERAGE, BASELINE = "Hum", "Syst. Av.", "Basel."
BEST = ("1st", "2nd", "3rd", "4th")
LEAD = Row("lead of the latest", LeadOfLatest())

NONE_HELD = (
    "No set brings summaries of several people and of systems to compare with: this table needs"
    " DUC 2005, 2006 or 2007."
)

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
        return Report(DUC.title, (Text(NONE_HELD),), warnings=(NONE_HELD,))
    names = ", ".join(s.name for s in runner.sets if s not in held)
    notes = (f"without summaries of two people and of systems, left out: {names}",) if names else ()
    runner = replace(runner, sets=held, jackknife=runner.jackknife in (None, True))
    authors = sorted({author for s in held for author in (*people(s), *systems(s))})
    results = runner.score([*DUC.rows, *map(written, authors)])
    ranked, who = standing(results, (DEFAULT.label, PAPER.label))
    told = Text(DUC.about), findings(DUC, ranked), Bullets(who)
    blocks = (*told, *comparison_blocks(DUC, ranked))
    warnings = (*results.warnings, *results.failures, *notes)
    return Report(DUC.title, blocks, numbers(results), warnings=warnings)


def written(author: str) -> Row:
    """The row of what a person or a system of a campaign wrote."""
    return Row(_label(author), Written(author, person=not author.isdigit()))


def people(task_set: TaskSet) -> list[str]:
    """Who wrote references, by name."""
    return sorted({summary.author for task in task_set.tasks for summary in task.references})


def systems(task_set: TaskSet) -> list[str]:
    """Which systems took part, by number: peers called by letters are people."""
    authors = {summary.author for task in task_set.tasks for summary in task.peers}
    return sorted(author for author in authors if author.isdigit())


def standing(results: Results, own: tuple[str, ...]) -> tuple[Results, tuple[str, ...]]:
    """Table (tabCompar). The rows of the paper's table, and who stands behind them on each set.

    `own` labels the rows of systems that took no part in the campaign.
    """
    records: dict[tuple[str, str, str], Record] = {}
    who = []
    for task_set in results.sets:
        name, numbered = task_set.name, systems(task_set)
        of_set = results.restricted(name)
        peers = _by_rouge2(of_set, [author for author in numbered if author != NIST_BASELINE])
        persons = _by_rouge2(of_set, people(task_set))
        behind = {PERSON: persons[-1]} if persons else {}
        behind |= dict(zip(BEST, peers, strict=False))
        behind[BASELINE] = _label(NIST_BASELINE) if NIST_BASELINE in numbered else LEAD.label
        behind |= {label: label for label in own}
        for _, task in of_set.clusters:
            found = {label: results.records.get((label, name, task)) for label in results.labels}
            for row, label in behind.items():
                if (record := found[label]) is not None:
                    records[row, name, task] = record
            scored = [r for peer in peers if (r := found[peer]) is not None and r.scores]
            scores = [record.scores for record in scored if record.scores]
            if scores:
                means = {m: fmean(score[m] for score in scores) for m in scores[0]}
                records[AVERAGE, name, task] = replace(scored[0], scores=means)
        ranks = ", ".join(f"{row} is {label}" for row, label in behind.items() if row != label)
        who.append(f"{name}: {ranks}; systems in Syst. Av.: {len(peers)}.")
    labels = (PERSON, *own, *BEST, AVERAGE, BASELINE)
    return replace(results, labels=labels, records=records), tuple(who)


def _by_rouge2(of_set: Results, authors: Iterable[str]) -> list[str]:
    """Labels by falling mean of ROUGE-2 on a set; those without a score there are left out."""
    values = {label: of_set.values(label, R2).values() for label in map(_label, authors)}
    means = {label: fmean(found) for label, found in values.items() if found}
    return sorted(means, key=lambda label: -means[label])


def _label(author: str) -> str:
    return f"S{author}" if author.isdigit() else f"person {author}"
