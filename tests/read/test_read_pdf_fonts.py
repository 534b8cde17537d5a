"""PDFs whose fonts do not say what their characters are, or say it wrongly."""

import pytest

from documents_made import pdf_with_bitmap_font, pdf_with_font, pdf_with_unicode_map
from hyperdigest.read import ReadingOptions, read_paths
from hyperdigest.read.page_images.image import marked_boxes, page_image
from hyperdigest.read.pages import page_of
from hyperdigest.read.pdf.layout import Word
from hyperdigest.read.pdf.reader import read_pdf
from hyperdigest.read.pdf.words import _Glyphs
from needed import needs

CORK = dict(
    zip(
        ("ffi", "ffl", "ff", "fi", "fl", "“", "”", "–"),
        (30, 31, 27, 28, 29, 16, 17, 21),
        strict=True,
    )
)
OLD = dict(zip(("ffi", "ffl", "ff", "fi", "fl"), (14, 15, 11, 12, 13), strict=True))
TEXT = [
    "The officer found the coefficients of five different floods.",
    "The staff was baffled: “it is difficult – and no benefit”.",
]
GARBLED = "<20> <20> <0020>\n<21> <7E> <2721>"
PLAIN = [
    b"The harbour office offers five different ferries.",
    b"The ferries leave the harbour at nine and come back at noon.",
]


FERRIES = [
    b"Several captains complained about strong winds near the northern lighthouse last winter.",
    b"Passengers with heavy luggage should board first, while cyclists must wait behind them.",
    b"Tickets bought before Monday remain valid until the summer timetable comes into force.",
]


def encoded(text, codes):
    for written, code in codes.items():
        text = text.replace(written, chr(code))
    return text.encode("latin-1")


@pytest.mark.parametrize(("codes", "count"), [(CORK, 12), (OLD, 9)])
def test_ligatures_of_bitmap_fonts_of_tex_are_restored(codes, count):
    text = TEXT if codes == CORK else [TEXT[0], "The staff was baffled: it is a difficult benefit."]
    content = read_pdf(pdf_with_bitmap_font(encoded(line, codes) for line in text))
    assert content.text == " ".join(text)
    (note,) = content.notes
    assert f"restored {count} (officer, coefficients, five)" in note


@pytest.mark.parametrize("shown_as", ["FFFD", "0000", "0001", "E0A3"])
def test_a_ligature_is_restored_if_the_text_has_the_word(shown_as):
    found = pdf_with_unicode_map(
        [b"The sheri\x80 was ru\x80ed.", b"A sheriff may be ruffed."],
        f"<80> <80> <{shown_as}>",
    )
    content = read_pdf(found)
    assert content.text == "The sheriff was ruffed. A sheriff may be ruffed."
    assert "restored 2 (sheriff)" in content.notes[0]


def test_a_character_with_two_readings_is_not_guessed_but_reported():
    texts = [b"The riders of the de\x80ed hills.", b"They defied and deffed all."]
    content = read_pdf(pdf_with_unicode_map(texts, "<80> <80> <FFFD>"))
    assert content.text == "The riders of the deed hills. They defied and deffed all."
    assert content.notes == (
        "lacks letters that its fonts do not name on page 1: read it with OCR (--ocr)",
    )
    assert content.scanned == (1,)


AS_SPACES = "<80> <80> <0020>\n<81> <81> <0020>\n<82> <82> <0020>"


@pytest.mark.parametrize(
    ("texts", "expected", "note"),
    [
        (
            [b"You must do not \x80nish the coe\x82cients of it today."],
            "You must do not finish the coefficients of it today.",
            "restored 2 (finish, coefficients)",
        ),
        (
            [b"The bea\x80t of the pea\x80t is", b"\x80nding itself, beafit to a peafit."],
            "The beafit of the peafit is finding itself, beafit to a peafit.",
            "restored 3 (beafit, peafit, finding)",
        ),
        (
            [b"Wir k\xf6nnen sie nicht \x80nden, das Schi\x81 war o\x81en."],
            "Wir können sie nicht finden, das Schiff war offen.",
            "restored 3 (finden, Schiff)",
        ),
    ],
)
def test_a_ligature_that_is_a_space_by_its_font_is_restored(texts, expected, note):
    content = read_pdf(pdf_with_unicode_map(texts, AS_SPACES))
    assert content.text == expected
    assert note in content.notes[0]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([b"The riders of the de\x80ed hills.", b"They defied and deffed all."], "the de ed hills"),
        ([b"He went    nally home, di\x81erent.", b"A nally nish."], "nally home"),
        ([b"Of the    nding and the    nding, one or more nding."], "the nding and the nding,"),
        ([b"It has    ring and    ring and the word firing"], "has ring and ring"),
        ([b"The staff       ow of work    fluent"], "staff ow of work"),
    ],
)
def test_no_ligature_is_restored_that_the_text_does_not_tell(texts, expected):
    content = read_pdf(pdf_with_unicode_map(texts, AS_SPACES))
    assert expected in " ".join(content.text.split())


def test_symbols_in_private_use_are_kept():
    content = read_pdf(pdf_with_unicode_map([b"Press \x80 to stop."], "<80> <80> <E012>"))
    assert content.text == "Press \ue012 to stop."
    assert content.notes == ()


def test_a_garbled_page_is_reported():
    content = read_pdf(pdf_with_unicode_map(PLAIN, GARBLED))
    assert content.notes == ("has fonts that garble its text on page 1: read it with OCR (--ocr)",)
    assert content.scanned == (1,)


def test_letters_that_are_numbers_of_glyphs_are_reported():
    content = read_pdf(pdf_with_unicode_map(PLAIN + FERRIES, "<3D> <7E> <0020>"))
    assert content.text.startswith("7KH KDUERXU RIILFH")
    assert content.scanned == (1,)


def test_a_garbled_page_is_read_by_machine(tmp_path):
    needs("tesseract")
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_with_unicode_map(PLAIN, GARBLED))
    reading = read_paths([path], ReadingOptions(ocr=True), language="en")
    assert reading.warnings == ("a.pdf was read by machine (OCR) on page 1",)
    (document,) = reading.documents
    assert document.text.split() == b" ".join(PLAIN).decode().split()
    assert page_image(path.read_bytes(), page_of(document, 1, [(0, 20)])).spot


def test_a_sentence_with_restored_words_is_marked_on_its_page(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_with_bitmap_font(encoded(line, CORK) for line in TEXT))
    (document,) = read_paths([path]).documents
    assert len(marked_boxes(path.read_bytes(), page_of(document, 1, [(0, len(TEXT[0]))]))) == 1


class SetType(_Glyphs):
    """Letters of five by ten points at given places."""

    def __init__(self, lefts):
        super().__init__(None)
        self._lefts = lefts

    def box_of(self, n):
        return self._lefts[n], 0.0, self._lefts[n] + 5.0, 10.0

    def origin(self, n):
        return self._lefts[n], 0.0

    def _font_of(self, n):
        return "Serif"

    def _word(self, text, start, end):
        place = self._lefts[start], self._lefts[end] + 5.0, 0.0, 10.0
        return Word(text, *place, "Serif", 0, start, end)


def test_a_gap_before_a_ligature_ends_a_word_though_its_letters_have_one_box():
    glyphs = SetType([0, 5, 10, 18, 18, 23, 28])
    assert [word.text for word in glyphs.words("anyfile", 0, 6)] == ["any", "file"]
    close = SetType([0, 5, 10, 10, 15, 20])
    assert [word.text for word in close.words("refine", 0, 5)] == ["refine"]


def test_letters_below_the_line_make_no_heading_where_a_font_does_not_say_how_deep_they_reach():
    texts = [
        b"Young people happily enjoy playing, singing, jumping and going",
        b"by tram to the harbour in summer.",
        b"The tram runs at noon, and returns to the station before it rains",
        b"in the town of the three mills.",
    ]
    font = (
        "<</Type/Font/Subtype/TrueType/BaseFont/Flat/FirstChar 32/LastChar 126"
        f"/Widths[{'550 ' * 95}]/Encoding/WinAnsiEncoding/FontDescriptor 6 0 R>>"
    )
    descriptor = (
        "<</Type/FontDescriptor/FontName/Flat/Flags 32/FontBBox[-200 -300 1000 900]"
        "/Ascent 660/Descent 0/CapHeight 660/ItalicAngle 0/StemV 80>>"
    )
    content = read_pdf(pdf_with_font(texts, font, descriptor))
    assert [block.kind for block in content.blocks] == ["paragraph", "paragraph"]
    assert content.text.startswith((texts[0] + b" " + texts[1]).decode())
