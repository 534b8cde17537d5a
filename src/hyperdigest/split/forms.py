"""What kind of text a sentence is, so that a digest may keep to prose."""

from __future__ import annotations

import re

from hyperdigest.documents import FORMS, BlockKind, Form

_CODE = {form: index for index, form in enumerate(FORMS)}
_FINAL = re.compile(r"[.!?…。！？｡؟।॥։۔][\"'”’»)\]*_`]*(?:\[[\d,–\- ]{1,15}\]|\d{1,3})*$")
_QUESTION = re.compile(r"[?？؟][\"'”’»)\]*_`]*$")


def form_of(sentence: str, kind: BlockKind) -> int:
    """Index into `FORMS` of a sentence that stands in a block of `kind`."""
    return _CODE[_form(sentence, kind)]


def _form(sentence: str, kind: BlockKind) -> Form:
    if kind in ("code", "table", "heading"):
        return kind
    if _QUESTION.search(sentence[-12:]):
        return "question"
    if not _FINAL.search(sentence[-24:]) or sentence[0].islower():
        return "stub"
    return "prose"
