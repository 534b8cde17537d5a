"""Files sent to the app: written to a folder of their own while they come, within the limits."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.requests import Request

from hyperdigest.read.formats import is_known, suffixes
from hyperdigest.web.filenames import Names, plain_name
from hyperdigest.web.refusals import RefusedError, no_room
from hyperdigest.web.settings import MB, Limits

MOST_FIELDS = 50
LARGEST_FIELD = 10_000
"""Bytes of a field that is no file."""

MALFORMED = "the form is malformed: send it as multipart/form-data"


@dataclass
class Upload:
    """What was sent: files in `folder`, by safe names; fields; files left out, and why."""

    folder: Path
    files: list[str] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)

    def discard(self) -> None:
        """Take the files away."""
        shutil.rmtree(self.folder, ignore_errors=True)


async def received(request: Request, place: Path, limits: Limits) -> Upload:
    """The upload that a request carries, its files in a new folder within `place`.

    A file of a kind that is not read is left out; where that is all there is, it is an error.

    Raises
    ------
    RefusedError
        where the form is malformed (400), or more than `limits` allow (413).
    """
    _, options = parse_options_header(request.headers.get("content-type", ""))
    if not options.get(b"boundary"):
        raise RefusedError(400, MALFORMED)
    upload = Upload(Path(tempfile.mkdtemp(dir=place)))
    try:
        form = _Form(upload, limits)
        await form.read(options[b"boundary"], request.stream())
    except BaseException as error:
        upload.discard()
        if isinstance(error, FormParserError):
            raise RefusedError(400, MALFORMED) from error
        if isinstance(error, OSError):
            raise no_room(error) from error
        raise
    return upload


class _Form:
    """Takes a form apart as it comes; one part at a time, files straight to the disk."""

    def __init__(self, upload: Upload, limits: Limits) -> None:
        self._upload = upload
        self._limits = limits
        self._field, self._value = bytearray(), bytearray()
        self._disposition = b""
        self._name = ""
        self._names = Names()
        self._file: BinaryIO | None = None
        self._is_file = False
        self._text = bytearray()
        self._size = self._fields = self._seen = 0
        self._ended = False

    async def read(self, boundary: bytes, stream: AsyncIterator[bytes]) -> None:
        """Take all of it."""
        parser = MultipartParser(
            boundary,
            {
                "on_part_begin": self._begin,
                "on_header_field": lambda data, start, end: self._field.extend(data[start:end]),
                "on_header_value": lambda data, start, end: self._value.extend(data[start:end]),
                "on_header_end": self._header,
                "on_headers_finished": self._headed,
                "on_part_data": self._data,
                "on_part_end": self._part_end,
                "on_end": self._end,
            },
        )
        try:
            async for chunk in stream:
                parser.write(chunk)
            parser.finalize()
        finally:
            if self._file is not None:
                self._file.close()
        if not self._ended:
            raise RefusedError(400, MALFORMED)

    def _begin(self) -> None:
        self._disposition, self._size = b"", 0
        self._text.clear()

    def _header(self) -> None:
        if self._field.lower() == b"content-disposition":
            self._disposition = bytes(self._value)
        self._field.clear()
        self._value.clear()

    def _headed(self) -> None:
        _, options = parse_options_header(self._disposition)
        if b"name" not in options:
            raise RefusedError(400, MALFORMED)
        self._name = options[b"name"].decode("utf-8", "replace")
        given = options.get(b"filename")
        self._is_file = given is not None
        if given:
            self._open(given.decode("utf-8", "replace"))
        elif given is None:
            self._fields += 1
            if self._fields > MOST_FIELDS:
                raise RefusedError(413, f"the form has more than {MOST_FIELDS} fields")

    def _open(self, given: str) -> None:
        self._seen += 1
        if self._seen > self._limits.files:
            raise RefusedError(413, f"more than {self._limits.files} files: send fewer at a time")
        name = plain_name(given)
        if not is_known(name):
            self._upload.skipped.append(f"skipped {name}: files of this kind cannot be read")
            return
        name = self._names.unlike(name)
        self._upload.files.append(name)
        self._file = (self._upload.folder / name).open("xb")

    def _data(self, data: bytes, start: int, end: int) -> None:
        self._size += end - start
        if not self._is_file:
            if self._size > LARGEST_FIELD:
                raise RefusedError(413, f"a field is larger than {LARGEST_FIELD} bytes")
            self._text += data[start:end]
        elif self._size > self._limits.file_bytes:
            most = self._limits.file_bytes // MB
            raise RefusedError(413, f"a file is larger than {most} MB: split it into parts")
        elif self._file is not None:
            self._file.write(memoryview(data)[start:end])

    def _part_end(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        elif not self._is_file:
            self._upload.fields[self._name] = self._text.decode("utf-8", "replace")

    def _end(self) -> None:
        self._ended = True


def check_files(upload: Upload) -> None:
    """Raise a RefusedError where an upload holds nothing that can be read."""
    known = ", ".join(sorted(suffixes()))
    if not upload.files and upload.skipped:
        upload.discard()
        raise RefusedError(415, f"none of the files is of a kind that is read: give {known}")
    if not upload.files:
        upload.discard()
        raise RefusedError(422, f"no file was sent: give files of {known}")
