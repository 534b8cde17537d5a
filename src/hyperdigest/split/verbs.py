"""The forms of common English verbs, and whether a sentence has one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from hyperdigest.split.scripts import word_list

VERB = r"(?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|do|does|did)"
"""Auxiliary verbs, which make a clause."""

_FINITE = re.compile(rf" (?:{VERB}|we [a-z]+|they [a-z]+|it [a-z]+s)\b|^(?:We|They) [a-z]")
_LONGEST_SEARCHED = 5000
"""Characters of a sentence in which a verb is looked for."""


class Verbs(NamedTuple):
    """The base forms ("take") and all finite forms ("take", "takes", "took") of verbs.

    `inflected` has the base and the ending ("s", or "ed" for past and participle) of other forms.
    """

    bases: frozenset[str]
    finite: frozenset[str]
    inflected: Mapping[str, tuple[str, str]]


@cache
def verbs() -> Verbs:
    """The forms of the verbs of verbs.txt, whose lines are a base and any irregular forms."""
    bases, finite = set[str](), set[str]()
    inflected: dict[str, tuple[str, str]] = {}
    for line in word_list("verbs.txt"):
        base, *irregular = line.split()
        consonant_y = base.endswith("y") and base[-2] not in "aeou"
        past = irregular[0] if irregular else _regular_past(base, consonant_y)
        bases.add(base)
        singular = _singular(base, consonant_y)
        finite.update((base, singular, past))
        inflected.setdefault(singular, (base, "s"))
        for form in irregular or [past]:
            inflected.setdefault(form, (base, "ed"))
    endings = {form: its for form, its in inflected.items() if form not in bases}
    return Verbs(frozenset(bases), frozenset(finite), MappingProxyType(endings))


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


def has_finite_verb(sentence: str) -> bool:
    """Whether an English sentence has an auxiliary, or a verb after a pronoun."""
    return _FINITE.search(sentence, 0, _LONGEST_SEARCHED) is not None
