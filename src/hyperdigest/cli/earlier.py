"""Digests that were printed as JSON before, for a question that follows them."""

from __future__ import annotations

import json
from pathlib import Path

from hyperdigest.errors import OptionError
from hyperdigest.wishes import Wishes


def read_digest(path: Path) -> Wishes:
    """What to wish after the digest in a file.

    Raises
    ------
    OptionError
        where the file cannot be read, is not JSON, or holds no digest.
    """
    try:
        return Wishes.after(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{path} is not JSON: give a digest of --format json") from error
    except OptionError as error:
        raise OptionError(f"--after {path}: {error}") from error
