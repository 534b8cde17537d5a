"""The page labels of a PDF: the page numbers as they are printed, such as iv or A-3.

pdfium crashes on a tree of labels with a cycle. So it is asked only if everything in the file that
may be the tree is a flat list, as usual.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
import zlib

import pypdfium2
import pypdfium2.raw as pdfium

LONGEST_LABEL = 20
"""In characters; a longer label is ignored."""

_KEY = re.compile(
    rb"/%s(?:\s*(?:(?P<number>\d{1,9})\s+\d+\s+R|(?P<dictionary><<)))?"
    % b"".join(b"(?:%c|#%02x)" % (letter, letter) for letter in b"PageLabels"),
    re.IGNORECASE,
)
"""The key ``/PageLabels`` in any spelling, and the object or dictionary that it refers to."""

_STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)", re.DOTALL)
_OBJECT_STREAM = re.compile(rb"/Type\s*/ObjStm\b")
_FIRST = re.compile(rb"/First\s+(\d{1,9})\b")
_STREAM = re.compile(rb"stream\r?\n")
_LONGEST_LIST = 1 << 16


def page_labels(document: pypdfium2.PdfDocument, data: bytes) -> tuple[str, ...]:
    """The label of each page, its number if it has no usable label; empty if all are numbers.

    `data` are the bytes of the `document`.
    """
    if not _has_flat_labels(data):
        return ()
    numbers = tuple(map(str, range(1, len(document) + 1)))
    labels = tuple(_label(document, n) or number for n, number in enumerate(numbers))
    return () if labels == numbers else labels


def _label(document: pypdfium2.PdfDocument, page: int) -> str:
    """The label of a page on one line; empty if it has none that can be printed."""
    # UTF-16 with a closing zero; pdfium copies nothing if the buffer is too small.
    buffer = ctypes.create_string_buffer(2 * LONGEST_LABEL + 2)
    length = pdfium.FPDF_GetPageLabel(document, page, buffer, len(buffer))
    if not 2 < length <= len(buffer):
        return ""
    label = " ".join(buffer.raw[: length - 2].decode("utf-16-le", "replace").split())
    printable = all(unicodedata.category(each)[0] not in "CZ" or each == " " for each in label)
    return label if printable and "\ufffd" not in label else ""


def _has_flat_labels(data: bytes) -> bool:
    """Whether a PDF has page labels, and they are certainly a flat list and no tree."""
    try:
        packed = _packed_objects(data)
    except (ValueError, zlib.error):
        return False
    found = [key for text in (data, *packed.values()) for key in _KEY.finditer(text)]
    return 0 < len(found) <= 20 and all(_refers_to_list(key, data, packed) for key in found)


def _refers_to_list(key: re.Match[bytes], data: bytes, packed: dict[int, bytes]) -> bool:
    """Whether all objects that a key may refer to are dictionaries without children."""
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
    """The dictionary at the start of a text, its strings emptied; None if it does not end."""
    text = _STRING.sub(b"()", text)
    depth = 0
    for bracket in re.finditer(rb"<<|>>", text):
        depth += 1 if bracket[0] == b"<<" else -1
        if depth <= 0:
            whole = text[: bracket.end()]
            return whole if whole.count(b"(") == whole.count(b"()") else None
    return None


def _packed_objects(data: bytes) -> dict[int, bytes]:
    """The objects in object streams, by number.

    Raises ValueError or zlib.error if a stream cannot be read, or all are too large.
    """
    most_unpacked = 64 << 20
    longest_dictionary = 400  # bytes of a stream's dictionary before and after its type
    objects: dict[int, bytes] = {}
    unpacked = 0
    for kind in _OBJECT_STREAM.finditer(data):
        stream = _STREAM.search(data, kind.end(), kind.end() + longest_dictionary)
        begin = max(0, kind.start() - longest_dictionary)
        head = data[begin : stream.start() if stream else 0]
        head = head[max(head.rfind(b" obj"), 0) :]
        first = _FIRST.search(head)
        if unpacked >= most_unpacked:
            raise ValueError
        if not stream or not first or b"/FlateDecode" not in head or b"/DecodeParms" in head:
            raise ValueError
        inflate = zlib.decompressobj()
        text = inflate.decompress(memoryview(data)[stream.end() :], most_unpacked - unpacked)
        unpacked += len(text)
        if inflate.unconsumed_tail and not inflate.eof:
            raise ValueError
        numbers = list(map(int, text[: int(first[1])].split()))
        starts = [int(first[1]) + offset for offset in numbers[1::2]]
        for number, start, end in zip(numbers[::2], starts, [*starts[1:], len(text)], strict=True):
            objects[number] = text[start:end]
    return objects
