"""Options of earlier versions, which configurations and saved collections may still name."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from hyperdigest.options.values import PARAMETERS

REMOVED = frozenset((
    "feedback_evidence", "length_evidence", "position_evidence",
    "linking_reward", "speech_penalty", "pointing_penalty",
))  # fmt: skip

FORMER_DEFAULTS: Mapping[str, Any] = {
    "topic_evidence": 0.2,
    "document_evidence": 0.2,
    "saturation": 0.5,
    "coverage_balance": 0.0,
    "cost_exponent": 1.0,
    "order": "reading",
}
"""What the preset ``default`` had for options whose value there has changed since."""

ADDED = (
    "related_evidence", "coverage_evidence", "passage_evidence", "neighbour_evidence",
    "heading_evidence", "incomplete_weight", "sharpening",
)  # fmt: skip
"""What came when those were removed."""

_FORMER_LINKING_REWARD = 2.0
"""Saved collections with this were fitted with the preset ``default`` of an earlier version."""


def warn(message: str) -> None:
    """Tell a Python program of an option that is ignored."""
    warnings.warn(message, UserWarning, stacklevel=4)


def told_removed(name: str, source: str = "") -> str:
    """What to tell of an option that is named and does nothing any more."""
    return f"{source}option {name} was removed and is ignored: leave it out"


def of_today(saved: Mapping[str, Any]) -> dict[str, Any]:
    """The options saved by an earlier version, without those removed.

    Where the preset ``default`` was not changed in an option, the option has its value of today;
    other options, as those of ``paper``, are not joined by evidence that they did not know.
    """
    if "linking_reward" not in saved:
        return dict(saved)
    former = saved["linking_reward"] == _FORMER_LINKING_REWARD
    kept = {
        name: value
        for name, value in saved.items()
        if name not in REMOVED and not (former and FORMER_DEFAULTS.get(name) == value)
    }
    return kept if former else {name: PARAMETERS[name].paper for name in ADDED} | kept
