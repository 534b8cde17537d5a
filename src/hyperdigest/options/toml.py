"""Options in a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hyperdigest.errors import OptionError
from hyperdigest.options.former import warn
from hyperdigest.options.named import named_options


def read_toml(path: str | Path, tell: Callable[[str], None] = warn) -> dict[str, Any]:
    """The options set in a TOML file, by name or symbol; ``preset`` may be among them.

    Parameters
    ----------
    tell : is given a line for each option of an earlier version, which is left out.

    Raises
    ------
    OptionError
        where the file cannot be read, is not TOML, or names an option that is unknown or twice.
    """
    try:
        values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path} is not TOML: {error}") from error
    return named_options(values, f"{path} ", tell)
