"""What Exchange wraps for other Outlooks (winmail.dat), made by hand."""

import struct
from collections.abc import Mapping
from pathlib import Path

import pytest
from compressed_rtf import compress
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import ReadError
from hyperdigest.read import read_paths
from hyperdigest.read.mail.outlook import outlook_message
from mail_made import part, parted
from outlook_made import ADDRESS, BODY, FILE, FILE_NAME, HTML, METHOD, RTF, SENDER, SUBJECT

SIGN = b"\x78\x9f\x3e\x22"
MESSAGE, FILE_BEGINS, FILE_PROPERTIES, TITLE, DATA = 0x69003, 0x69002, 0x69005, 0x18010, 0x6800F
LOCATION, CLASS = 0x8208, 0x001A
Value = str | bytes | int


def tnef(*attributes: tuple[int, bytes]) -> bytes:
    shown = b"".join(
        struct.pack("<BII", 1 if number == MESSAGE else 2, number, len(value)) + value + b"\0\0"
        for number, value in attributes
    )
    return SIGN + b"\0\0" + shown


def properties(values: Mapping[int, Value], several: bytes = b"") -> bytes:
    """Properties in the form of TNEF; `several` is one more, of several values."""
    shown = [struct.pack("<I", len(values) + bool(several)), several]
    for number, value in values.items():
        name = bytes(16) + struct.pack("<II", 0, number) if number >= 0x8000 else b""
        if isinstance(value, int):
            shown.append(struct.pack("<HH", 3, number) + name + struct.pack("<I", value))
            continue
        data = f"{value}\0".encode("utf-16-le") if isinstance(value, str) else value
        kind = 0x1F if isinstance(value, str) else 0x0D if SIGN in data else 0x0102
        shown.append(struct.pack("<HH", kind, number) + name + struct.pack("<II", 1, len(data)))
        shown.append(data + bytes(-len(data) % 4))
    return b"".join(shown)


def file(name: str, data: bytes, **others: Value) -> list[tuple[int, bytes]]:
    return [
        (FILE_BEGINS, b"\0\0"), (TITLE, b"SHORT~1.TXT\0"), (DATA, data),
        (FILE_PROPERTIES, properties({FILE_NAME: name, **others})),
    ]  # fmt: skip


NUMBERS = struct.pack("<HHIII", 0x1003, 0x1234, 2, 7, 8)
TEXTS = struct.pack("<HHI", 0x101F, 0x1235, 2) + struct.pack("<I4sI4s", 4, b"a\0\0\0", 2, b"\0\0")
INNER = {SUBJECT: "Old news", SENDER: "Bert", ADDRESS: "bert@example.org", BODY: "It sailed."}


def mail(wrapped: bytes, body: str = "", name: str = "winmail.dat") -> bytes:
    kind = "application/ms-tnef" if name == "winmail.dat" else "application/octet-stream"
    return parted(*([part(body)] if body else []), part(wrapped, kind, name))


def texts(folder: Path, data: bytes) -> dict[str, str]:
    (folder / "a.eml").write_bytes(data)
    documents = read_paths([folder]).documents
    return {document.name: document.text.split("\n\n")[-1] for document in documents}


@pytest.mark.parametrize("several", [b"", NUMBERS, TEXTS])
def test_files_and_messages_in_it_are_documents(tmp_path: Path, several: bytes):
    wrapped = tnef(
        (MESSAGE, properties({BODY: "The ferry sails at nine."}, several)),
        *file("a long name.txt", b"Some attached words."),
        (FILE_BEGINS, b"\0\0"),
        (
            FILE_PROPERTIES,
            properties({METHOD: 5, FILE: bytes(16) + tnef((MESSAGE, properties(INNER)))}),
        ),
    )
    found = texts(tmp_path, mail(wrapped, "The ferry sails at nine."))
    assert list(found.values()) == [
        "The ferry sails at nine.", "Some attached words.", "It sailed.",
    ]  # fmt: skip
    assert [name.partition("/")[2] for name in found] == ["", "a long name.txt", "Bert"]


@pytest.mark.parametrize(
    "values",
    [
        {HTML: b"<p>The ferry sails at nine.</p>"},
        {BODY: "The ferry sails at nine."},
        {RTF: compress(b"{\\rtf1 The ferry sails at nine.}", compressed=True)},
    ],
)
def test_its_body_is_read_if_the_mail_has_no_other(tmp_path: Path, values: dict[int, Value]):
    wrapped = tnef((MESSAGE, properties(values)))
    assert list(texts(tmp_path, mail(wrapped)).values()) == ["The ferry sails at nine."]


def test_it_is_read_as_a_file_of_its_own_too(tmp_path: Path):
    values = {CLASS: "IPM.Appointment", LOCATION: "Pier 4", SUBJECT: "Ferry", BODY: "Be early."}
    path = tmp_path / "winmail.dat"
    path.write_bytes(tnef((MESSAGE, properties(values))))
    (document,) = read_paths([path]).documents
    assert "Location: Pier 4" in document.text
    assert document.title == "Ferry"


@pytest.mark.parametrize("wrapped", [b"no such form", SIGN, tnef(*file("a.txt", b"x"))[:-30]])
def test_a_broken_one_is_told(tmp_path: Path, wrapped: bytes):
    (tmp_path / "a.eml").write_bytes(mail(wrapped, "The ferry sails at nine."))
    reading = read_paths([tmp_path])
    assert len(reading.documents) == 1
    assert "(TNEF) that is broken" in "".join(s.reason for s in reading.skipped)


@given(st.binary(max_size=200), st.integers(0, 200))
def test_no_bytes_fail_otherwise(noise: bytes, place: int):
    wrapped = tnef((MESSAGE, properties(INNER, TEXTS)), *file("a.txt", b"Words."))
    for data in (SIGN + noise, wrapped[:place] + noise + wrapped[place + len(noise) :]):
        if data.startswith(SIGN):
            try:
                outlook_message(data)
            except ReadError as error:
                assert "broken" in str(error)
