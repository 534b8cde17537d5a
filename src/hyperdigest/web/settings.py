"""Settings of the app: address, token, allowed names and files, and limits of requests."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from hyperdigest.base.limits import SECONDS
from hyperdigest.read.content import LARGEST

PORT = 8340
"""The default port; if it is in use, any free port is taken."""

MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on requests, jobs and memory.

    Parameters
    ----------
    file_bytes, upload_bytes, files : of one file, of all files of an upload, and their number.
    body_bytes : of a request that uploads no files.
    body_seconds : between two pieces of a request's body.
    question, words : characters of a question, and units of the budget of its digest.
    answer_seconds : that the exact selection may take.
    answers_at_once, answers_waiting : questions worked on, and questions in line for that.
    once_characters, once_seconds : of documents in a request with a question, and to answer.
    collections : in the registry.
    fits_at_once, fits_waiting : collections being read and fitted, and those in line.
    fit_memory, fit_seconds : bytes of address space and seconds of one of these.
    file_seconds : to read one file.
    loaded_bytes : of the collections in memory, about.
    history : questions remembered of a collection.
    watch_seconds : between two looks at files that are watched.
    """

    file_bytes: int = LARGEST
    upload_bytes: int = 1000 * MB
    files: int = 5000
    body_bytes: int = 64 * MB
    body_seconds: float = 30.0
    question: int = 4000
    words: int = 20_000
    answer_seconds: float = 10.0
    answers_at_once: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    answers_waiting: int = 500
    once_characters: int = 2_000_000
    once_seconds: float = 30.0
    collections: int = 200
    fits_at_once: int = 1
    fits_waiting: int = 20
    fit_memory: int = 4096 * MB
    fit_seconds: float = 3600.0
    file_seconds: float = SECONDS
    loaded_bytes: int = 2048 * MB
    history: int = 500
    watch_seconds: float = 3.0


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration of the app.

    Parameters
    ----------
    host, port : where it listens.
    token : what who uses it must know; empty if anyone may who can reach it.
    names : names of this machine that a browser may call it by, besides those of the loopback.
    root : the only folder on this machine whose files may be named, if there is one.
    keep : the folder in which collections outlive the app, if they do.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    token: str = ""
    names: tuple[str, ...] = ()
    root: Path | None = None
    keep: Path | None = None
    limits: Limits = Limits()

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the app."""
        return is_loopback(self.host)

    @property
    def may_name_files(self) -> bool:
        """Whether a request may name files and folders on this machine."""
        return self.loopback or self.root is not None


def is_loopback(host: str) -> bool:
    """Whether `host`, a name or an address, is the loopback."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
