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
    """A request is refused; `status` is of HTTP, `after` the seconds after which to try again."""

    def __init__(self, status: int, message: str, after: int = 0) -> None:
        super().__init__(message)
        self.status = status
        self.after = after


def storage_error(error: OSError) -> RequestError:
    """What to raise where the files of a request cannot be kept while they are read."""
    message = f"cannot keep files: {error.strerror}; make room on the disk, then try again"
    return RequestError(503, message, 60)


def status_of(error: HyperdigestError) -> int:
    """The status of HTTP that stands for an error of the library."""
    if isinstance(error, RequestError):
        return error.status
    mistakes = (OptionError, EmptyCollectionError, ReadError, StoreError)
    return UNUSABLE if isinstance(error, mistakes) else 500
