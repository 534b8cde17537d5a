"""Run a program of the machine on a file, and read what it wrote.

The program runs in the isolated process that reads the file, within its limits, in a folder of its
own that is deleted afterwards.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from hyperdigest.base.isolation import MEMORY
from hyperdigest.errors import ReadError
from hyperdigest.read.content import BUFFER, LARGEST

SECONDS = 50.0
"""Seconds that a program may take, less than a file may take as a whole."""

LARGEST_WRITTEN = 1 << 30
"""Bytes that a program may write to one file."""


@contextmanager
def file_in_folder(data: bytes, suffix: str) -> Iterator[Path]:
    """A file with these bytes in a new folder, which is deleted after the block."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / f"file.{suffix}"
        path.write_bytes(data)
        yield path


def run(
    command: Sequence[str],
    path: Path,
    output: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> int:
    """Run a program beside the file at `path`, with more `variables` of its environment, if given;
    what it prints goes to `output`, if given. Returns its exit code. Raises ReadError if it takes
    too long, or cannot be started."""
    home = {"HOME": str(path.parent), "TMPDIR": str(path.parent)}
    with (output or Path(os.devnull)).open("wb") as printed, _limited_files():
        try:
            return subprocess.run(  # noqa: S603
                command,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
                cwd=path.parent,
                env=os.environ | home | dict(variables or {}),
            ).returncode
        except OSError as error:
            raise ReadError(f"cannot start {command[0]}: {error.strerror}") from error
        except subprocess.TimeoutExpired as error:
            name = Path(command[0]).name
            raise ReadError(f"took {name} more than {SECONDS:g} s: split it into parts") from error


@contextmanager
def _limited_files() -> Iterator[None]:
    """For the block, programs that are started can write `LARGEST_WRITTEN` bytes to a file."""
    if sys.platform == "win32":
        yield
        return
    import resource

    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_WRITTEN, former[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)


def has_written(path: Path) -> bool:
    """Whether a program wrote a file that has more than white space."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return not all(map(bytes.isspace, iter(partial(file.read, BUFFER), b"")))


def written(path: Path, reason: str) -> bytes:
    """What a program wrote. Raises a MemoryError if it wrote nothing, and had less memory than a
    file may have at most; a ReadError with the `reason` if it wrote nothing else, or another if it
    wrote too much."""
    if not has_written(path):
        if _has_a_share():
            raise MemoryError
        raise ReadError(reason)
    if path.stat().st_size > LARGEST:
        raise ReadError(f"is larger than {LARGEST >> 20} MB as text: split it into parts")
    return path.read_bytes()


def _has_a_share() -> bool:
    """Whether this process has only a share of the memory of isolated processes."""
    if sys.platform == "win32":
        return False
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return limit != resource.RLIM_INFINITY and limit < MEMORY
