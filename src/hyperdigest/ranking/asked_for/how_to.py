"""Whether a question asks how to do something."""

from __future__ import annotations

import re
from collections.abc import Collection

from hyperdigest.ranking.asked_for.phrases import asks_in_any
from hyperdigest.split.verbs import verbs

_FIRST_WORD = re.compile(r"\W*([a-z]+)\b", re.IGNORECASE)


def asks_how_to(question: str, languages: Collection[str]) -> bool:
    """Whether a question asks how to do something, in one of the languages.

    In English it may also be told what to do, without a question mark: "Set the clock once".
    """
    asked = asks_in_any("how_to", question, languages)
    return asked or ("en" in languages and _tells(question))


def _tells(text: str) -> bool:
    """Whether a text begins with a verb and is no question, in English."""
    first = _FIRST_WORD.match(text)
    return first is not None and "?" not in text and first[1].lower() in verbs().bases
