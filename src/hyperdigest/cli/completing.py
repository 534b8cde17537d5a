"""What a shell is offered for an argument that is half typed."""

from __future__ import annotations

from pathlib import Path

import click

SAVED = ".hdig"


def readable_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Folders, and files that are read, whose paths begin with what was `typed`."""
    from hyperdigest.read.formats import SUFFIXES

    folder, name = typed[: typed.rfind("/") + 1], typed.rpartition("/")[2]
    try:
        found = sorted(Path(folder or ".").expanduser().iterdir())
    except OSError:
        return []
    return [
        f"{folder}{path.name}{'/' if path.is_dir() else ''}"
        for path in found
        if path.name.startswith(name)
        and (name or not path.name.startswith("."))
        and (path.suffix.lower() in (*SUFFIXES, SAVED) or path.is_dir())
    ]


def saved_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Folders, and saved collections, whose paths begin with what was `typed`."""
    return [
        path for path in readable_files(context, parameter, typed) if path.endswith(("/", SAVED))
    ]


def languages(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Languages that can be read."""
    from hyperdigest.options import AUTO
    from hyperdigest.split.terms import LANGUAGES

    return [name for name in (AUTO, *LANGUAGES) if name.startswith(typed)]
