"""Which sentences may be picked: the same for all systems that are compared."""

from __future__ import annotations

from typing import Any, Literal, get_args

from hyperdigest.options import Options

Eligibility = Literal["default", "floor", "all"]
ELIGIBILITIES: tuple[Eligibility, ...] = get_args(Eligibility)

OWN = "own"
"""What stands in records of systems that say themselves which sentences may be picked."""

GIVEN = "given"
"""What stands in records of summaries that the data brings."""


def eligibility_options(name: Eligibility) -> Options:
    """Options whose sentences are eligible.

    ``default`` is the preset's own rule, ``floor`` sentences of any form as long as it asks for,
    ``all`` every sentence.
    """
    changes: dict[Eligibility, dict[str, Any]] = {
        "default": {},
        "floor": {"prose_only": False},
        "all": {"prose_only": False, "shortest": 1},
    }
    return Options.preset("default", **changes[name])
