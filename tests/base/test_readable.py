"""Readable text as it is shown and counted; its offsets are those of the file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.readable import SOFT_HYPHEN, readable, uncovered, without_escapes
from hyperdigest.documents import Document
from hyperdigest.read import read_file
from hyperdigest.read.text import read_text
from hyperdigest.render.source_text import marked
from hyperdigest.split.sentences import split
from hyperdigest.split.table import split_documents


def shown(text: str) -> str:
    return Document("a.txt", "a.txt", text).displayed(0, len(text))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("It may encumber. An encum-\nber.", "It may encumber. An encumber."),
        ("A well-known fact. A well-\r\n  known one.", "A well-known fact. A well-known one."),
        ("The infor-\nmation desk.", "The information desk."),
        ("The command-\nline tool.", "The command-line tool."),
        ("Over all, an over-\nall view.", "Over all, an over-all view."),
        ("Two-\nand three-part words.", "Two- and three-part words."),
        ("The Rhine-\nMain line.", "The Rhine-Main line."),
        ("Lines 3-\n5 and a dash -\nso.", "Lines 3- 5 and a dash - so."),
        ("A typeset com\u2010\nputer, computer.", "A typeset computer, computer."),
        ("A one-sided two-dimen\u2010\n sional field.", "A one-sided two-dimensional field."),
        ("A one-sided SE\u2010\nCOND.", "A one-sided SECOND."),
        ("A two\u2010way, one-sided SE\u2010\nCOND.", "A two\u2010way, one-sided SE\u2010COND."),
        ("A soft\xad\nened word.", "A soft\xadened word."),
        ("- an item-\n- another.", "- an item- - another."),
    ],
)
def test_words_broken_at_line_ends_are_joined(text, read):
    assert shown(text) == read


def test_unknown_words_are_joined_in_a_text_that_hyphenates_known_ones():
    known = "summary engine paper river station"
    broken = " sum-\nmary en-\ngine pa-\nper ri-\nver sta-\ntion and an um-\nbrella."
    assert shown(known + broken).endswith("and an umbrella.")
    assert shown("An um-\nbrella.") == "An um-brella."


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("\x1b[1mNAME\x1b[0m of \x1b[4;31mthe\x1b[24m.", "NAME of the."),
        ("N\bNA\bAM\bME\bE of _\bt_\bh_\be x\b_.", "NAME of the x."),
        ("\x1b]8;;https://example.org\x07A link\x1b]8;;\x1b\\ here.", "A link here."),
        ("\x1b[2J \x1b]0;title\x07 stay.", "␛[2J ␛]0;title␇ stay."),
    ],
)
def test_terminal_escapes_and_overstruck_letters_are_removed(text, read):
    assert shown(text) == read


def test_terms_are_those_of_the_joined_words():
    text = "The hill may encumber us. An \x1b[1mencum-\nber\x1b[0m on the h\bhi\bil\bll\bl."
    cut = split_documents([Document("a.txt", "a.txt", text)])
    assert cut.words == ("hill", "may", "encumber", "us")
    assert cut.terms.tolist().count(cut.words.index("encumber")) == 2


def shown_sentences(text: str) -> list[tuple[str, str, int]]:
    document, spans = Document("a.txt", "a.txt", text), split(Document("a.txt", "a.txt", text))
    rows = zip(spans.start.tolist(), spans.end.tolist(), spans.form.tolist(), strict=True)
    return [(document.displayed(a, b), document.place(a), form) for a, b, form in rows]


def test_sentences_are_split_as_without_terminal_escapes():
    bare = (
        "NAME\n     ls - list files\n\n     The ls command is old.  It sorts by name.  So do I.\n"
    )
    steered = bare.replace("ls", "\x1b[1mls\x1b[22m").replace("name", "\x1b[4mname\x1b[24m")
    steered = steered.replace("NAME", "\x1b[1mNAME\x1b[0m").replace("old", "_\bo_\bl_\bd")
    assert shown_sentences(bare) == shown_sentences(steered)
    assert len(shown_sentences(bare)) == 5


def test_the_text_of_a_document_is_unchanged(tmp_path):
    text = "The bridge is an encum-\nber on \x1b[1mall\x1b[0m of us. It may encumber us."
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    assert read_file(tmp_path / "a.txt").text == text


def test_a_manual_page_with_overstruck_letters_is_text():
    page = "".join(f"{letter}\b{letter}" for letter in "DESCRIPTION") + "\n"
    assert read_text(page.encode()).text == page


def test_the_full_text_of_a_source_is_shown_readable():
    document = Document("a.txt", "a.txt", "It may encumber \x1b[1mus\x1b[0m. An encum-\nber.")
    assert marked(document, ()).replace(SOFT_HYPHEN, "") == "It may encumber us. An encumber."


def test_other_formats_are_unchanged():
    text = "An encum-\nber. It may encumber. \x1b[1mus"
    assert readable(text, "markdown") == text


PIECES = st.sampled_from(
    ["a-\n", "word", " ", "-", "\n", "\x1b[1m", "\b", "_", "\xad", "Ab-\r\n c"]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=30).map("".join))
def test_offsets_are_unchanged_and_sentences_in_order(text):
    covered, whole = without_escapes(text), readable(text)
    assert len(covered) == len(whole) == len(text)
    assert all(one in (other, SOFT_HYPHEN) for one, other in zip(whole, text, strict=True))
    assert uncovered(text, text) == text
    spans = split(Document("a.txt", "a.txt", text))
    ends = [0, *spans.end.tolist()]
    starts = [*spans.start.tolist(), len(text)]
    assert all(end <= start for end, start in zip(ends, starts, strict=True))
    assert all(text[a:b].strip() for a, b in zip(starts, ends[1:], strict=False))
