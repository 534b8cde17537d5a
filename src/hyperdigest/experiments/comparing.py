"""Run an experiment that is a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.report.findings import findings
from hyperdigest.experiments.report.page import Block, Page, Text
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.report.tables import comparison_blocks
from hyperdigest.experiments.results import Results

MODEL = "MODEL"


def compare(
    comparison: Comparison,
    bench: Bench,
    model: str = "",
    more: Callable[[Results], Sequence[Block]] = lambda _: (),
) -> Report:
    """Score every entry and lay the scores out beside each other.

    Parameters
    ----------
    model : a place on this machine that is called MODEL in the report.
    more : what else the report tells of the results, at its end.
    """
    results = bench.score(comparison.entries)
    told = Text(comparison.about), findings(comparison, results)
    blocks = (*told, *comparison_blocks(comparison, results), *more(results))
    failures = (failure.replace(model or MODEL, MODEL) for failure in results.failures)
    warnings = (*results.warnings, *failures)
    return Report(Page(comparison.title, blocks), numbers(results, model), warnings=warnings)


def numbers(results: Results, model: str = "") -> dict[str, Any]:
    """The scores of every entry on every task, and what they were made with."""
    scores: dict[str, dict[str, dict[str, Any]]] = {}
    for set_name, task in results.clusters:
        for label in results.labels:
            record = results.records.get((label, set_name, task))
            if record is not None:
                scores.setdefault(set_name, {}).setdefault(task, {})[label] = {
                    "scores": record.scores,
                    "words": record.words,
                    "failure": record.failure.replace(model or MODEL, MODEL),
                    "system": record.key.system.replace(repr(model or MODEL), MODEL),
                    "eligible": record.key.eligible,
                    "signature": record.key.signature,
                }
    return {
        "clusters": {"/".join(place): cluster for place, cluster in results.clusters.items()},
        "scores": scores,
    }
