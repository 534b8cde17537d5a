"""Which files are parts of others: those that another one includes are read with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import BY_KIND
from hyperdigest.read.content import read_bytes

_NAMES = {
    "latex": "latex.names:inputs_in",
    "rst": "markup.rst_includes:includes_in",
    "asciidoc": "markup.asciidoc_source:includes_in",
    "org": "markup.org_includes:includes_in",
}
"""What finds the names of the files that one of a kind includes whole, as a part of its text."""

_KINDS = {suffix: kind for kind in _NAMES for suffix in BY_KIND[kind].suffixes}


def parts_among(paths: Sequence[Path]) -> frozenset[Path]:
    """Those of some files that another one of them includes, itself or by way of others.

    Of files that include each other the first is none.
    """
    names = {os.path.realpath(path): found for path in paths if (found := tuple(_names(path)))}
    if not names:
        return frozenset()
    # the names tell which of all files may be parts, as to find where each really is takes time
    may_be = {os.path.basename(name) for each in names.values() for name in each}  # noqa: PTH119
    possible = (each for each in paths if each.name in may_be or each.suffix.lower() in _KINDS)
    places = {os.path.realpath(path): path for path in possible}

    def included(place: str, main: str) -> Iterator[str]:
        """The files that one includes if it is read for a main file."""
        for folder in dict.fromkeys((main, os.path.dirname(place))):  # noqa: PTH120
            for name in names.get(place, ()):
                found = os.path.realpath(f"{folder}/{name}")
                if found in places and found.startswith(f"{main}/"):
                    yield found

    folder_of = {place: os.path.dirname(place) for place in names}  # noqa: PTH120
    named = {part for place in names for part in included(place, folder_of[place]) if part != place}
    parts, seen = set[str](), set[tuple[str, str]]()
    for place in (*(place for place in names if place not in named), *names):
        main, pending = folder_of[place], [place]
        if place in parts:
            continue
        while pending:
            each = pending.pop()
            if (main, each) not in seen:
                seen.add((main, each))
                pending += included(each, main)
                parts |= {each} - {place}
    return frozenset(places[part] for part in parts)


def _names(path: Path) -> Iterable[str]:
    """The names that the files that a file includes may have."""
    if (kind := _KINDS.get(path.suffix.lower())) is None:
        return ()
    module, _, name = _NAMES[kind].partition(":")
    names_in: Callable[[bytes], Iterable[str]] = getattr(
        import_module(f"hyperdigest.read.{module}"), name
    )
    try:
        return names_in(read_bytes(path))
    except ReadError:
        return ()
