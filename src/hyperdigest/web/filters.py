"""How the templates write what they are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

from hyperdigest.render.plain import line
from hyperdigest.render.sources import counted
from hyperdigest.render.tags import bar, hue
from hyperdigest.web.entry import Entry

STATES = {
    "waiting": "waiting for its turn",
    "reading": "being read",
    "fitting": "finding its topics",
    "failed": "could not be read",
}

HUES = 36
"""Classes of colours in the style sheet."""


def state(entry: Entry) -> str:
    """Where an entry stands, in words; a ready one tells what it holds."""
    held = entry.summary or counted(entry.documents, "document")
    return "being changed" if entry.changing else STATES.get(entry.status, held)


def notes(warnings: Sequence[str]) -> str:
    """What the remarks on the files of a collection are about, in a few words."""
    left_out = all(each.startswith(("skipped ", "left out ")) for each in warnings)
    if left_out:
        return f"{counted(len(warnings), 'file')} left out"
    return f"{counted(len(warnings), 'remark')} on the files"


def hue_class(topic: int) -> str:
    """The class that gives a topic its colour."""
    return f"h{round(hue(topic) / 360 * HUES) % HUES}"


def percent(share: float) -> str:
    """A share as a whole number of percent."""
    return f"{share:.0%}"


def drawn_bar(share: float) -> Markup:
    """A share drawn."""
    return Markup(bar(share))  # noqa: S704 (a number alone is put in)


FILTERS: dict[str, Callable[..., Any]] = {
    "line": line,
    "bar": drawn_bar,
    "hue": hue_class,
    "percent": percent,
    "state": state,
    "notes": notes,
}

NOTHING: dict[str, Any] = {
    "entry": None,
    "view": "",
    "asked_query": "",
    "shown": None,
    "document": None,
    "welcome": None,
    "error": "",
    "named": "",
    "following": (),
    "form": None,
}
"""What a template sees where a page does not say."""
