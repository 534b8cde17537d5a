"""Files of this machine that a request names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hyperdigest.errors import OptionError
from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.settings import Settings

MOST = 100
"""Paths that a request may name; a folder is one."""


def allowed_paths(given: Any, settings: Settings) -> list[str]:
    """The paths that a request names, whole, where it may.

    Raises
    ------
    OptionError
        where they are no paths.
    RefusedError
        where the owner of the app does not let files be named, or not there (403).
    """
    if not isinstance(given, list) or not all(isinstance(path, str) for path in given):
        raise OptionError("paths is no list of texts: give the paths of files and folders")
    if not given or len(given) > MOST:
        raise OptionError(f"paths has {len(given)} entries: give 1 to {MOST}; a folder is one")
    if not settings.may_name_files:
        raise RefusedError(403, "files of this machine cannot be named here: upload them")
    return [_allowed(path, settings.root) for path in given]


def _allowed(given: str, root: Path | None) -> str:
    if not given.strip() or "\0" in given or ".." in Path(given).parts:
        raise OptionError(f"{given!r} is no path: name a file or a folder, without ..")
    try:
        path = Path(root.absolute() if root else "", Path(given).expanduser())
        real = Path(os.path.realpath(path))
    except (OSError, RuntimeError, ValueError) as error:
        raise OptionError(f"{given!r} is no path: name a file or a folder") from error
    if not path.is_absolute():
        raise OptionError(f"{given!r} is not a whole path: begin it with / or ~")
    if root is not None and not real.is_relative_to(os.path.realpath(root)):
        raise RefusedError(403, f"only what lies in {root} can be named here")
    return str(path)
