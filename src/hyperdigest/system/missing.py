"""What to say where a library that an extra brings is not there."""

from __future__ import annotations


def not_installed(what: str, library: str, extra: str) -> str:
    """Why `what` cannot be done without a library, and the extra that brings it."""
    return (
        f"{what} needs the library {library}, which is not installed:"
        f' pip install "hyperdigest[{extra}]"'
    )


def missing(error: ImportError, extra: str) -> ImportError:
    """The error to raise for `error` where an adapter's library is not there."""
    told = not_installed(f"hyperdigest for {extra}", error.name or str(error), extra)
    return ImportError(told, name=error.name, path=error.path)
