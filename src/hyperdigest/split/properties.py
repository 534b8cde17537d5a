"""Properties of an option or the like, in a line of their own below its name: "Default: 8080"."""

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
_LONGEST = 200
"""In characters; a longer block says more than a property."""


def is_property(block: str) -> bool:
    """Whether a block is the value of a property."""
    return len(block) <= _LONGEST and ":" in block and _PROPERTY.match(block) is not None
