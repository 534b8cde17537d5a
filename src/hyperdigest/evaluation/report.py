"""The report of `hyperdigest rouge`: files scored, what was left out, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hyperdigest.base.text import dumped, line, printable
from hyperdigest.errors import ReadError
from hyperdigest.evaluation.files import (
    MEASURES,
    Against,
    SystemScores,
    against_first,
    holds_records,
    pair,
    read_candidates,
    read_references,
    score_systems,
)
from hyperdigest.evaluation.rouge import METRICS, signature
from hyperdigest.progress import Progress, quiet

NAMED = 3
"""How many names a warning tells."""

Table = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Report:
    """What came of scoring.

    Parameters
    ----------
    systems : one or more.
    against : all but the first compared to it.
    signature : of every score.
    warnings : what was left out, and why.
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

    Two text files are a pair, whatever they are called.

    Parameters
    ----------
    limit, jackknife, stop_words : as of `Rouge`.
    progress : told ``scoring`` for every task.

    Raises
    ------
    ReadError
        where there is no such path, or no summary that has references.
    OptionError
        for a negative limit.
    """
    warnings: list[str] = []
    summaries = read_candidates(candidates, warnings.append)
    found = read_references(references, warnings.append)
    tasks = {task for given in summaries.values() for task in given}
    if _is_text(candidates) and _is_text(references):
        found = [replace(reference, name=task) for reference in found for task in tasks]
    known, unused = pair(tasks, found)
    systems = score_systems(summaries, known, limit, jackknife, progress, stop_words)
    warnings += _without("skipped summaries without references", tasks - known.keys())
    warnings += _without("skipped references without a summary", unused)
    if not systems:
        raise ReadError(_nothing(warnings))
    for name, given in summaries.items():
        warnings += _without(f"{name} has no summary of", known.keys() - given.keys())
    line = signature(limit, jackknife, stop_words)
    return Report(tuple(systems), tuple(against_first(systems)), line, tuple(warnings))


def _without(what: str, names: Collection[str]) -> list[str]:
    """A warning of `names`, if there are any."""
    if not names:
        return []
    shown = [printable(name) for name in sorted(names)[:NAMED]]
    more = [f"and {len(names) - NAMED} more"] if len(names) > NAMED else []
    return [f"{what}: {', '.join(shown + more)}"]


def _nothing(warnings: list[str]) -> str:
    return (
        f"no summary could be scored ({'; '.join(warnings[:NAMED]) or 'none is there'}): the"
        " references of NAME.txt are files called NAME or NAME.*, those of a record have its id"
    )


def _is_text(path: Path) -> bool:
    return path.is_file() and not holds_records(path)


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
    content = {
        "signature": report.signature,
        "warnings": list(report.warnings),
        "systems": [_system(system, report.signature) for system in report.systems],
        "against_first": [_against(one) for one in report.against],
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
    return [head, *(_difference(one) for one in against if one.metric == metric)]


def _difference(one: Against) -> Sequence[str]:
    c = one.comparison
    interval = f"{c.difference:+.5f} ({c.low:+.5f} to {c.high:+.5f})"
    where = (line(one.system), str(c.tasks), str(c.clusters))
    return (*where, one.measure, interval, f"{one.corrected:.4f}")


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
                "id": task.id,
                "references": task.references,
                "scores": {name: asdict(of) for name, of in task.scores.items()},
                "signature": signature,
            }
            for task in system.tasks
        ],
    }


def _against(one: Against) -> dict[str, Any]:
    place = {"system": one.system, "metric": one.metric, "measure": one.measure}
    numbers = asdict(one.comparison) | {"corrected_p": one.corrected}
    known = {name: number if isfinite(number) else None for name, number in numbers.items()}
    return place | known


SCORE_FORMATS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {"text": render_scores, "json": render_scores_json}
)
