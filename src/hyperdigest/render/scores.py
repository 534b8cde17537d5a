"""ROUGE of systems as a table to read, or as JSON to compute with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from types import MappingProxyType
from typing import Any

from hyperdigest.evaluation.against_first import Against
from hyperdigest.evaluation.rouge import METRICS
from hyperdigest.evaluation.scored_files import Report
from hyperdigest.evaluation.systems import MEASURES, SystemScores
from hyperdigest.render.json import dumped
from hyperdigest.render.plain import line

Table = Sequence[Sequence[str]]


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


SCORE_FORMATS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {"text": render_scores, "json": render_scores_json}
)


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
