"""Maildir: a folder whose folders ``cur`` and ``new`` have one file for each message.

Such a folder is read as one mailbox. Its own folders of mail (Maildir++) are hidden ones, such as
``.Sent``; what other files are in it is for mail servers.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

_MESSAGES, _BEING_WRITTEN = ("new", "cur"), "tmp"
_FILE_NAME = re.compile(r"\d{3,}[._]|[^\n]*[:;!]2,")
"""The name of a message begins with a time, or ends with flags such as ``:2,S``."""

_SURELY = re.compile(r"\d{9,11}[._]|[^\n]*[:;!]2,")
"""The same of a file without others beside it: a shorter number is no time."""


def message_folders(folder: Path) -> list[Path]:
    """The folders of a Maildir that have its messages; of one of these only itself; of any other
    folder none."""
    if folder.name in _MESSAGES and message_folders(folder.parent):
        return [folder]
    found = [folder / name for name in _MESSAGES]
    try:
        if not all(map(_is_folder, found)):
            return []
        if _is_folder(folder / _BEING_WRITTEN):
            return found
        names = [entry.name for each in found for entry in _visible(each)]
    except OSError:
        return []
    return found if names and all(map(_FILE_NAME.match, names)) else []


def is_message(parts: Sequence[str]) -> bool:
    """Whether the parts of a path, in an archive of which no more is known, lead to a message."""
    return len(parts) > 1 and parts[-2] in _MESSAGES and _SURELY.match(parts[-1]) is not None


def make_folders(maildir: Path) -> None:
    """Make the folders ``cur`` and ``new`` by which a Maildir is told; archives and uploads may
    lack one that is empty."""
    for name in _MESSAGES:
        (maildir / name).mkdir(parents=True, exist_ok=True)


def folders_in(maildir: Path) -> list[Path]:
    """The folders in a Maildir that may have other mail, sorted."""
    own = (*_MESSAGES, _BEING_WRITTEN)
    with os.scandir(maildir) as entries:
        folders = [maildir / e.name for e in entries if e.is_dir(follow_symlinks=False)]
    return sorted(
        each
        for each in folders
        if each.name not in own and (not each.name.startswith(".") or message_folders(each))
    )


def message_files(maildir: Path) -> Iterator[Path]:
    """The files of the messages, in the order in which they came. Links are among them."""
    entries = [entry for each in message_folders(maildir) for entry in _visible(each)]
    yield from map(Path, sorted(entries, key=lambda entry: (entry.name, entry.path)))


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _visible(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        yield from (entry for entry in entries if not entry.name.startswith("."))
