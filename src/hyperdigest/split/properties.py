"""Properties in a line of their own: of an option or the like below its name ("Default: 8080"), or
any with a number ("Warranty period: 2 years.")."""

from __future__ import annotations

import re

_NAMES = (
    r"(?:default|initial|allowed|accepted|possible|valid)(?: values?)?|types?|values?|range|units?"
    r"|required|optional|mandatory|since|aliases|alias"
    r"|standard(?:wert)?|vorgabe(?:wert)?|typ|werte(?:bereich)?|einheit|pflicht|seit"
    r"|(?:valeurs? )?par défaut|valeurs?|unité|obligatoire|depuis"
    r"|(?:valor(?:es)? )?(?:por defecto|predeterminado)|tipo|valor(?:es)?|obligatorio|desde"
)
_PROPERTY = re.compile(rf"[*_`]{{0,3}}(?:{_NAMES})[*_`]{{0,3}}:[*_`]{{0,3}}[ \t]*\S", re.IGNORECASE)
_MEASURE = re.compile(
    r"[*_`]{0,3}[^\W\d_][\w ()/-]{1,40}[*_`]{0,3}:[*_`]{0,3}[ \t]+\S{0,20}\d[^:\n]{0,40}"
)
"""A name of a few words, and a value that has a number near its beginning."""

_LONGEST = 200
"""In characters; a longer block says more than a property."""


def is_property(block: str) -> bool:
    """Whether a block is the value of a property of an option or the like."""
    return len(block) <= _LONGEST and ":" in block and _PROPERTY.match(block) is not None


def is_measure(block: str) -> bool:
    """Whether a block is a name and a value with a number."""
    return len(block) <= _LONGEST and ":" in block and _MEASURE.fullmatch(block) is not None
