"""Files of Outlook that are broken or malicious lose nothing but themselves, in bounded time."""

import struct
from pathlib import Path

import pytest
from compressed_rtf import compress
from hypothesis import given
from hypothesis import strategies as st

from compound_made import compound
from hyperdigest.errors import ReadError
from hyperdigest.read import Reading, read_paths
from hyperdigest.read.mail.outlook import outlook_message
from hyperdigest.read.office.compound import open_compound
from outlook_made import ANNA, BODY, HTML, RTF, Item, file, outlook

NEW = "The ferry sails at ten on Sundays, and every hour after that."
GOOD = outlook({BODY: NEW * 100}, file("a.txt", b"Some attached words. " * 300))
BROKEN = "is incomplete or broken: get it again"
FAT = struct.unpack_from("<I", GOOD, 76)[0]
DIRECTORY = struct.unpack_from("<I", GOOD, 48)[0]


def read(tmp_path: Path, data: bytes) -> Reading:
    (tmp_path / "a.msg").write_bytes(data)
    return read_paths([tmp_path])


def with_number(place: int, number: int, data: bytes = GOOD) -> bytes:
    return data[:place] + struct.pack("<I", number) + data[place + 4 :]


def place_of(sector: int) -> int:
    return (sector + 1) * 512


@pytest.mark.parametrize("length", [8, 100, 512, 600, len(GOOD) // 2, len(GOOD) - 1])
def test_a_truncated_file_is_named(tmp_path: Path, length: int):
    [skipped] = read(tmp_path, GOOD[:length]).skipped
    assert skipped.reason == BROKEN


@pytest.mark.parametrize("target", [0, 5, DIRECTORY])
def test_chains_of_sectors_that_never_end_are_no_message(tmp_path: Path, target: int):
    place = place_of(FAT)
    data = GOOD[:place] + struct.pack("<I", target) * 128 + GOOD[place + 512 :]
    reading = read(tmp_path, data)
    assert len(reading.documents) + len(reading.skipped) >= 1
    assert sum(len(document.text) for document in reading.documents) <= 2 * len(GOOD)


@pytest.mark.parametrize("place", [44, 64])
def test_a_header_with_tables_larger_than_the_file_is_refused(place: int):
    with pytest.raises(ReadError, match=BROKEN):
        open_compound(with_number(place, 0x7FFFFFFF))


@pytest.mark.parametrize("entry", [0, 2, 4])
def test_a_stream_that_is_larger_than_the_file_is_refused(tmp_path: Path, entry: int):
    place = place_of(DIRECTORY) + 128 * entry + 120
    [skipped] = read(tmp_path, with_number(place, 0xFFFFFF00)).skipped
    assert skipped.reason == BROKEN


def test_no_part_of_a_file_is_read_again_and_again():
    tree = {f"{number:03}": bytes(5000) for number in range(100)}
    data = bytearray(compound(tree))
    directory = place_of(struct.unpack_from("<I", data, 48)[0])
    for entry in range(1, 101):
        struct.pack_into("<I", data, directory + 128 * entry + 116, 0)
        struct.pack_into("<I", data, directory + 128 * entry + 120, 400_000)
    root = open_compound(bytes(data))
    root.stream("000")
    with pytest.raises(ReadError, match=BROKEN):
        root.stream("001")


def test_other_files_in_the_same_container_are_named(tmp_path: Path):
    data = compound({"WordDocument": b"Words" * 1000})
    with pytest.raises(ReadError, match="has no message of Outlook"):
        outlook_message(data)
    [skipped] = read(tmp_path, data).skipped
    assert "has no message of Outlook" in skipped.reason


def test_messages_in_messages_are_read_three_deep(tmp_path: Path):
    item = Item({**ANNA, BODY: "The deepest message."})
    for level in range(99, 0, -1):
        item = Item({**ANNA, BODY: f"This is level {level} of the messages."}, [item])
    reading = read(tmp_path, outlook({BODY: "This is level 0 of the messages."}, item))
    levels = [document.text.split()[-4] for document in reading.documents]
    assert levels == ["0", "1", "2"]
    [skipped] = reading.skipped
    assert skipped.reason == "is nested more than 3 messages deep, and left out"


def test_files_after_the_first_thousand_are_counted(tmp_path: Path):
    files = [file(f"{number}.txt", b"Words %d." % number) for number in range(1100)]
    reading = read(tmp_path, outlook({BODY: NEW}, *files))
    assert len(reading.documents) == 998
    [skipped] = reading.skipped
    assert "103 parts left out: 997.txt, 998.txt, 999.txt and 100 more" in skipped.reason


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({RTF: b"nonsense" * 9}, "is not an RTF document, or is broken"),
        (
            {RTF: compress(b"{\\rtf1 Words}")[:-3]},
            "has a damaged text: save it as HTML or plain text",
        ),
        ({HTML: b"<p>" * 2_000_001}, "has more than 2,000,000 tags: split it into parts"),
    ],
)
def test_a_body_that_cannot_be_read_loses_no_attached_file(
    tmp_path: Path, values: dict[int, bytes], reason: str
):
    reading = read(tmp_path, outlook(values, file("a.txt", b"Some attached words.")))
    assert [document.name for document in reading.documents] == ["a.msg/a.txt"]
    assert [skipped.reason for skipped in reading.skipped] == [reason]


@pytest.mark.parametrize("values", [{}, {BODY: ""}, {BODY: " \r\n", HTML: b""}])
def test_a_message_without_text_is_named(tmp_path: Path, values: dict[int, str | bytes]):
    [skipped] = read(tmp_path, outlook(values)).skipped
    assert skipped.reason == "contains only quotes, a signature or pictures"


@given(st.data())
def test_a_damaged_file_gives_a_message_or_a_reason(data: st.DataObject):
    damaged = bytearray(GOOD)
    size = data.draw(st.sampled_from([512, len(GOOD)]))
    for place in data.draw(st.lists(st.integers(8, size - 1), min_size=1, max_size=60)):
        damaged[place] = data.draw(st.integers(0, 255))
    try:
        outlook_message(bytes(damaged))
    except ReadError as error:
        assert str(error)
