"""RTF around another text: Outlook and Exchange wrap the HTML or plain text of a message in RTF.

The text within, as its author's program wrote it, is what the groups ``\\htmltag`` contain and what
stands between them, without what ``\\htmlrtf`` marks as only for readers of RTF.
"""

from __future__ import annotations

import re
from typing import Literal

from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.office.rtf import RtfReader

_WRAPPED = re.compile(rb"\\from(html|text)(?![a-z])")
_HEAD = 1_000
"""Bytes at the start of a document in which it says that it wraps another text."""

_BREAKS = {"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "tab": "\t"}
_KEPT_WORDS = frozenset({"f", "plain", "uc", "u", "ansicpg", "deff", "fonttbl"})
"""Words that count in what is only for readers of RTF, too: encodings, and whole groups."""


def wrapped_in(data: bytes) -> tuple[Literal["html", "text", ""], str]:
    """What is wrapped in an RTF document, and of which kind it is; both empty if nothing is."""
    found = _WRAPPED.search(data, 0, _HEAD)
    if not found:
        return "", ""
    reader = _Unwrapper()
    reader.read(data)
    return ("html" if found[1] == b"html" else "text"), reader.text()


class _Unwrapper(RtfReader):
    """Collects the wrapped text; a group of the role ``rtf`` is only for readers of RTF."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[str] = []

    def text(self) -> str:
        self._flush()
        return replace_surrogates("".join(self._pieces))

    def _word(self, word: str, value: int | None) -> None:
        group = self._group
        if word == "htmlrtf":
            self._flush()
            self._replacements_left = 0
            if group.role in ("text", "rtf"):
                group.role = "rtf" if value != 0 else "text"
        elif word == "htmltag" and self._starred:
            self._flush()
            self._starred = False
            if group.role == "text":
                group.role = "tag"
        elif group.role in ("text", "tag") and word in _BREAKS and not self._replacements_left:
            self._add_text(_BREAKS[word])
        elif group.role != "rtf" or word in _KEPT_WORDS:
            super()._word(word, value)
        else:
            self._starred = False

    def _add_text(self, text: str) -> None:
        if self._group.role not in ("text", "tag"):
            super()._add_text(text)
        else:
            self._flush()
            self._pieces.append(text)
