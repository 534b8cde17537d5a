"""Names of files that came from elsewhere, made harmless: one part, printable, not too long."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 150
"""Bytes of a name."""

_SEPARATOR = re.compile(r"[/\\]")
_RESERVED = re.compile(r'[<>:"|?*]')


def plain_name(given: str) -> str:
    """The last part of the path `given`, without what steers, hides or leads elsewhere."""
    last = _SEPARATOR.split(given)[-1]
    shown = "".join(c for c in last if unicodedata.category(c)[0] != "C")
    shown = _RESERVED.sub("_", " ".join(shown.split())).strip(" .").lstrip("-~")
    if last.strip().startswith(".") or not shown:
        shown = f"file {shown}".strip() if "." in shown else f"file.{shown}".rstrip(".")
    return _shortened(shown)


def suffix_of(name: str) -> str:
    """The suffix of a name in lower case, such as ``.pdf``, or nothing."""
    return name[name.rfind(".") :].lower() if "." in name else ""


class Names:
    """Gives each file of an upload a name of its own, also where capitals are not told apart."""

    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def unlike(self, name: str) -> str:
        """`name`, with a number where it, or what it would be with a number, was given before."""
        stem, suffix = _parted(name)
        candidate = name
        while _alike(candidate) in self._times:
            times = self._times[_alike(name)] = self._times[_alike(name)] + 1
            candidate = f"{stem} ({times}){suffix}"
        self._times[_alike(candidate)] = 1
        return candidate


def _alike(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _shortened(name: str) -> str:
    stem, suffix = _parted(name)
    room = LONGEST - len(suffix.encode())
    return stem.encode()[:room].decode(errors="ignore").rstrip() + suffix


def _parted(name: str) -> tuple[str, str]:
    suffix = suffix_of(name)
    return (name.removesuffix(name[-len(suffix) :]), name[-len(suffix) :]) if suffix else (name, "")
