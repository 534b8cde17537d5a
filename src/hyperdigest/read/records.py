"""JSON lines as values, from a file that may be packed by gzip."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from pathlib import Path
from typing import Any

from hyperdigest.errors import ReadError
from hyperdigest.read.decode import decode
from hyperdigest.read.files import read_bytes, read_stream


def read_records(path: Path) -> dict[int, Any]:
    """The JSON values of the lines that are not blank, by line from 1; None where there is none.

    Raises
    ------
    ReadError
        where the file cannot be read, is too large, or is no text.
    """
    return values_of_lines(_unpacked(path))


def values_of_lines(data: bytes) -> dict[int, Any]:
    """The JSON values of the lines of a text, as for `read_records`."""
    lines = decode(data).removeprefix("\ufeff").split("\n")
    return {number: _value(line) for number, line in enumerate(lines, 1) if line.strip()}


def _unpacked(path: Path) -> bytes:
    data = read_bytes(path)
    if path.suffix.lower() != ".gz":
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return read_stream(file)  # type: ignore[arg-type]
    except (OSError, EOFError, zlib.error) as error:
        raise ReadError("is a broken gzip file: get it again") from error


def _value(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
