"""The findings of a comparison in words: the paper's, ours, and why they differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from statistics import fmean

from hyperdigest.experiments.comparison import Comparison, Figures, reason_line
from hyperdigest.experiments.report import page
from hyperdigest.experiments.results import Results, p_values
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, SU4

SIGNIFICANCE_LEVEL = 0.05
MEASURE_NAMES = {CONTENT: "content SU4", SU4: "ROUGE-SU4", DIVERSITY: "Lexical Diversity"}


def findings(comparison: Comparison, results: Results) -> page.Bullets:
    """The paper's finding if it has one, ours on all tasks together, and why they differ."""
    items = [f"The paper: {comparison.paper}"] if comparison.paper else []
    headline = results.headline
    differs = False
    for label in (comparison.reference, *comparison.also_compared):
        for measure in MEASURE_NAMES:
            printed = published_order(comparison.published, label, measure)
            if printed or measure != DIVERSITY:
                finding, as_printed = compare_to_others(headline, label, measure, printed)
                items.append(f"Here: {finding}")
                differs |= measure == SU4 and not as_printed
    if differs and comparison.reason:
        items.append(reason_line(comparison.reason, headline.sets))
    return page.Bullets(tuple(items))


def compare_to_others(
    results: Results, label: str, measure: str, printed: dict[str, int]
) -> tuple[str, bool]:
    """How a row compares to all others in one measure over all tasks.

    `printed` is the order in the paper: 1 for each row that it is above, -1 for each that it is
    below. Returned are the sentences, and whether the order here is that of the paper.
    """
    scored = {other: results.values(other, measure) for other in results.labels}
    means = {other: fmean(values.values()) for other, values in scored.items() if values}
    if label not in means:
        return f"{quoted(label)} has no score.", True
    p = p_values(results, label, measure)
    own = means.pop(label)
    order = {
        other: (own > mean) - (own < mean) if p.get(other, 1.0) < SIGNIFICANCE_LEVEL else 0
        for other, mean in means.items()
    }
    tasks = f"{len(results.clusters):,} tasks"
    parts = [f"{quoted(label)} has a {MEASURE_NAMES[measure]} of {own:.3f} over {tasks}."]
    for relation, sign in (
        ("It is significantly above", 1),
        ("It is significantly below", -1),
        (f"At the level {SIGNIFICANCE_LEVEL:g} it does not differ significantly from", 0),
    ):
        labels = [f"{quoted(la)} ({means[la]:.3f})" for la in order if order[la] == sign]
        if labels:
            parts.append(f"{relation} {listed(labels)}.")
    unlike = [other for other in printed if order.get(other, printed[other]) != printed[other]]
    in_paper = [
        f"{relation} {listed(labels)}"
        for relation, sign in (("above", 1), ("below", -1))
        if (labels := [quoted(other) for other in unlike if printed[other] == sign])
    ]
    if printed:
        parts.append(
            f"In the paper it is {', and '.join(in_paper)}."
            if in_paper
            else "So it is in the paper."
        )
    return " ".join(parts), not unlike


def published_order(figures: Figures, label: str, measure: str) -> dict[str, int]:
    """1 for each row that a row is above in the paper, on average over sets, and -1 for each that
    it is below."""
    found: dict[str, list[float]] = {}
    for rows in figures.values():
        for row, printed in rows.items():
            if measure in printed:
                found.setdefault(row, []).append(float(printed[measure].split()[0]))
    means = {row: fmean(values) for row, values in found.items()}
    own = means.pop(label, None)
    return {} if own is None else {row: 1 if own > mean else -1 for row, mean in means.items()}


def quoted(label: str) -> str:
    """The label, in quotation marks if it contains punctuation."""
    return f"“{label}”" if re.search(r"[.,:;()]", label) else label


def listed(names: Iterable[str]) -> str:
    """The names with commas between them, and "and" before the last."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
