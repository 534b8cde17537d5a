"""Errors of requests with their HTTP status codes."""

from __future__ import annotations

from hyperdigest.errors import (
    EmptyCollectionError,
    HyperdigestError,
    OptionError,
    ReadError,
    StoreError,
)

UNUSABLE = 422
"""The status of a request that is well formed and asks for what cannot be."""


class RequestError(HyperdigestError):
    """A refused request: `status` is the HTTP status, `after` the seconds for Retry-After."""

    def __init__(self, status: int, message: str, after: int = 0) -> None:
        super().__init__(message)
        self.status = status
        self.after = after


def storage_error(error: OSError, what: str = "files") -> RequestError:
    """The error if something in a request cannot be written to the disk."""
    message = f"cannot keep {what}: {error.strerror}; make room on the disk, then try again"
    return RequestError(503, message, 60)


def status_of(error: HyperdigestError) -> int:
    """The HTTP status of an error of the library."""
    if isinstance(error, RequestError):
        return error.status
    mistakes = (OptionError, EmptyCollectionError, ReadError, StoreError)
    return UNUSABLE if isinstance(error, mistakes) else 500
