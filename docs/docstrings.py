"""How the reference reads docstrings: `name : what it is` tells no type, which the code has."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

PARAMETER = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*) : (.+)$", re.M)


class OwnDocstrings(Extension):
    """Puts what a parameter is on a line of its own, where the numpydoc style has it."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = PARAMETER.sub(r"\1\n    \2", obj.docstring.value)
