import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents_made import lines, pdf, pdf_of
from hyperdigest.errors import ReadError
from hyperdigest.read.pdf import reader as pdf_reader
from hyperdigest.read.pdf.reader import read_pdf, refuse_decompression_bomb

PACKED = zlib.compress(b"q " * (18 << 20), 9)


@pytest.mark.parametrize(
    ("content", "filters"),
    [
        (PACKED, "/FlateDecode"),
        (zlib.compress(PACKED, 9), "/FlateDecode/FlateDecode"),
        (base64.a85encode(zlib.compress(PACKED)) + b"~>", "/ASCII85Decode/FlateDecode/FlateDecode"),
        (PACKED.hex(" ").encode() + b">", "/ASCIIHexDecode/FlateDecode"),
        (zlib.compress(PACKED).hex().upper().encode() + b">", "/AHx/FlateDecode/FlateDecode"),
    ],
)
def test_a_pdf_that_unpacks_to_far_more_than_its_size_is_refused(content: bytes, filters: str):
    with pytest.raises(
        ReadError, match="unpacks to more than 32 MB: it may be a decompression bomb"
    ):
        read_pdf(pdf_of(content, filters))


def test_a_stream_compressed_many_times_is_refused():
    content = b"BT ET"
    for _ in range(4):
        content = zlib.compress(content)
    with pytest.raises(
        ReadError, match="is compressed more than 3 times: it may be a decompression bomb"
    ):
        read_pdf(pdf_of(content, "/FlateDecode" * 4))


def test_the_decompressed_sizes_of_all_streams_are_added(monkeypatch):
    monkeypatch.setattr(pdf_reader, "MOST_INFLATED", 1 << 20)
    part = pdf_of(zlib.compress(b"q " * (200 << 10)), "/FlateDecode")
    refuse_decompression_bomb(part)
    with pytest.raises(ReadError, match="unpacks to more than 1 MB"):
        refuse_decompression_bomb(part * 3)


def test_a_large_pdf_may_decompress_to_more_and_blank_images_hardly_count(monkeypatch):
    monkeypatch.setattr(pdf_reader, "MOST_INFLATED", 1 << 20)
    many = pdf_of(zlib.compress(b"q " * (600 << 10)), "/FlateDecode")
    refuse_decompression_bomb(many + bytes(1 << 20))
    refuse_decompression_bomb(pdf_of(zlib.compress(bytes(6 << 20)), "/FlateDecode"))


def test_normal_streams_are_accepted():
    assert read_pdf(pdf(lambda canvas: lines(canvas, ["One line."]))).text == "One line."


@given(st.binary(max_size=100), st.sampled_from(["/FlateDecode", "/ASCII85Decode", "/AHx"]))
def test_broken_streams_are_not_refused_as_bombs(content: bytes, filters: str):
    refuse_decompression_bomb(pdf_of(b"\x78\x9c" + content, filters))
