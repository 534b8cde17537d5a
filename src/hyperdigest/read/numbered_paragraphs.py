"""Paragraphs of a page that begin with the numbers 1, 2 and so on: steps in no list.

The numbers are those that begin the steps of plain text, but not "(1)", which is mostly a note.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hyperdigest.base.slices import NUMBER
from hyperdigest.split.lines import Lines
from hyperdigest.split.lists import step_number


def numbered_runs(texts: Sequence[str | None]) -> dict[int, str]:
    """The numbers, as they are printed, of the paragraphs that are steps, by their places.

    These are at least two in a row that begin with rising numbers from 1.

    Parameters
    ----------
    texts : of paragraphs; None for what ends a run.
    """
    found: dict[int, str] = {}
    run: dict[int, str] = {}
    for place, text in enumerate((*texts, None)):
        printed = _printed(text) if text is not None else ""
        number = step_number(printed)
        if number != len(run) + 1:
            if len(run) > 1:
                found |= run
            run = {}
        if number == len(run) + 1:
            run[place] = printed
    return found


def _printed(text: str) -> str:
    """The number that begins a paragraph with words after it; empty if none does."""
    if step_number(text) < 0:
        return ""
    first = Lines(text)[0]
    printed = text[first.start : first.body].strip() if first.kind == "step" else ""
    has_words = text[first.body :].strip() != ""
    is_note = printed.startswith("(")
    return printed if has_words and not is_note and re.fullmatch(NUMBER, printed) else ""
