"""What to say where the library that an adapter serves is not there."""

from __future__ import annotations


def missing(error: ImportError, extra: str) -> ImportError:
    """The error to raise for `error`; it names the extra that brings the library."""
    return ImportError(
        f"{error.name or error} is missing: pip install 'hyperdigest[{extra}]'",
        name=error.name,
        path=error.path,
    )
