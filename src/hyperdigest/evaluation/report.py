"""The report of `hyperdigest rouge`: systems scored from files and compared, as text or JSON.

Each system has intervals. All but the first are compared to the first, with p values corrected for
their number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice, product
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hyperdigest.base.text import aligned, dumped, line, printable
from hyperdigest.errors import ReadError
from hyperdigest.evaluation.files import is_jsonl, pair, read_candidates, read_references
from hyperdigest.evaluation.rouge import MEASURES, METRICS, Rouge, Score, signature
from hyperdigest.evaluation.significance import (
    Interval,
    PairedComparison,
    bootstrap,
    compare,
    holm,
)
from hyperdigest.progress import Progress, quiet, steps

Table = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class TaskScores:
    """The scores of one summary by metric, and the number of its references."""

    cluster: str
    references: int
    scores: Mapping[str, Score]


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one system by task, of which there is at least one."""

    name: str
    tasks: Mapping[str, TaskScores]

    def values(self, metric: str, measure: str, ids: Iterable[str]) -> list[float]:
        """One of `MEASURES` of one metric, on some tasks."""
        return [getattr(self.tasks[id].scores[metric], measure) for id in ids]

    def interval(self, metric: str, measure: str) -> Interval:
        """The interval that ROUGE-1.5.5 prints with the evaluation ids ``TASK.SYSTEM``."""
        ids = sorted(
            self.tasks, key=lambda id: f"{id}.{self.name}".encode("utf-8", "surrogatepass")
        )
        return bootstrap(self.values(metric, measure, ids))


@dataclass(frozen=True, slots=True)
class AgainstFirst:
    """A system compared to the first, on the tasks of both.

    `corrected` is the p value corrected for the number of systems in this metric and measure.
    """

    system: str
    metric: str
    measure: str
    comparison: PairedComparison
    corrected: float


@dataclass(frozen=True, slots=True)
class RougeReport:
    """The scores of one or more systems; `against` compares the others to the first.

    `signature` is the signature of every score, and `warnings` say what was left out.
    """

    systems: tuple[SystemScores, ...]
    against: tuple[AgainstFirst, ...]
    signature: str
    warnings: tuple[str, ...]


def score_files(
    candidates: Path,
    references: Path,
    limit: int | None = None,
    jackknife: bool = False,
    progress: Progress = quiet,
    stop_words: Iterable[str] | None = None,
) -> RougeReport:
    """ROUGE of the summaries in `candidates` against those in `references`, paired by name.

    Two text files are a pair whatever their names are. `limit`, `jackknife` and `stop_words` are
    those of `Rouge`. `progress` is called with ``scoring`` for every task. Raises ReadError if a
    path does not exist or no summary has references, and OptionError if the limit is negative.
    """
    warnings: list[str] = []
    summaries = read_candidates(candidates, warnings.append)
    found = read_references(references, warnings.append)
    tasks = {task for given in summaries.values() for task in given}
    if all(path.is_file() and not is_jsonl(path) for path in (candidates, references)):
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
            f"no summary could be scored ({'; '.join(warnings[:3]) or 'none is there'}): the"
            " references of NAME.txt are files called NAME or NAME.*, those of a record have its id"
        )
    for name, given in summaries.items():
        warnings += _without(f"{name} has no summary of", known.keys() - given.keys())
    how = signature(limit, jackknife, stop_words)
    return RougeReport(systems, tuple(against_first(systems)), how, tuple(warnings))


def against_first(systems: Sequence[SystemScores]) -> list[AgainstFirst]:
    """Each system but the first compared to it in recall and F, if they share a task."""
    first, *others = systems
    shared = [sorted(system.tasks.keys() & first.tasks.keys()) for system in others]
    found: list[AgainstFirst] = []
    for metric, measure in product(METRICS, ("recall", "f")):
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
            AgainstFirst(name, metric, measure, comparison, p)
            for (name, comparison), p in zip(comparisons.items(), corrected, strict=True)
        ]
    return found


def _without(what: str, names: Collection[str]) -> list[str]:
    """A warning that names some of `names`, if there are any."""
    if not names:
        return []
    shown = [printable(name) for name in sorted(names)[:3]]
    more = [f"and {len(names) - 3} more"] if len(names) > 3 else []
    return [f"{what}: {', '.join(shown + more)}"]


def render_scores(report: RougeReport) -> str:
    """A table for each metric with averages and 95% intervals; then the differences from the first
    system, with p values of approximate randomization, corrected by Holm."""
    parts = _aligned([_averages(report.systems, metric) for metric in METRICS])
    if report.against:
        first = report.systems[0].name
        parts += _aligned([_differences(first, report.against, metric) for metric in METRICS])
    return "\n\n".join([*parts, report.signature])


def render_scores_json(report: RougeReport) -> str:
    """One JSON object: systems with intervals and the scores of each task; then comparisons.

    Numbers are not rounded; to 5 decimals they are those that ROUGE-1.5.5 prints. The ends of an
    infinite interval are null.
    """
    against = []
    for one in report.against:
        place = {"system": one.system, "metric": one.metric, "measure": one.measure}
        numbers = asdict(one.comparison) | {"corrected_p": one.corrected}
        finite = {name: number if isfinite(number) else None for name, number in numbers.items()}
        against.append(place | finite)
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


def _differences(first: str, against: Sequence[AgainstFirst], metric: str) -> Table:
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
    """Each table as text; a column has the same width in all tables."""
    lines = iter(aligned([row for table in tables for row in table]))
    return ["\n".join(islice(lines, len(table))) for table in tables]


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


SCORE_FORMATS: Mapping[str, Callable[[RougeReport], str]] = MappingProxyType(
    {"text": render_scores, "json": render_scores_json}
)
