"""The labels of a PDF's pages: what is printed on them as their numbers, such as iv or A-3.

pdfium follows a tree of labels wherever it leads, and one that leads back to itself ends the
process. So it is asked only where all that may be the tree is seen to be a list, as is usual.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
import zlib

import pypdfium2
import pypdfium2.raw as pdfium

LONGEST_LABEL = 20
"""Characters; what is longer numbers no page."""


_KEY = re.compile(
    rb"/%s(?:\s*(?:(?P<number>\d{1,9})\s+\d+\s+R|(?P<dictionary><<)))?"
    % b"".join(b"(?:%c|#%02x)" % (letter, letter) for letter in b"PageLabels"),
    re.IGNORECASE,
)
"""The key of the labels, however it is spelled, and what it leads to."""

_STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)", re.DOTALL)
_PACKED = re.compile(rb"/Type\s*/ObjStm\b")
_FIRST = re.compile(rb"/First\s+(\d{1,9})\b")
_STREAM = re.compile(rb"stream\r?\n")

_DICTIONARY = 400
"""Bytes of the dictionary of a stream of objects, on either side of its type."""

_MOST_KEYS = 20
_MOST_UNPACKED = 64 << 20
_LONGEST_LIST = 1 << 16


def page_labels(document: pypdfium2.PdfDocument, data: bytes) -> tuple[str, ...]:
    """The label of each page, its number where it has none that a reader could use; empty where
    all labels are the numbers. `data` is the file of the `document`."""
    if not _is_list(data):
        return ()
    numbers = tuple(map(str, range(1, len(document) + 1)))
    labels = tuple(_label(document, n) or number for n, number in enumerate(numbers))
    return () if labels == numbers else labels


def _label(document: pypdfium2.PdfDocument, page: int) -> str:
    """The label of a page in one line, or an empty string where there is none fit to be shown."""
    # As UTF-16 with a closing zero; nothing is copied where the buffer is too small.
    buffer = ctypes.create_string_buffer(2 * LONGEST_LABEL + 2)
    length = pdfium.FPDF_GetPageLabel(document, page, buffer, len(buffer))
    if not 2 < length <= len(buffer):
        return ""
    label = " ".join(buffer.raw[: length - 2].decode("utf-16-le", "replace").split())
    shown = all(unicodedata.category(each)[0] not in "CZ" or each == " " for each in label)
    return label if shown and "\ufffd" not in label else ""


def _is_list(data: bytes) -> bool:
    """Whether the labels of a PDF are seen to be there, and to be a list and no tree."""
    try:
        packed = _packed_objects(data)
    except (ValueError, zlib.error):
        return False
    found = [key for text in (data, *packed.values()) for key in _KEY.finditer(text)]
    if not 0 < len(found) <= _MOST_KEYS:
        return False
    return all(_leads_to_list(key, data, packed) for key in found)


def _leads_to_list(key: re.Match[bytes], data: bytes, packed: dict[int, bytes]) -> bool:
    bodies = []
    if key["dictionary"]:
        bodies.append(key.string[key.start("dictionary") :][:_LONGEST_LIST])
    elif key["number"]:
        number = int(key["number"])
        for begin in re.finditer(rb"(?<!\d)0*%d\s+\d+\s+obj\b" % number, data):
            bodies.append(data[begin.end() : begin.end() + _LONGEST_LIST])
        if number in packed:
            bodies.append(packed[number][:_LONGEST_LIST])
    dictionaries = [_dictionary(body) for body in bodies]
    return bool(dictionaries) and not any(
        each is None or b"Kids" in each or b"#" in each or b"%" in each for each in dictionaries
    )


def _dictionary(text: bytes) -> bytes | None:
    """The dictionary that a text begins with, its strings empty; None where it does not end."""
    text = _STRING.sub(b"()", text)
    depth = 0
    for sign in re.finditer(rb"<<|>>", text):
        depth += 1 if sign[0] == b"<<" else -1
        if depth <= 0:
            whole = text[: sign.end()]
            return whole if whole.count(b"(") == whole.count(b"()") else None
    return None


def _packed_objects(data: bytes) -> dict[int, bytes]:
    """The objects in streams of objects, by number. Raises a ValueError where one is not read."""
    objects: dict[int, bytes] = {}
    unpacked = 0
    for kind in _PACKED.finditer(data):
        stream = _STREAM.search(data, kind.end(), kind.end() + _DICTIONARY)
        head = data[max(0, kind.start() - _DICTIONARY) : stream.start() if stream else 0]
        head = head[max(head.rfind(b" obj"), 0) :]
        first = _FIRST.search(head)
        if unpacked >= _MOST_UNPACKED:
            raise ValueError
        if not stream or not first or b"/FlateDecode" not in head or b"/DecodeParms" in head:
            raise ValueError
        inflate = zlib.decompressobj()
        text = inflate.decompress(memoryview(data)[stream.end() :], _MOST_UNPACKED - unpacked)
        unpacked += len(text)
        if inflate.unconsumed_tail and not inflate.eof:
            raise ValueError
        numbers = list(map(int, text[: int(first[1])].split()))
        starts = [int(first[1]) + offset for offset in numbers[1::2]]
        for number, start, end in zip(numbers[::2], starts, [*starts[1:], len(text)], strict=True):
            objects[number] = text[start:end]
    return objects
