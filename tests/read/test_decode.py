import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import ReadError
from hyperdigest.read.decode import decode, whole

FRENCH = "Le café de l'été dernier était très animé. Les élèves ont mangé où ça sentait bon."


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=200))
def test_utf8_is_what_bytes_decode_gives(text: str):
    assert decode(text.encode()) == text.encode().decode()


def test_the_mark_of_utf8_stays_so_that_offsets_agree():
    data = b"\xef\xbb\xbfHello."
    assert decode(data) == data.decode() == "\ufeffHello."


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le", "utf-16-be", "cp1252"])
def test_other_encodings_are_found(encoding: str):
    assert decode(FRENCH.encode(encoding)) == FRENCH


def test_the_mark_of_big_endian_utf16():
    assert decode(b"\xfe\xff" + FRENCH.encode("utf-16-be")) == FRENCH


def test_utf8_with_a_bad_byte_keeps_the_rest():
    data = (FRENCH * 3).encode() + b"\xff end"
    assert decode(data) == FRENCH * 3 + "\ufffd end"


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\n", b"PK\x03\x04rest", b"\x89PNG\r\n\x1a\n", bytes(range(256)) * 8, b"\0" * 99],
)
def test_what_is_no_text_is_refused(data: bytes):
    with pytest.raises(ReadError, match=r"not text|binary"):
        decode(data)


@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_refused(data: bytes):
    try:
        assert isinstance(decode(data), str)
    except ReadError as error:
        assert "\n" not in str(error)


def test_a_few_control_characters_survive():
    text = "Page one.\f\nPage two, with a NUL \0 and a bell \a in the middle of the line.\r\nEnd."
    assert decode(text.encode()) == text


def test_halves_of_surrogate_pairs_are_joined_or_replaced():
    assert whole("a\ud83d\ude00b\ud800c") == "a\U0001f600b\ufffdc"
