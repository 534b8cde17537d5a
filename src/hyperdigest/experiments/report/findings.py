"""What a comparison finds, in words: what the paper found, what stands here, why they differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from statistics import fmean

from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.published import Figures, why
from hyperdigest.experiments.report.page import Bullets
from hyperdigest.experiments.report.statistics import p_values
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, SU4

LEVEL = 0.05
NAMES = {CONTENT: "content SU4", SU4: "ROUGE-SU4", DIVERSITY: "Lexical Diversity"}


def findings(comparison: Comparison, results: Results) -> Bullets:
    """The paper's finding where it has one, ours on the tasks together, and why they differ."""
    told = [f"The paper: {comparison.paper}"] if comparison.paper else []
    headline = results.headline
    unlike = False
    for label in (comparison.reference, *comparison.watched):
        for measure in NAMES:
            printed = published_order(comparison.published, label, measure)
            if printed or measure != DIVERSITY:
                said, as_printed = standing(headline, label, measure, printed)
                told.append(f"Here: {said}")
                unlike |= measure == SU4 and not as_printed
    if unlike and comparison.why:
        told.append(why(comparison.why, headline.sets))
    return Bullets(tuple(told))


def standing(
    results: Results, reference: str, measure: str, printed: dict[str, int]
) -> tuple[str, bool]:
    """How a row compares with all others by one measure, every task counting the same.

    Parameters
    ----------
    printed : 1 for each row that it is above in the paper, -1 for each that it is below.

    Returns
    -------
    the sentences, and whether all rows that the paper prints stand as they do there.
    """
    means = {}
    for label in results.labels:
        values = results.values(label, measure)
        if values:
            means[label] = fmean(values.values())
    if reference not in means:
        return f"{quoted(reference)} has no score.", True
    p = p_values(results, reference, measure)
    own = means.pop(reference)
    order = {
        label: (own > mean) - (own < mean) if p.get(label, 1.0) < LEVEL else 0
        for label, mean in means.items()
    }
    tasks = f"{len(results.clusters):,} tasks"
    parts = [f"{quoted(reference)} has a {NAMES[measure]} of {own:.3f} over {tasks}."]
    for relation, sign in (
        ("It is significantly above", 1),
        ("It is significantly below", -1),
        (f"At the level {LEVEL:g} it is not told apart from", 0),
    ):
        labels = [f"{quoted(la)} ({means[la]:.3f})" for la in order if order[la] == sign]
        if labels:
            parts.append(f"{relation} {listed(labels)}.")
    unlike = [label for label in printed if order.get(label, printed[label]) != printed[label]]
    there = [
        f"{relation} {listed(labels)}"
        for relation, sign in (("above", 1), ("below", -1))
        if (labels := [quoted(label) for label in unlike if printed[label] == sign])
    ]
    if printed:
        parts.append(
            f"In the paper it is {', and '.join(there)}." if there else "So it is in the paper."
        )
    return " ".join(parts), not unlike


def published_order(figures: Figures, reference: str, measure: str) -> dict[str, int]:
    """1 for each row that the reference is above in the paper, on average, -1 where it is below."""
    found: dict[str, list[float]] = {}
    for rows in figures.values():
        for label, row in rows.items():
            if measure in row:
                found.setdefault(label, []).append(float(row[measure].split()[0]))
    means = {label: fmean(values) for label, values in found.items()}
    own = means.pop(reference, None)
    return {} if own is None else {label: 1 if own > mean else -1 for label, mean in means.items()}


def quoted(label: str) -> str:
    """The label, in quotation marks where it has marks of its own."""
    return f"“{label}”" if re.search(r"[.,:;()]", label) else label


def listed(names: Iterable[str]) -> str:
    """The names with commas between them, and "and" before the last."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
