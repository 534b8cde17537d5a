"""Which LaTeX files are parts of others: those that another one inputs are read with it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import BY_KIND
from hyperdigest.read.content import read_bytes

_COMMENT = re.compile(rb"(?<!\\)%[^\n]*")
_INPUT = re.compile(
    rb"\\(?:(?:input|include|subfile|subfileinclude)(?![A-Za-z@])"
    rb"|(?:sub)?(?:import|inputfrom|includefrom)\s*\{(?P<folder>[^{}\n]{0,200})\})"
    rb"\s*(?:\{(?P<name>[^{}\n]{1,200})\}|(?P<bare>[^\s{}\\%]{1,200}))"
)
_SUFFIX = re.compile(r"\.[A-Za-z]{1,4}")


def candidates(name: str) -> tuple[str, ...]:
    """The names that a file may have which is input by a name; none if it is no LaTeX file."""
    name = name.strip().strip('"')
    if not name or any(sign in name for sign in "\0\\#{}|"):
        return ()
    suffix = os.path.splitext(name)[1]  # noqa: PTH122 (the name may be anything)
    if suffix.lower() in BY_KIND["latex"].suffixes:
        return (name,)
    return () if _SUFFIX.fullmatch(suffix) else (f"{name}.tex", name)


def parts_among(paths: Sequence[Path]) -> frozenset[Path]:
    """Those of some LaTeX files that another one of them inputs, itself or by way of others.

    Of files that input each other the first is none.
    """
    places = {os.path.realpath(path): path for path in paths}
    names = {place: tuple(_names(path)) for place, path in places.items()}

    def inputs(place: str, main: str) -> Iterator[str]:
        """The files that one inputs if it is read for a main file."""
        for folder in dict.fromkeys((main, os.path.dirname(place))):  # noqa: PTH120
            for name in names[place]:
                found = os.path.realpath(f"{folder}/{name}")
                if found in places and found.startswith(f"{main}/"):
                    yield found

    folder_of = {place: os.path.dirname(place) for place in places}  # noqa: PTH120
    named = {part for place in places for part in inputs(place, folder_of[place]) if part != place}
    parts, seen = set[str](), set[tuple[str, str]]()
    for place in (*(place for place in places if place not in named), *places):
        main, pending = folder_of[place], [place]
        if place in parts:
            continue
        while pending:
            each = pending.pop()
            if (main, each) not in seen:
                seen.add((main, each))
                pending += inputs(each, main)
                parts |= {each} - {place}
    return frozenset(places[part] for part in parts)


def _names(path: Path) -> Iterator[str]:
    """The names that the files that a file inputs may have."""
    try:
        data = _COMMENT.sub(b"", read_bytes(path))
    except ReadError:
        return
    for found in _INPUT.finditer(data):
        folder = os.fsdecode(found["folder"] or b"").strip()
        for name in candidates(os.fsdecode(found["name"] or found["bare"])):
            yield f"{folder}/{name}"
