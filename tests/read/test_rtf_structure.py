"""Lists, tables, code and definitions of RTF documents."""

from __future__ import annotations

import time

import pytest

from hyperdigest.documents import DEEPEST_LEVEL
from hyperdigest.read.office.rtf import read_rtf

_HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Times;}{\f1\fmodern Courier New;}"
    r"{\f2\fcharset2 Symbol;}}{\stylesheet{\s0 Normal;}{\s1 heading 3;}{\s2 Source Code;}"
    r"{\s3 Definition Term;}{\s4 Definition;}{\s5 List Bullet 2;}{\s6 List Number;}"
    r"{\s7 Block Text;}}"
)


def found(body: str) -> list[tuple[str, int, str]]:
    content = read_rtf(f"{_HEAD}{body}}}".encode("cp1252"))
    blocks = content.blocks
    return [(block.kind, block.level, content.text[block.start : block.end]) for block in blocks]


def item(text: str, marker: str, depth: int = 0, indent: int = 720) -> str:
    listed = rf"{{\listtext\pard\plain\f2 {marker}\tab}}\pard\plain\fi-360\li{indent}"
    return rf"{listed}\ls1\ilvl{depth} {text}\par "


def test_lists_have_their_kind_and_level():
    body = (
        r"\pard Do:\par " + item("One", "1.") + item("Deep", r"\'b7", 1, 1440)
        + r"\pard\li1440 More.\par\pard\li720 And.\par" + item("Also", "o", 1, 1440)
        + item("Two", "(b)") + item("Again", "1.") + r"\pard End.\par"
    )  # fmt: skip
    assert found(body) == [
        ("paragraph", 0, "Do:"), ("step", 1, "One"), ("item", 2, "Deep"), ("paragraph", 2, "More."),
        ("paragraph", 1, "And."), ("item", 2, "Also"), ("step", 1, "Two"), ("step", 1, "Again"),
        ("paragraph", 0, "End."),
    ]  # fmt: skip


def test_items_without_a_numbering_have_the_level_of_their_indentation():
    old = r"{\pntext\f2\'B7\tab}"
    body = rf"\pard{old}{{\*\pn\pnlvlblt{{\pntxtb\'B7}}}}\fi-360\li720 One\par {old}Two\par "
    body += r"\pard\fi-360\li1440 \bullet\tab Deep\par\pard\fi-360\li720 2.\tab Step\par"
    body += r"\pard\li720 1.\tab No list, as nothing hangs.\par\pard Text.\par"
    assert found(body) == [
        ("item", 1, "One"), ("item", 1, "Two"), ("item", 2, "Deep"), ("step", 1, "Step"),
        ("paragraph", 1, "1.\tNo list, as nothing hangs."), ("paragraph", 0, "Text."),
    ]  # fmt: skip


def test_styles_say_what_paragraphs_are():
    body = "".join(rf"\pard\s{n} A\par " for n in range(1, 8))
    assert [(kind, level) for kind, level, _ in found(body)] == [
        ("heading", 3), ("code", 0), ("term", 0), ("definition", 0), ("item", 2), ("step", 1),
        ("quote", 0),
    ]  # fmt: skip
    assert found(r"\pard\outlinelevel1 A\par\pard\outlinelevel9 B\par") == [
        ("heading", 2, "A"), ("paragraph", 0, "B"),
    ]  # fmt: skip


def test_lines_of_code_are_one_block():
    body = r"\pard Run this program, and then say what it has written.\par\pard\f1 if x:\par\par"
    body += r"     y\par\plain Type {\f1 z}.\par\pard\s2 a\line b\par c\par\pard{\f1 d e}\par"
    assert found(body)[1:] == [
        ("code", 0, "if x:\n\n    y"), ("paragraph", 0, "Type z."), ("code", 0, "a\nb\nc\nd e"),
    ]  # fmt: skip


def test_a_document_in_a_monospaced_font_is_prose():
    assert [kind for kind, *_ in found(r"\pard\f1 All of it.\par\f0 x\par")] == ["paragraph"] * 2


def row(*cells: str, marks: str = "", merges: tuple[str, ...] = ()) -> str:
    described = "".join(rf"{merge}\cellx{n}" for n, merge in enumerate(merges, 1))
    texts = "".join(rf"\pard\intbl {cell}\cell " for cell in cells)
    return rf"\trowd{marks}{described}{texts}\row "


def test_header_rows_and_merged_cells():
    body = (
        row("Line", "Riders", "", marks=r"\trhdr", merges=("", r"\clmgf", r"\clmrg"))
        + row("Tram 4", "5", "6", merges=(r"\clvmgf", "", ""))
        + row("", "7", "8", merges=(r"\clvmrg", "", "")) + r"\pard\par "
        + row("Bus", "9") + r"\pard End.\par"
    )  # fmt: skip
    assert found(body) == [
        ("header", 0, "Line\tRiders\tRiders"), ("table", 0, "Tram 4\t5\t6"),
        ("table", 0, "Tram 4\t7\t8"), ("table", 0, "Bus\t9"), ("paragraph", 0, "End."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "kind"), [(r"\b Year\b0", "header"), (r"Not {\b all}", "table"), (r"a", "table")]
)
def test_a_bold_first_row_is_the_header(first: str, kind: str):
    assert [kind for kind, *_ in found(row(first, first) + row("1", "2"))] == [kind, "table"]


def test_a_cell_of_several_paragraphs_and_text_after_a_row():
    assert found(row("a\\par b", "c") + r"\pard Text.\par") == [
        ("table", 0, "a b\tc"), ("paragraph", 0, "Text."),
    ]  # fmt: skip


def test_broken_structure_is_bounded():
    start = time.perf_counter()
    assert found(item("Deep", "1.", 999_999_999)) == [("step", DEEPEST_LEVEL, "Deep")]
    assert found(item("Odd", "", -5)) == [("item", 1, "Odd")]
    steps = r"".join(rf"\pard\fi-360\li{n} \bullet x\par " for n in range(1, 1_001))
    assert found(steps)[-1] == ("item", DEEPEST_LEVEL, "x")
    assert len(found(item("x", "1.") * 20_000)) == 20_000
    assert len(found(row("x", "y", marks=r"\clmrg\cellx1" * 5_000) * 20)) == 20
    assert found(r"\cellx1\trhdr\row\clmrg\cell\row") == []
    assert time.perf_counter() - start < 20


def test_steps_have_the_numbers_that_the_file_gives_them():
    body = item("One", "1.") + item("Deep", "(b)", 1) + item("Bullet", r"\'b7") + item("Two", "2.")
    body += r"\pard\fi-360\li720 7.\tab Typed\par"
    text = read_rtf(f"{_HEAD}{body}}}".encode("cp1252")).text
    assert text.split("\n\n") == ["1. One", "(b) Deep", "Bullet", "2. Two", "7. Typed"]
