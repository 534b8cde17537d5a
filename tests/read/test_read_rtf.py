import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content
from hyperdigest.read.office import rtf as rtf_reader
from hyperdigest.read.office.rtf import read_rtf
from office_made import rtf


def parts(content: Content) -> list[tuple[str, str]]:
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


def text(body: str) -> str:
    return read_rtf(rtf(body)).text


def test_paragraphs_headings_items_and_tables_in_order():
    content = read_rtf(rtf(
        r"\pard\s1 The Tram\par\pard\s9 Why 3\par\pard First {\b of all}.\par"
        r"\pard\outlinelevel1 Why\par\pard{\listtext\bullet\tab}\ls1 Noise\par"
        r"\pard{\f2\'B7}\tab Trees\par"
        r"\trowd\pard\intbl Year\cell Riders\cell\row\trowd\intbl 2015\cell 14 105\cell\row"
        r"\pard Last\line line.\par"
    ))  # fmt: skip
    assert content.title == "The Tram"
    assert parts(content) == [
        ("heading", "The Tram"),
        ("paragraph", "First of all."),
        ("heading", "Why"),
        ("item", "Noise"),
        ("item", "Trees"),
        ("table", "Year\tRiders"),
        ("table", "2015\t14 105"),
        ("paragraph", "Last\nline."),
    ]


@pytest.mark.parametrize(
    ("body", "read"),
    [
        (r"caf\'e9", "café"),
        (r"\f1\'cf\'f0\'e8\'e2\'e5\'f2\plain  caf\'e9", "Привет café"),
        (r"caf\u233\'e9 \u8211?\u8220\'93x\u8221\'94", "café –“x”"),
        (r"\uc0\u55357\uc1\u56832\'3f", "😀"),
        (r"\uc2\u8364\'80\'80 5", "€ 5"),
        (r"{\uc0\u233}\u233 ?", "éé"),
        (r"a\u-3913 x", "a•"),
        (r"\\ \{ \} a\~b co\-op\_op", "\\ { } a b coop-op"),
        (r"\lquote a\rquote\emdash \ldblquote b\rdblquote\bullet", "‘a’—“b”•"),
        ("one\r\n two\nthree", "one twothree"),
        (r"a{\bin5 }}}}}b}c", "abc"),
        (r"\u55357?", "\ufffd"),
    ],
)
def test_characters_and_escapes_are_decoded(body: str, read: str):
    assert text(f"\\pard {body}\\par").strip() == read.strip()


def test_the_code_page_of_the_document_is_used_if_a_font_has_none():
    fonts = b"{\\fonttbl{\\f0\\fcharset0 A;}}"
    russian = b"{\\rtf1\\ansi\\ansicpg1251" + fonts + b"\\f0\\'cf\\'f0\\'e8 \xe2\\par}"
    assert read_rtf(russian).text == "При в"
    japanese = b"{\\rtf1\\ansi\\ansicpg932 \\'93\\'fa\\'96{\\b\\'7b}\\'8c\\'ea\\par}"
    assert read_rtf(japanese).text.startswith("日")
    assert read_rtf(b"{\\rtf1\\mac caf\\'8e\\par}").text == "café"


@pytest.mark.parametrize("page", [10_000, 1200, 99, 0, -3, 999_999_999])
def test_a_code_page_that_python_does_not_know_refuses_no_document(page: int):
    fonts = rf"{{\fonttbl{{\f0\cpg{page} A;}}}}"
    read = read_rtf(rf"{{\rtf1\ansi\ansicpg{page}{fonts}\f0 The m\'8all.}}".encode())
    assert read.text == ("The mäll." if page == 10_000 else "The mŠll.")


def test_old_text_boxes_and_equations_are_read():
    box = r"{\*\do\dobxpage{\dptxbxtext\pard Shut.\par}\dpx0}"
    power = r"{\msSup{\msSupPr{\mctrlPr\i}}{\me{\mr x}}{\msup{\mr 2}}}"
    equation = rf"{{\mmath{{\*\moMath{power}{{\mr +y}}}}{{\*\mmathPict{{\pict 00}}}}}}"
    assert read_rtf(rtf(rf"For {equation}, done.{box}\par")).text == "For x^2+y, done.\n\nShut."


def test_groups_without_text_of_the_document_are_left_out():
    body = (
        r"{\header Head}{\footer Foot}{\*\unknown x}{\pict\pngblip 89504e47}{\v hidden}"
        r"{\deleted gone}{\*\annotation A comment.}{\field{\*\fldinst HYPERLINK x}{\fldrslt Kept}}"
        r" {\xe index}{\object{\objdata 00}}text.\par"
    )
    assert text(body) == "Kept text."


def test_notes_are_at_the_end_and_text_boxes_after_their_paragraph():
    content = read_rtf(rtf(
        r"One{\super\chftn}{\footnote\pard A note.\par} and two.\par "
        r"With{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt A box.\par}}{\shprslt A box.}} box."
        r"\par Three."
    ))  # fmt: skip
    texts = ["One and two.", "With box.", "A box.", "Three.", "A note."]
    assert [text for _, text in parts(content)] == texts


def test_a_note_in_a_starred_group_is_read_as_one():
    content = read_rtf(rtf(r"One{\super\chftn}{\*\footnote\chftn\pard A note.\par} and two.\par"))
    assert [text for _, text in parts(content)] == ["One and two.", "A note."]


def test_a_layout_table_is_read_as_paragraphs():
    content = read_rtf(rtf(r"\pard\intbl Aside\cell " + "word " * 100 + r"\par Second.\cell\row"))
    assert [kind for kind, _ in parts(content)] == ["paragraph"] * 3


def test_authors_and_date_are_found():
    info = (
        r"{\info{\title Of Trams}{\author Ada Lovelace}{\company X}"
        r"{\creatim\yr1843\mo10\dy1\hr9}{\revtim\yr1850\mo1\dy2}}"
    )
    content = read_rtf(rtf("Words.", info))
    metadata = content.title, content.authors, content.date
    assert metadata == ("Of Trams", ("Ada Lovelace",), "1843-10-01")


def test_other_files_and_too_deeply_nested_ones_are_refused():
    with pytest.raises(ReadError, match="is not an RTF document, or is broken"):
        read_content(b"{\\ltf1 a}", "rtf")
    with pytest.raises(ReadError, match="has groups nested too deep"):
        read_content(b"{\\rtf1" + b"{" * 20_000, "rtf")


def test_a_file_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(rtf_reader, "LARGEST", 20)
    with pytest.raises(ReadError, match="split it into parts"):
        read_content(rtf("Words."), "rtf")


def test_an_incomplete_file_is_read_up_to_its_end():
    whole = rtf(r"\pard One.\par{\footnote Two.\par}\intbl Three.\cell Four.\par")
    words = set(read_rtf(whole.rstrip(b"}")).text.split())
    assert {"One.", "Two.", "Three.", "Four."} <= words


WORDS = (
    *(r"\par", r"\cell ", r"\row ", r"\intbl ", r"\pard ", r"{\footnote ", "{", "}", r"\u8211"),
    *(r"\uc9 ", r"\'e9", r"\bin3 ", r"\v ", r"\v0 ", r"\f1 ", r"\*", r"{\info", r"\yr99999"),
    *(r"\s1 ", r"{\shptxt ", r"\plain ", r"{\stylesheet", r"{\fonttbl", "word ", "\\", "\\'"),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=30))
def test_control_words_in_any_order_are_read(words: list[str]):
    data = b"{\\rtf1" + "".join(words).encode("cp1252", "replace")
    content = read_rtf(data)
    assert all(0 <= b.start < b.end <= len(content.text) for b in content.blocks)


def test_no_digit_of_a_number_that_is_too_long_is_text():
    assert read_rtf(rb"{\rtf1\ansi\fs99999999999 The bridge.\par}").text == "The bridge."
