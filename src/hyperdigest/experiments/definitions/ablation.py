"""The preset default with each of its parts taken out in turn."""

from __future__ import annotations

from typing import Any

from hyperdigest.evidence.sources import SOURCES
from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.comparing import compare
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.definitions.summarizers import DEFAULT
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.preset import Preset
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, R1, R2, SU4

TAKEN_OUT = [source for source in SOURCES if source != "embedding"]
"""The sources of the preset default, which names no model of embeddings."""

PARTS: dict[str, dict[str, Any]] = {
    **{f"no {source} evidence": {f"{source}_evidence": 0.0} for source in TAKEN_OUT},
    "asking words in full": {"asking_weight": 1.0},
    "no walk (lambda 0)": {"query_balance": 0.0},
    "walk over topics alone": {"topic_share": 1.0},
    "walk over terms alone": {"topic_share": 0.0},
    "the most likely sample alone": {"samples": 0},
    "one sample": {"samples": 1},
    "no saturation": {"saturation": 0.0},
    "no coverage (nu 0)": {"coverage_balance": 0.0},
    "no saturation and no coverage": {"coverage_balance": 0.0, "saturation": 0.0},
    "no sharpening": {"sharpening": 0.0},
    "incomplete sentences in full": {"incomplete_weight": 1.0},
    "cost by length (r = 1)": {"cost_exponent": 1.0},
    "any form of sentence": {"prose_only": False},
    "no floor of length": {"shortest": 1},
    "any sentence at all": {"prose_only": False, "shortest": 1},
}


def ablation() -> Comparison:
    """The preset default, whole and without each part."""
    parts = (Entry(label, Preset.changed("default", **parts)) for label, parts in PARTS.items())
    return Comparison(
        title="Parts of the preset default",
        about="The preset default, and what is left of it without each of its parts.",
        entries=(DEFAULT, *parts),
        reference=DEFAULT.label,
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
    )


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    return compare(ablation(), bench)
