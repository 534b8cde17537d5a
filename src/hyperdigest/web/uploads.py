"""Documents that a request uploads or names: multipart forms, safe file names, JSON."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.requests import Request

from hyperdigest.errors import OptionError
from hyperdigest.read.file_names import UniqueNames, safe_name
from hyperdigest.read.formats import is_known, suffixes
from hyperdigest.read.maildir import is_message, make_folders
from hyperdigest.web.errors import RequestError, storage_error
from hyperdigest.web.jobs import IncomingDocuments
from hyperdigest.web.registry import registry_of
from hyperdigest.web.requests import allowed_paths, object_of, request_documents
from hyperdigest.web.settings import MB, Limits, Settings

MOST_FIELDS = 50
LARGEST_FIELD = 10_000
"""Most bytes of a field that is no file."""

MALFORMED = "the form is malformed: send it as multipart/form-data"
Incoming = tuple[IncomingDocuments, dict[str, Any]]


def is_form(request: Request) -> bool:
    """Whether a request is a form with files, not JSON."""
    return request.headers.get("content-type", "").lower().startswith("multipart/form-data")


@asynccontextmanager
async def documents_in(request: Request) -> AsyncIterator[Incoming]:
    """The documents that a request sends or names, and its other fields, for a block.

    Pages send forms, the API takes forms and JSON. If the block raises an error, the files are
    deleted. Raises an OptionError or a RequestError if there are no documents, more than allowed,
    or files are named that may not be.
    """
    settings = request.app.state.settings
    if request.url.path.startswith("/api/") and not is_form(request):
        yield _from_json(await object_of(request), settings)
        return
    upload = await receive_upload(request, registry_of(request).state.uploads, settings.limits)
    try:
        yield _from_form(upload, settings)
    except BaseException:
        upload.discard()
        raise


def _from_form(upload: Upload, settings: Settings) -> Incoming:
    """The documents of a form: its files, or those at its field ``path``."""
    fields = {name: value for name, value in upload.fields.items() if value.strip()}
    path, ocr = fields.pop("path", ""), bool(fields.pop("ocr", ""))
    text_column = fields.pop("text_column", None)
    if path and not upload.files:
        upload.discard()
        incoming = IncomingDocuments.from_paths(allowed_paths([path], settings), settings.root)
    elif upload.files:
        incoming = IncomingDocuments.from_uploads(upload.folder, upload.skipped)
    else:
        known = ", ".join(sorted(suffixes()))
        if upload.skipped:
            raise RequestError(415, f"no file is of a kind that is read: give {known}")
        raise RequestError(422, f"no file was sent: give files of {known}")
    return replace(incoming, ocr=ocr, text_column=text_column), fields


def _from_json(body: dict[str, Any], settings: Settings) -> Incoming:
    """The ``documents`` or ``paths`` of a JSON body."""
    paths, documents = body.pop("paths", None), body.pop("documents", None)
    if (paths is None) == (documents is None):
        raise OptionError("the request has no documents: give either paths or documents")
    if paths is None:
        texts = request_documents(documents, settings.limits.files)
        return IncomingDocuments(documents=tuple(texts)), body
    incoming = IncomingDocuments.from_paths(allowed_paths(paths, settings), settings.root)
    ocr = body.pop("ocr", False)
    if not isinstance(ocr, bool):
        raise OptionError(f"ocr is {ocr!r:.60}: give true or false")
    text_column = body.pop("text_column", None)
    if not isinstance(text_column, str | None):
        raise OptionError(f"text_column is {text_column!r:.60}: give the name of a column")
    return replace(incoming, ocr=ocr, text_column=text_column), body


async def receive_upload(
    request: Request,
    place: Path,
    limits: Limits,
    largest_field: int = LARGEST_FIELD,
    also: str | tuple[str, ...] = (),
) -> Upload:
    """The upload of a request, its files in a new folder within `place`.

    A file of an unknown kind is left out, unless its name ends with one of `also`. A field
    has `largest_field` bytes at most. Raises a RequestError if the form is malformed (400), or has
    more than `limits` allow (413).
    """
    _, options = parse_options_header(request.headers.get("content-type", ""))
    if not options.get(b"boundary"):
        raise RequestError(400, MALFORMED)
    upload = Upload(Path(tempfile.mkdtemp(dir=place)), limits, largest_field, also)
    try:
        await upload.read(options[b"boundary"], request.stream())
    except BaseException as error:
        upload.discard()
        if isinstance(error, FormParserError):
            raise RequestError(400, MALFORMED) from error
        if isinstance(error, OSError):
            raise storage_error(error) from error
        raise
    return upload


class Upload:
    """A multipart form that is parsed as it comes, its files written straight to the disk.

    `files` are the safe names of those in `folder`, where the messages of a Maildir are in one of
    their own, `fields` the other fields by name, and `skipped` warnings about files that were left
    out.
    """

    def __init__(
        self, folder: Path, limits: Limits, largest_field: int, also: str | tuple[str, ...]
    ) -> None:
        self.folder = folder
        self.files: list[str] = []
        self.fields: dict[str, str] = {}
        self.skipped: list[str] = []
        self._limits, self._largest_field, self._also = limits, largest_field, also
        self._field, self._value = bytearray(), bytearray()
        self._disposition = b""
        self._name = ""
        self._names = UniqueNames()
        self._maildirs: dict[tuple[str, ...], Path] = {}
        self._file: BinaryIO | None = None
        self._is_file = False
        self._text = bytearray()
        self._size = self._fields = self._seen = 0
        self._ended = False

    def discard(self) -> None:
        """Delete the files."""
        shutil.rmtree(self.folder, ignore_errors=True)

    async def read(self, boundary: bytes, stream: AsyncIterator[bytes]) -> None:
        """Parse the whole form."""
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
            raise RequestError(400, MALFORMED)

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
            raise RequestError(400, MALFORMED)
        self._name = options[b"name"].decode("utf-8", "replace")
        filename = options.get(b"filename")
        self._is_file = filename is not None
        if filename:
            self._open(filename.decode("utf-8", "replace"))
        elif filename is None:
            self._fields += 1
            if self._fields > MOST_FIELDS:
                raise RequestError(413, f"the form has more than {MOST_FIELDS} fields")

    def _open(self, filename: str) -> None:
        self._seen += 1
        if self._seen > self._limits.files:
            raise RequestError(413, f"more than {self._limits.files} files: send fewer at a time")
        name, folder = safe_name(filename), self.folder
        *above, last = re.split(r"[/\\]", filename)
        if not (is_known(name) or name.lower().endswith(self._also)):
            if not is_message((*above, last)):
                self.skipped.append(f"skipped {name}: files of this kind cannot be read")
                return
            folder = self._maildir(tuple(above[:-1])) / above[-1]
            name = safe_name(last.replace(":", ";"))  # which some systems write before flags
        place = folder / self._names.unique(name)
        self.files.append(str(place.relative_to(self.folder)))
        self._file = place.open("xb")

    def _maildir(self, path: tuple[str, ...]) -> Path:
        """The folder for the messages of the Maildir that was at a path."""
        if path not in self._maildirs:
            name = safe_name(path[-1].lstrip(".")) if path else "Maildir"
            self._maildirs[path] = self.folder / self._names.unique(name)
            make_folders(self._maildirs[path])
        return self._maildirs[path]

    def _data(self, data: bytes, start: int, end: int) -> None:
        self._size += end - start
        if not self._is_file:
            if self._size > self._largest_field:
                raise RequestError(413, f"a field is larger than {self._largest_field} bytes")
            self._text += data[start:end]
        elif self._size > self._limits.file_bytes:
            most = self._limits.file_bytes // MB
            raise RequestError(413, f"a file is larger than {most} MB: split it into parts")
        elif self._file is not None:
            self._file.write(memoryview(data)[start:end])

    def _part_end(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        elif not self._is_file:
            self.fields[self._name] = self._text.decode("utf-8", "replace")

    def _end(self) -> None:
        self._ended = True
