"""All task sets of a data folder, by name."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from hyperdigest.errors import OptionError
from hyperdigest.evaluation.datasets.folder import files_below
from hyperdigest.evaluation.datasets.jsonl import GENERAL, SUFFIXES, read_task_sets
from hyperdigest.evaluation.tasks import TaskSet
from hyperdigest.read.names import printable


def load_sets(
    folder: str | Path,
    names: Sequence[str] = (),
    *,
    warn: Callable[[str], None] = warnings.warn,
) -> list[TaskSet]:
    """The task sets in a folder, at any depth, or in one file, sorted by name.

    Parameters
    ----------
    names : the sets wanted, in this order; all where empty.
    warn : told, in a sentence each, what was left out and why; the rest is loaded.

    Raises
    ------
    OptionError
        where there is no such folder, no set in it, or none of a name asked for.
    """
    folder = Path(folder)
    sets: dict[str, TaskSet] = {}
    for path in files_below(folder):
        name = _set_name(path, folder)
        if name and (not names or name in {wanted.removesuffix(GENERAL) for wanted in names}):
            for found in read_task_sets(path, name, warn):
                if found.name in sets:
                    warn(f"skipped {printable(str(path))}: there is a set {found.name} already")
                else:
                    sets[found.name] = found
    return _chosen(sets, names, folder)


def _set_name(path: Path, folder: Path) -> str:
    """``squality/dev`` for squality/dev.jsonl.gz in `folder`; empty for other kinds of file."""
    place = path.name if path == folder else path.relative_to(folder).as_posix()
    for suffix in SUFFIXES:
        if place.lower().endswith(suffix):
            return printable(place[: -len(suffix)])
    return ""


def _chosen(sets: dict[str, TaskSet], names: Sequence[str], folder: Path) -> list[TaskSet]:
    place = printable(str(folder))
    if not sets and not names:
        raise OptionError(f"data: {place} holds no task set: looked for JSON lines (*.jsonl)")
    for name in names:
        if name not in sets:
            there = ", ".join(sorted(sets)) or "none of those asked for"
            raise OptionError(f"data: no set {name!r} in {place}; there is: {there}")
    return [sets[name] for name in names] if names else [sets[name] for name in sorted(sets)]
