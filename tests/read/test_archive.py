import io
import zipfile

import pytest

from documents_made import zipped
from hyperdigest.errors import ReadError
from hyperdigest.read import compressed
from hyperdigest.read.office import archive
from hyperdigest.read.office.archive import entry, open_archive


def test_an_entry_is_read():
    with open_archive(zipped({"a": "words"})) as opened:
        assert entry(opened, "a") == b"words"
        with pytest.raises(ReadError, match="has no b"):
            entry(opened, "b")


def test_a_decompression_bomb_is_refused_before_it_is_unpacked():
    with pytest.raises(ReadError, match="times its size: it may be a decompression bomb"):
        open_archive(zipped({"a": b"\0" * (20 << 20)}))


def test_too_many_or_too_large_entries_are_refused(monkeypatch):
    monkeypatch.setattr(compressed, "MOST_UNPACKED", 1000)
    with pytest.raises(ReadError, match="it may be a decompression bomb"):
        open_archive(zipped({"a": "x" * 600, "b": "y" * 600}))
    monkeypatch.setattr(archive, "MOST_ENTRIES", 1)
    with pytest.raises(ReadError, match="unpacks to 2 files"):
        open_archive(zipped({"a": "x", "b": "y"}))


def test_an_entry_gives_no_more_bytes_than_the_archive_states():
    data = bytearray(zipped({"a": b"\0" * 5_000_000}))
    size = (5_000_000).to_bytes(4, "little")
    at = data.rindex(size)
    data[at : at + 4] = (10).to_bytes(4, "little")
    with open_archive(bytes(data)) as archive, pytest.raises(ReadError, match="cannot be unpacked"):
        entry(archive, "a")


def test_an_entry_with_a_password_is_refused():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", "x")
    data = bytearray(file.getvalue())
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(ReadError, match="protected by a password"):
        open_archive(bytes(data))
