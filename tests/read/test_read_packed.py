import gzip
import io
from pathlib import Path

import pytest

from documents_made import lines, pdf
from hyperdigest.errors import ReadError
from hyperdigest.read import compressed, read_file, read_paths
from hyperdigest.read.formats import is_known, kind_of, suffix_of

TEXT = b"Some words of text."
PAGE = b"<html><title>Page</title><p>Some words of a page.</p></html>"
LINES = b'{"text": "Some words of a line."}\n{"text": "And of another."}\n'


def packed(data: bytes) -> bytes:
    """`data` compressed by gzip without a time, so that every process collects the same tests."""
    return gzip.compress(data, mtime=0)


@pytest.mark.parametrize(
    ("name", "suffix", "kind"),
    [
        ("a.txt.gz", ".txt.gz", "text"),
        ("a.MD.GZ", ".md.gz", "markdown"),
        ("a.pdf.gz", ".pdf.gz", "pdf"),
        ("a.jsonl.gz", ".jsonl.gz", "jsonl"),
        ("a.gz", ".gz", "gzip"),
        ("a.tar.gz", ".tar.gz", "tar"),
        ("a.txt.bz2", ".txt.bz2", "text"),
        ("a.md.XZ", ".md.xz", "markdown"),
        ("a.gz.gz", ".gz", "gzip"),
        (".gz", ".gz", "gzip"),
    ],
)
def test_the_kind_of_a_compressed_file_follows_from_its_suffixes(name: str, suffix: str, kind: str):
    assert (suffix_of(name), kind_of(name), is_known(name)) == (suffix, kind, True)


def test_compressed_files_are_read_as_the_files_inside(tmp_path: Path):
    drawn = pdf(lambda canvas: lines(canvas, ["Some words of a PDF."]))
    files = {"a.txt.gz": TEXT, "b.md.gz": b"# Words\n\nOf Markdown.", "c.gz": PAGE, "d.gz": drawn,
             "e.jsonl.gz": LINES, "changelog.Debian.gz": b"A change of the old text."}  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).write_bytes(packed(data))
    reading = read_paths([tmp_path])
    assert reading.warnings == ()
    assert [(document.name, document.format) for document in reading.documents] == [
        ("a.txt.gz", "text"), ("b.md.gz", "markdown"), ("c.gz", "html"),
        ("changelog.Debian.gz", "text"), ("d.gz", "pdf"),
        ("e.jsonl.gz/1", "text"), ("e.jsonl.gz/2", "text"),
    ]  # fmt: skip
    assert read_file(tmp_path / "a.txt.gz").text == TEXT.decode()


def test_standard_input_may_be_compressed():
    [document] = read_paths(["-"], stdin=io.BytesIO(packed(PAGE))).documents
    assert (document.format, document.title) == ("html", "Page")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("bomb.txt.gz", packed(b"\0" * (40 << 20)), "unpacks to more than 16 MB: it may be"),
        ("bomb.gz", packed(b" " * (40 << 20)), "unpacks to more than 16 MB: it may be"),
        ("broken.txt.gz", packed(TEXT)[:-9], "is an incomplete or broken gzip file"),
        ("noise.txt.gz", b"\x1f\x8b" + bytes(range(99)), "is an incomplete or broken gzip file"),
        ("twice.gz", packed(packed(packed(TEXT))), "is compressed twice"),
        ("lines.gz", packed(LINES), r"give it a name that ends in \.jsonl\.gz"),
        ("empty.txt.gz", packed(b""), "is empty"),
        ("picture.gz", packed(b"\x89PNG" + b"\0" * 100), "is an incomplete or broken image"),
    ],
)
def test_unreadable_compressed_files_are_reported(
    tmp_path: Path, name: str, data: bytes, reason: str
):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ReadError, match=reason):
        read_file(tmp_path / name)
    [skipped] = read_paths([tmp_path]).skipped
    assert skipped.path.endswith(name)


def test_a_file_decompressed_by_a_browser_is_read(tmp_path: Path):
    (tmp_path / "a.txt.gz").write_bytes(TEXT)
    assert read_file(tmp_path / "a.txt.gz").text == TEXT.decode()


def test_the_decompressed_size_is_limited_by_the_compressed_size(monkeypatch):
    monkeypatch.setattr(compressed, "FREE", 1000)
    assert compressed.unpacked(packed(TEXT * 50)) == TEXT * 50
    with pytest.raises(ReadError, match="may be a decompression bomb"):
        compressed.unpacked(packed(b"a" * 100_000))
