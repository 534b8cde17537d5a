"""Names for files that are safe on any system, made from names that nobody has checked."""

from __future__ import annotations

import re
import unicodedata

from hyperdigest.read.formats import suffix_of

LONGEST = 150
"""Most bytes of a file name."""


def safe_name(filename: str) -> str:
    """The last part of a file's path, without control characters or a leading dot."""
    last = re.split(r"[/\\]", filename)[-1]
    shown = "".join(c for c in last if unicodedata.category(c)[0] != "C")
    shown = re.sub(r'[<>:"|?*]', "_", " ".join(shown.split())).strip(" .").lstrip("-~")
    if last.strip().startswith(".") or not shown:
        shown = f"file {shown}".strip() if "." in shown else f"file.{shown}".rstrip(".")
    stem, suffix = _parted(shown)
    room = LONGEST - len(suffix.encode())
    return stem.encode()[:room].decode(errors="ignore").rstrip() + suffix


class UniqueNames:
    """Gives files unique names, also for file systems that ignore case."""

    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def unique(self, name: str) -> str:
        """`name`, with the first number that makes it unlike all names before."""
        stem, suffix = _parted(name)
        candidate = name
        while _alike(candidate) in self._times:
            times = self._times[_alike(name)] = self._times[_alike(name)] + 1
            candidate = f"{stem} ({times}){suffix}"
        self._times[_alike(candidate)] = 1
        return candidate


def _alike(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _parted(name: str) -> tuple[str, str]:
    suffix = suffix_of(name)
    return (name.removesuffix(name[-len(suffix) :]), name[-len(suffix) :]) if suffix else (name, "")
