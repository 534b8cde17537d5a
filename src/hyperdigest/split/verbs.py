"""The forms of common English verbs."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from hyperdigest.split.scripts import word_list


class Verbs(NamedTuple):
    """The forms of the verbs that are known."""

    bases: frozenset[str]
    singular: frozenset[str]  # "takes"
    past: frozenset[str]  # "took", "asked"
    participles: frozenset[str]  # "taken", "asked"
    present: frozenset[str]  # "taking"

    @property
    def finite(self) -> frozenset[str]:
        return self.singular | self.past | self.bases


@cache
def verbs() -> Verbs:
    """The forms of the verbs of verbs.txt."""
    bases, singular, past, participles, present = (set[str]() for _ in range(5))
    for line in word_list("verbs.txt"):
        base, *irregular = line.split()
        stem = base[:-1] if base.endswith("e") and not base.endswith("ee") else base
        doubled = _DOUBLED.search(base)
        stem += base[-1] if doubled else ""
        consonant_y = base.endswith("y") and base[-2] not in "aeou"
        regular = (base[:-1] + "i" if consonant_y else stem) + "ed"
        regular = base + "d" if base.endswith("e") else regular
        bases.add(base)
        singular.add(_singular(base, consonant_y))
        past.add(irregular[0] if irregular else regular)
        participles.add(irregular[1] if irregular else regular)
        present.add({"die": "dying", "lie": "lying"}.get(base, stem + "ing"))
    return Verbs(*map(frozenset, (bases, singular, past, participles, present)))


_DOUBLED = re.compile(
    "^(?:[^aeiou]*[aeiou][bdgkmnprt]|permit|submit|transmit|occur|refer|prefer|transfer|begin|forget|control)$"
)
"""Verbs that double their last letter: "stopped"."""


def _singular(base: str, consonant_y: bool) -> str:
    if consonant_y:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
