"""All task sets of a data folder, by name."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from hyperdigest.errors import OptionError
from hyperdigest.evaluation.datasets.duc import duc_sets, nothing_of
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
        where there is no such folder, no set in it, or none of a name asked for. A set of DUC of
        which a piece is missing is none; the message, or else a warning, names the piece.
    """
    folder = Path(folder)
    files, place = files_below(folder, warn), printable(str(folder))
    lines = _json_lines(files, folder, warn)
    wanted = {*(names or lines), *(name.removesuffix(GENERAL) for name in names)}
    here = sorted(wanted & set(lines))
    found = [tasks for name in here for tasks in read_task_sets(lines[name], name, warn)]
    missing: dict[str, str] = {}
    if not names or any(name.removesuffix(GENERAL) not in lines for name in names):
        campaigns, missing = duc_sets(files, place, warn)
        found += [campaign for campaign in campaigns if campaign.name not in lines]
    sets = {tasks.name: tasks for tasks in sorted(found, key=lambda tasks: tasks.name)}
    for name in names:
        if name not in sets:
            holds = f"{place} holds {', '.join(sorted({*sets, *lines})) or 'none'}"
            why = missing.get(name) or nothing_of(name, place)
            raise OptionError(why or f"there is no set {name!r}: {holds}")
    if not sets:
        raise OptionError(_nothing(place, missing))
    for message in () if names else missing.values():
        warn(message)
    return [sets[name] for name in names or sets]


def _json_lines(
    files: Sequence[Path], folder: Path, warn: Callable[[str], None]
) -> dict[str, Path]:
    """The files of JSON lines by the name of their set: ``squality/dev`` for its dev.jsonl.gz."""
    named: dict[str, Path] = {}
    for path in files:
        place = path.name if path == folder else path.relative_to(folder).as_posix()
        suffix = next((s for s in SUFFIXES if place.lower().endswith(s)), "")
        name = printable(place.removesuffix(place[-len(suffix) :])) if suffix else ""
        if name in named:
            warn(f"skipped {printable(str(path))}: there is {named[name].name} beside it")
        elif name:
            named[name] = path
    return named


def _nothing(place: str, missing: dict[str, str]) -> str:
    if missing:
        return "; ".join(missing.values())
    return (
        f"{place} holds no task set: looked for JSON lines with queries (*.jsonl, *.jsonl.gz) and"
        " for DUC 2005 to 2007 (documents, duc200X_topics.sgml, ROUGE/models), packed or not"
    )
