import charset_normalizer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import ReadError
from hyperdigest.read.encoding import damage, decode, replace_surrogates

FRENCH = "Le café de l'été dernier était très animé. Les élèves ont mangé où ça sentait bon."


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=200))
def test_utf8_is_decoded_as_by_bytes_decode(text: str):
    assert decode(text.encode()) == text.encode().decode()


def test_the_byte_order_mark_of_utf8_is_kept_so_that_offsets_agree():
    data = b"\xef\xbb\xbfHello."
    assert decode(data) == data.decode() == "\ufeffHello."


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le", "utf-16-be", "cp1252"])
def test_other_encodings_are_detected(encoding: str):
    assert decode(FRENCH.encode(encoding)) == FRENCH


SENTENCES = {
    "fr cp1252": "La maison se trouve près de la forêt, où les élèves vont à pied.",
    "de cp1252": "Für die Brücke über den Fluß müssen größere Träger beschafft werden.",
    "es cp1252": "El niño también llegó a la estación después de las señales.",
    "pt cp1252": "A estação não está longe; até lá são três quilómetros.",
    "sv cp1252": "Sjön är också stängd när isen går upp på våren.",
    "it cp1252": "La città è più bella perché il caffè è già aperto.",
    "fr iso8859_15": "Les élèves ont un cœur très chaud.",
    "pl cp1250": "Był już wieczór, gdy książka została położona na stół.",
    "pl iso8859_2": "Był już wieczór, gdy książka została położona na stół.",
    "cs cp1250": "Příliš žluťoučký kůň už včera pěl ďábelské ódy.",
    "hu cp1250": "Az idő múlásával még több erdő és mező tűnt el.",
    "tr cp1254": "Çocuklar için yeni bir okul açıldı, şimdi değişiklik çok.",
    "lt cp1257": "Žmonės šiandien važiuoja į mišką, kuriame ąžuolai auga.",
    "fr mac_roman": "La maison se trouve près de la forêt, où les élèves vont à pied.",
    "ru cp1251": "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "ru koi8_r": "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "el cp1253": "Η πόλη είναι μεγάλη και το ποτάμι περνάει από το κέντρο της.",
}


@pytest.mark.parametrize("case", SENTENCES)
def test_the_encoding_of_one_sentence_is_detected(case: str):
    sentence, encoding = SENTENCES[case], case.split()[1]
    assert decode(sentence.encode(encoding)) == sentence


def test_a_few_letters_are_decoded_as_western():
    assert decode("A résumé for £5 at the “café”.".encode("cp1252")) == (
        "A résumé for £5 at the “café”."
    )


def test_big_endian_utf16_is_found_by_its_byte_order_mark():
    assert decode(b"\xfe\xff" + FRENCH.encode("utf-16-be")) == FRENCH


def test_a_bad_byte_in_utf8_becomes_a_replacement_character():
    data = (FRENCH * 3).encode() + b"\xff end"
    assert decode(data) == FRENCH * 3 + "\ufffd end"


def test_utf8_with_as_many_bad_bytes_as_other_letters_is_still_utf8():
    assert decode("Café au lait".encode() + b" \x9d twice.") == "Café au lait \ufffd twice."


def test_mostly_ascii_text_in_no_known_encoding_is_decoded(monkeypatch):
    nothing = charset_normalizer.from_bytes(b"")
    monkeypatch.setattr(nothing, "best", lambda: None)
    monkeypatch.setattr(charset_normalizer, "from_bytes", lambda *_, **__: nothing)
    data = b"A plain sentence with a stray \x81\x81 byte in the middle of it."
    assert decode(data).startswith("A plain sentence with a stray \ufffd")
    with pytest.raises(ReadError, match="unknown encoding"):
        decode(b"\x81\x8d\x8f " * 30)


def test_broken_characters_are_reported():
    data = "Café".encode() + b"\xff"
    assert damage(data, decode(data)) == (
        "has a character that is broken and shown as \ufffd: save it as UTF-8",
    )
    assert damage("\ufffd".encode(), "\ufffd") == ()


def test_a_single_sign_that_is_no_text_does_not_make_a_short_file_binary():
    assert decode(b"a,b\n1,x\0y\n") == "a,b\n1,x\0y\n"


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\n", b"PK\x03\x04rest", b"\x89PNG\r\n\x1a\n", bytes(range(256)) * 8, b"\0" * 99],
)
def test_binary_data_is_refused(data: bytes):
    with pytest.raises(ReadError, match=r"not text|binary"):
        decode(data)


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused(data: bytes):
    try:
        assert isinstance(decode(data), str)
    except ReadError as error:
        assert "\n" not in str(error)


def test_a_few_control_characters_are_allowed():
    text = "Page one.\f\nPage two, with a NUL \0 and a bell \a in the middle of the line.\r\nEnd."
    assert decode(text.encode()) == text


def test_surrogate_pairs_are_joined_and_lone_surrogates_replaced():
    assert replace_surrogates("a\ud83d\ude00b\ud800c") == "a\U0001f600b\ufffdc"
