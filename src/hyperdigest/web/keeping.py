"""Collections and their histories in files, for an app that is told to keep them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hyperdigest.system.files import written_whole
from hyperdigest.web.entry import Entry, Remembered

ABOUT = "about.json"
HISTORY = "history.jsonl"
FIELDS = ("id", "name", "summary", "documents", "warnings", "added")


def keep(entry: Entry) -> None:
    """Write what is known of a ready entry into its folder, where there is room."""
    assert entry.folder is not None  # noqa: S101 (only entries with one are kept)
    with suppress(OSError), written_whole(entry.folder / ABOUT) as file:
        about = {name: getattr(entry, name) for name in FIELDS}
        file.write_text(json.dumps(about), encoding="utf-8")


def keep_questions(folder: Path, asked: Iterable[Remembered]) -> None:
    """Add questions to the file of a history in the folder of an entry."""
    with suppress(OSError), (folder / HISTORY).open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(each)) + "\n" for each in asked)


def keep_no_question(entry: Entry) -> None:
    """Take the file of an entry's history away."""
    if entry.folder is not None:
        (entry.folder / HISTORY).unlink(missing_ok=True)


def kept(place: Path, saved: str, most: int) -> list[Entry]:
    """The entries kept in the folders in `place`, the oldest first; what is damaged is left alone.

    Parameters
    ----------
    saved : name of the file of a collection.
    most : questions of a history.
    """
    found = []
    for folder in place.iterdir():
        with suppress(OSError, ValueError, TypeError, KeyError):
            about: dict[str, Any] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
            values = {name: about[name] for name in FIELDS}
            values["warnings"] = tuple(values["warnings"])
            if values["id"] == folder.name and (folder / saved).is_file():
                entry = Entry(saved=folder / saved, folder=folder, status="ready", **values)
                entry.history[:] = _history(folder / HISTORY)[-most:]
                found.append(entry)
    return sorted(found, key=lambda entry: entry.added)


def _history(path: Path) -> list[Remembered]:
    """The questions in a file, each where it was asked last; half a line is left out."""
    if not path.exists():
        return []
    asked: dict[str, Remembered] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        with suppress(ValueError, TypeError):
            past = Remembered(**json.loads(line))
            asked.pop(past.question, None)
            asked[past.question] = past
    return list(asked.values())
