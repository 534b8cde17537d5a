"""Averages with intervals, and which differences are more than chance."""

from __future__ import annotations

from statistics import fmean

from hyperdigest.evaluation.rouge import Interval, bootstrap
from hyperdigest.evaluation.significance import cluster_interval, compare, holm
from hyperdigest.evaluation.stop_words import count_stop_words
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import STOPPED, TOKENS

LEVELS = ((0.01, "‡"), (0.05, "†"))


def set_interval(results: Results, label: str, measure: str) -> Interval | None:
    """The average with the interval of ROUGE-1.5.5; None where there is no score."""
    values = list(results.values(label, measure).values())
    return bootstrap(values) if values else None


def pooled_interval(results: Results, label: str, measure: str) -> Interval | None:
    """The average over all tasks, and its interval when clusters are drawn anew."""
    values = results.values(label, measure)
    if not values:
        return None
    clusters = results.clusters
    return cluster_interval(list(values.values()), [clusters[place] for place in values])


def mean_over_sets(results: Results, label: str, measure: str) -> float | None:
    """The average of the averages on each set; None where one of them has no score."""
    means = []
    for task_set in results.sets:
        values = results.restricted(task_set.name).values(label, measure)
        if not values:
            return None
        means.append(fmean(values.values()))
    return fmean(means)


def stop_share(results: Results, label: str) -> float | None:
    """The share of stop words in all summaries of a row together; None where it wrote no word."""
    stopped, tokens = (sum(results.values(label, m).values()) for m in (STOPPED, TOKENS))
    return stopped / tokens if tokens else None


def stop_share_of_references(results: Results) -> float | None:
    """The share of stop words in the references of all tasks together; None without a word."""
    texts = (s.text for of_set in results.sets for task in of_set.tasks for s in task.references)
    stopped, tokens = map(sum, zip((0, 0), *map(count_stop_words, texts), strict=True))
    return stopped / tokens if tokens else None


def p_values(results: Results, reference: str, measure: str) -> dict[str, float]:
    """How likely a difference as large from the reference is by chance, corrected, by label.

    Each row is compared on the tasks that it shares with the reference.
    """
    base, clusters = results.values(reference, measure), results.clusters
    found = {}
    for label in results.labels:
        values = results.values(label, measure)
        shared = [place for place in values if place in base]
        if label == reference or not shared:
            continue
        pair = [values[place] for place in shared], [base[place] for place in shared]
        found[label] = compare(*pair, [clusters[place] for place in shared]).p
    return dict(zip(found, holm(list(found.values())), strict=True))


def significance_marks(results: Results, reference: str, measure: str) -> dict[str, str]:
    """``†`` or ``‡`` for each label whose row differs from the reference."""
    marks = {}
    for label, p in p_values(results, reference, measure).items():
        marks[label] = next((mark for level, mark in LEVELS if p < level), "")
    return marks
