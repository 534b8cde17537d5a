"""The report of `hyperdigest rouge`: systems scored from files, compared, as a table or as JSON.

Each system has intervals; all but the first are compared to the first, with p values corrected
for their number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hyperdigest.base.text import dumped, line, printable
from hyperdigest.errors import ReadError
from hyperdigest.evaluation.files import holds_records, pair, read_candidates, read_references
from hyperdigest.evaluation.rouge import MEASURES, METRICS, Rouge, Score, signature
from hyperdigest.evaluation.significance import Comparison, Interval, bootstrap, compare, holm
from hyperdigest.progress import Progress, quiet, steps

NAMED = 3
"""How many names a warning tells."""

COMPARED = ("recall", "f")
Table = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class TaskScores:
    """The `Score` by metric of one summary, against so many references."""

    cluster: str
    references: int
    scores: Mapping[str, Score]


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one system by task, of which there is one at least."""

    name: str
    tasks: Mapping[str, TaskScores]

    def values(self, metric: str, measure: str, ids: Iterable[str]) -> list[float]:
        """One of `MEASURES` by one metric, on each of some tasks."""
        return [getattr(self.tasks[id].scores[metric], measure) for id in ids]

    def interval(self, metric: str, measure: str) -> Interval:
        """Average and interval as ROUGE-1.5.5 prints them, its evaluation ids ``TASK.SYSTEM``."""
        ids = sorted(
            self.tasks, key=lambda id: f"{id}.{self.name}".encode("utf-8", "surrogatepass")
        )
        return bootstrap(self.values(metric, measure, ids))


@dataclass(frozen=True, slots=True)
class Against:
    """A system compared to the first on the tasks of both.

    `corrected` is `Comparison.p` by `holm`, over the systems compared in this metric and measure.
    """

    system: str
    metric: str
    measure: str
    comparison: Comparison
    corrected: float


@dataclass(frozen=True, slots=True)
class Report:
    """What came of scoring one system or more, of which `against` compares all but the first to it.

    `signature` is that of every score, and `warnings` tell what was left out, and why.
    """

    systems: tuple[SystemScores, ...]
    against: tuple[Against, ...]
    signature: str
    warnings: tuple[str, ...]


def score_files(
    candidates: Path,
    references: Path,
    limit: int | None = None,
    jackknife: bool = False,
    progress: Progress = quiet,
    stop_words: Iterable[str] | None = None,
) -> Report:
    """ROUGE of the summaries in `candidates` by those in `references`, paired by their names.

    Two text files are a pair, whatever they are called. `limit`, `jackknife` and `stop_words` are
    as of `Rouge`. `progress` is told ``scoring`` for every task. A ReadError is raised where there
    is no such path, or no summary that has references, and an OptionError for a negative limit.
    """
    warnings: list[str] = []
    summaries = read_candidates(candidates, warnings.append)
    found = read_references(references, warnings.append)
    tasks = {task for given in summaries.values() for task in given}
    if all(path.is_file() and not holds_records(path) for path in (candidates, references)):
        found = [replace(reference, name=task) for reference in found for task in tasks]
    known, unused = pair(tasks, found)
    scored: dict[str, dict[str, TaskScores]] = {name: {} for name in summaries}
    for task, of in steps(sorted(known.items()), "scoring", len(known), progress):
        judge = Rouge(of.texts, limit, jackknife, stop_words)
        for name, given in summaries.items():
            if task in given:
                scores = judge.score(given[task])
                scored[name][task] = TaskScores(of.cluster, len(of.texts), scores)
    systems = tuple(SystemScores(name, by_task) for name, by_task in scored.items() if by_task)
    warnings += _without("skipped summaries without references", tasks - known.keys())
    warnings += _without("skipped references without a summary", unused)
    if not systems:
        raise ReadError(
            f"no summary could be scored ({'; '.join(warnings[:NAMED]) or 'none is there'}): the"
            " references of NAME.txt are files called NAME or NAME.*, those of a record have its id"
        )
    for name, given in summaries.items():
        warnings += _without(f"{name} has no summary of", known.keys() - given.keys())
    how = signature(limit, jackknife, stop_words)
    return Report(systems, tuple(against_first(systems)), how, tuple(warnings))


def against_first(systems: Sequence[SystemScores]) -> list[Against]:
    """Each system but the first compared to it, where they share a task, in `COMPARED`."""
    first, *others = systems
    shared = [sorted(system.tasks.keys() & first.tasks.keys()) for system in others]
    found: list[Against] = []
    for metric, measure in product(METRICS, COMPARED):
        comparisons = {
            system.name: compare(
                system.values(metric, measure, ids),
                first.values(metric, measure, ids),
                [system.tasks[id].cluster for id in ids],
            )
            for system, ids in zip(others, shared, strict=True)
            if ids
        }
        corrected = holm([comparison.p for comparison in comparisons.values()])
        found += [
            Against(name, metric, measure, comparison, p)
            for (name, comparison), p in zip(comparisons.items(), corrected, strict=True)
        ]
    return found


def _without(what: str, names: Collection[str]) -> list[str]:
    """A warning of `names`, if there are any."""
    if not names:
        return []
    shown = [printable(name) for name in sorted(names)[:NAMED]]
    more = [f"and {len(names) - NAMED} more"] if len(names) > NAMED else []
    return [f"{what}: {', '.join(shown + more)}"]


def render_scores(report: Report) -> str:
    """A table for each metric, its averages and 95% intervals; then how others differ from the
    first, with p values of approximate randomization, corrected by Holm."""
    parts = _aligned([_averages(report.systems, metric) for metric in METRICS])
    if report.against:
        first = report.systems[0].name
        parts += _aligned([_differences(first, report.against, metric) for metric in METRICS])
    return "\n\n".join([*parts, report.signature])


def render_scores_json(report: Report) -> str:
    """One JSON object: systems with intervals and the scores of each task; then comparisons.

    Numbers are whole, so that 5 decimals of them are those that ROUGE-1.5.5 prints. An interval
    that is not known has null for its ends.
    """
    against = []
    for one in report.against:
        place = {"system": one.system, "metric": one.metric, "measure": one.measure}
        numbers = asdict(one.comparison) | {"corrected_p": one.corrected}
        known = {name: number if isfinite(number) else None for name, number in numbers.items()}
        against.append(place | known)
    content = {
        "signature": report.signature,
        "warnings": list(report.warnings),
        "systems": [_system(system, report.signature) for system in report.systems],
        "against_first": against,
    }
    return dumped(content)


def _averages(systems: Sequence[SystemScores], metric: str) -> Table:
    rows = [[metric, "tasks", *(f"{measure} (95% interval)" for measure in MEASURES)]]
    for system in systems:
        intervals = [system.interval(metric, measure) for measure in MEASURES]
        cells = [f"{i.average:.5f} ({i.low:.5f} to {i.high:.5f})" for i in intervals]
        rows.append([line(system.name), str(len(system.tasks)), *cells])
    return rows


def _differences(first: str, against: Sequence[Against], metric: str) -> Table:
    head = (f"{metric} against {line(first)}", "tasks", "clusters", "measure", "difference", "p")
    rows = []
    for one in against:
        c = one.comparison
        if one.metric == metric:
            interval = f"{c.difference:+.5f} ({c.low:+.5f} to {c.high:+.5f})"
            where = (line(one.system), str(c.tasks), str(c.clusters))
            rows.append((*where, one.measure, interval, f"{one.corrected:.4f}"))
    return [head, *rows]


def _aligned(tables: Sequence[Table]) -> list[str]:
    """Each table as lines, the columns of all equally wide."""
    rows = [row for table in tables for row in table]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in table
        )
        for table in tables
    ]


def _system(system: SystemScores, signature: str) -> dict[str, Any]:
    return {
        "name": system.name,
        "scores": {
            metric: {measure: asdict(system.interval(metric, measure)) for measure in MEASURES}
            for metric in METRICS
        },
        "tasks": [
            {
                "id": id,
                "references": task.references,
                "scores": {name: asdict(of) for name, of in task.scores.items()},
                "signature": signature,
            }
            for id, task in system.tasks.items()
        ],
    }


SCORE_FORMATS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {"text": render_scores, "json": render_scores_json}
)
