"""The forms of common English verbs."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from hyperdigest.split.scripts import word_list


class Verbs(NamedTuple):
    """The base forms ("take") and all finite forms ("take", "takes", "took") of verbs."""

    bases: frozenset[str]
    finite: frozenset[str]


@cache
def verbs() -> Verbs:
    """The forms of the verbs of verbs.txt, whose lines are a base and any irregular forms."""
    bases, finite = set[str](), set[str]()
    for line in word_list("verbs.txt"):
        base, *irregular = line.split()
        consonant_y = base.endswith("y") and base[-2] not in "aeou"
        past = irregular[0] if irregular else _regular_past(base, consonant_y)
        bases.add(base)
        finite.update((base, _singular(base, consonant_y), past))
    return Verbs(frozenset(bases), frozenset(finite))


_DOUBLED = re.compile(
    "^(?:[^aeiou]*[aeiou][bdgkmnprt]|permit|submit|transmit|occur|refer|prefer|transfer|begin|forget|control)$"
)
"""Verbs that double their last letter: "stopped"."""


def _regular_past(base: str, consonant_y: bool) -> str:
    if base.endswith("e"):
        return base + "d"
    if consonant_y:
        return base[:-1] + "ied"
    return base + (base[-1] if _DOUBLED.search(base) else "") + "ed"


def _singular(base: str, consonant_y: bool) -> str:
    if consonant_y:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
