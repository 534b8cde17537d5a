"""What a comparison finds, in words: what the paper found, what stands here, why they differ."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.published import Figures
from hyperdigest.experiments.report.page import Bullets
from hyperdigest.experiments.report.statistics import p_values
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import CONTENT, SU4

LEVEL = 0.05
NAMES = {CONTENT: "content SU4", SU4: "ROUGE-SU4"}


def findings(comparison: Comparison, results: Results) -> Bullets:
    """The paper's finding where it has one, ours on the tasks together, and why they may differ."""
    rows = (comparison.reference, *comparison.watched)
    told = (
        comparison.paper and f"The paper: {comparison.paper}",
        *(
            f"Here: {standing(comparison, results.headline, label, measure)}"
            for label in rows
            for measure in NAMES
        ),
        comparison.why and f"Why: {comparison.why}",
    )
    return Bullets(tuple(filter(None, told)))


def standing(comparison: Comparison, results: Results, reference: str, measure: str) -> str:
    """How a row compares with all others by one measure, every task counting the same."""
    means = {}
    for label in results.labels:
        values = results.values(label, measure)
        if values:
            means[label] = fmean(values.values())
    if reference not in means:
        return f"{reference} has no score."
    p = p_values(results, reference, measure)
    own = means.pop(reference)
    below = [label for label in means if p.get(label, 1.0) < LEVEL and means[label] < own]
    above = [label for label in means if p.get(label, 1.0) < LEVEL and means[label] > own]
    level = [label for label in means if label not in below and label not in above]
    tasks = f"{len(results.clusters):,} tasks"
    parts = [f"{reference} has a {NAMES[measure]} of {own:.3f} over {tasks}."]
    for relation, labels in (
        ("It is significantly above", below),
        ("It is significantly below", above),
        (f"Not told apart from it at the level {LEVEL:g}:", level),
    ):
        if labels:
            parts.append(f"{relation} {_listed(labels, means)}.")
    against = [x for x in above if x in _published_below(comparison.published, reference)]
    if against and measure == SU4:
        parts.append(f"In the paper it is above {_named(against)}.")
    return " ".join(parts)


def _published_below(figures: Figures, reference: str) -> set[str]:
    """The rows whose published ROUGE-SU4 is lower than that of the reference, on average."""
    found: dict[str, list[float]] = {}
    for rows in figures.values():
        for label, row in rows.items():
            if SU4 in row:
                found.setdefault(label, []).append(float(row[SU4].split()[0]))
    means = {label: fmean(values) for label, values in found.items()}
    own = means.get(reference, 0.0)
    return {label for label, mean in means.items() if mean < own}


def _listed(labels: Iterable[str], means: dict[str, float]) -> str:
    return _named(f"{label} ({means[label]:.3f})" for label in labels)


def _named(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
