"""Lists, tables and code of PowerPoint presentations."""

from __future__ import annotations

import time

import pytest

from hyperdigest.read.office.powerpoint import read_pptx
from office_made import pptx, shape

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def found(*slides: str, **more: str) -> list[tuple[str, int, str]]:
    content = read_pptx(pptx(*slides, **more))
    blocks = content.blocks
    return [(block.kind, block.level, content.text[block.start : block.end]) for block in blocks]


def body(*paragraphs: str, lists: str = "", place: str = "<p:ph idx='1'/>") -> str:
    around = f"<p:sp><p:nvSpPr><p:nvPr>{place}</p:nvPr></p:nvSpPr><p:txBody>{lists}"
    return f"{around}{''.join(paragraphs)}</p:txBody></p:sp>"


def par(text: str, marks: str = "", *, level: str = "0", font: str = "") -> str:
    font = f'<a:rPr><a:latin typeface="{font}"/></a:rPr>' if font else ""
    run = f"<a:r>{font}<a:t>{text}</a:t></a:r>" if text else ""
    return f'<a:p><a:pPr lvl="{level}">{marks}</a:pPr>{run}</a:p>'


def test_bullets_of_a_body_have_their_kind_and_level_below_the_title():
    numbered = '<a:buAutoNum type="arabicPeriod"/>'
    slide = body(
        par("One"), par("Deep", level="1"), par("Step", numbered, level="2"),
        par("Plain", "<a:buNone/>"), par("More", "<a:buNone/>", level="1"),
        par("Wild", level="999999999999"), par("Odd", level="-1"),
    ) + shape("Why", "title") + shape("Or how", "subTitle")  # fmt: skip
    assert found(slide) == [
        ("heading", 1, "Why"), ("heading", 2, "Or how"), ("item", 1, "One"), ("item", 2, "Deep"),
        ("step", 3, "Step"), ("paragraph", 0, "Plain"), ("paragraph", 1, "More"),
        ("item", 9, "Wild"), ("item", 1, "Odd"),
    ]  # fmt: skip


def test_bullets_are_inherited_from_the_shape_and_its_layout():
    own = "<a:lstStyle><a:lvl1pPr><a:buAutoNum/></a:lvl1pPr></a:lstStyle>"
    layout = body(lists="<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>")
    drawn = 'xmlns:a="a" xmlns:p="p"'
    relation = f'<Relationship Id="l" Type="{_OFFICE}/slideLayout" Target="../layout.xml"/>'
    more = {
        "ppt/layout.xml": f"<p:sldLayout {drawn}>{layout}</p:sldLayout>",
        "ppt/slides/_rels/slide1.xml.rels": f"<Relationships>{relation}</Relationships>",
    }
    slide = body(par("A"), par("B", "<a:buChar char='x'/>"), par("C", level="1"))
    slide += body(par("D"), lists=own)
    assert found(slide, **more) == [
        ("paragraph", 0, "A"), ("item", 1, "B"), ("item", 2, "C"), ("step", 1, "D"),
    ]  # fmt: skip


def test_lines_of_code_are_one_block():
    box = body(par("Run this program, and then say what it has written:"), place="")
    box += body(*(par(text, font="Consolas") for text in ("if x:", "", "    y")), place="")
    assert found(box)[1:] == [("code", 0, "if x:\n\n    y")]


def test_a_presentation_in_a_monospaced_font_is_prose():
    box = body(par("All of it.", font="Courier New"), par("x"), place="")
    assert [kind for kind, *_ in found(box)] == ["paragraph", "paragraph"]


def cell(text: str, marks: str = "", *, bold: bool = False) -> str:
    run = f"<a:r><a:rPr b='{int(bold)}'/><a:t>{text}</a:t></a:r>"
    return f"<a:tc {marks}><a:txBody><a:p>{run}</a:p></a:txBody></a:tc>"


def row(*cells: str) -> str:
    return f"<a:tr>{''.join(cells)}</a:tr>"


def table(*rows: str, marks: str = "") -> str:
    inside = f"<a:tbl><a:tblPr {marks}/>{''.join(rows)}</a:tbl>"
    return f"<p:graphicFrame><a:graphic>{inside}</a:graphic></p:graphicFrame>"


def test_the_first_row_is_the_header_and_merged_cells_are_repeated():
    assert found(table(
        row(cell("Line"), cell("Riders", 'gridSpan="2"'), cell("", 'hMerge="1"')),
        row(cell("Tram", 'rowSpan="2"'), cell("5"), cell("6")),
        row(cell("", 'vMerge="1"'), cell("7"), cell("8")),
        marks='firstRow="1"',
    )) == [
        ("header", 0, "Line\tRiders\tRiders"), ("table", 0, "Tram\t5\t6"),
        ("table", 0, "Tram\t7\t8"),
    ]  # fmt: skip


@pytest.mark.parametrize(("bold", "kind"), [(True, "header"), (False, "table")])
def test_a_bold_first_row_is_the_header(bold: bool, kind: str):
    first = row(cell("a", bold=bold), cell("b", bold=bold))
    assert [kind for kind, *_ in found(table(first, row(cell("1"), cell("2"))))] == [kind, "table"]


def test_many_items_and_merged_cells_take_linear_time_and_space():
    start = time.perf_counter()
    wide = row(*(cell("y" * 50, 'gridSpan="999999999" rowSpan="999999999"') for _ in range(100)))
    assert sum(len(text) for *_, text in found(table(wide, row() * 1_000))) < 500_000
    assert len(found(body(*(par("x", level=str(n % 12)) for n in range(20_000))))) == 20_000
    assert time.perf_counter() - start < 20


def test_steps_have_the_numbers_that_the_slide_shows():
    def numbered(kind: str, start: str = "") -> str:
        return f'<a:buAutoNum type="{kind}"{start and f" startAt={start!r}"}/>'

    slide = body(
        par("One", numbered("arabicPeriod")), par("Deep", numbered("romanLcPeriod"), level="1"),
        par("Deeper", numbered("romanLcPeriod"), level="1"), par("Two", numbered("arabicPeriod")),
        par("Again", numbered("romanLcPeriod"), level="1"), par("Plain", "<a:buNone/>"),
        par("Five", numbered("arabicPeriod", "5")), par("Six", numbered("arabicPeriod", "5")),
    )  # fmt: skip
    assert read_pptx(pptx(slide)).text.split("\n\n") == [
        "1. One", "i. Deep", "ii. Deeper", "2. Two", "i. Again", "Plain", "5. Five", "6. Six",
    ]  # fmt: skip
