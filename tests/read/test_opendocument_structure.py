"""Lists, tables, code and definitions of OpenDocument files."""

from __future__ import annotations

import time

from hyperdigest.documents import DEEPEST_LEVEL
from hyperdigest.read.office.opendocument import read_odp, read_odt
from office_made import odp, odt

_FO = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
_SHEET = f"""
<text:list-style style:name="Numbers">
  <text:list-level-style-number text:level="1" style:num-format="1"/>
  <text:list-level-style-bullet text:level="2" text:bullet-char="–"/>
  <text:list-level-style-number text:level="3" style:num-format=""/></text:list-style>
<text:list-style style:name="Outline">
  <text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
  <text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/>
  <text:list-level-style-number text:level="3" style:num-format="a" text:display-levels="3"
    style:num-suffix="."/></text:list-style>
<text:list-style style:name="Letters">
  <text:list-level-style-bullet text:level="1" text:bullet-char="–"/>
  <text:list-level-style-number text:level="2" style:num-format="a" text:display-levels="2"
    style:num-prefix="(" style:num-suffix=")"/>
  <text:list-level-style-number text:level="999999999" text:display-levels="999999999"
    style:num-format="1"/></text:list-style>
<style:style style:name="P1" style:family="paragraph" style:list-style-name="Numbers"/>
<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Source_20_Text"/>
<style:style style:name="Loop" style:family="paragraph" style:parent-style-name="Loop"/>
<style:style style:name="Fixed" style:family="paragraph">
  <style:text-properties style:font-name="Liberation Mono"/></style:style>
<style:style style:name="T1" style:family="text">
  <style:text-properties {_FO} fo:font-weight="bold" style:font-name="Courier"/></style:style>
"""


def found(body: str) -> list[tuple[str, int, str]]:
    content = read_odt(odt(body, styles=_SHEET))
    blocks = content.blocks
    return [(block.kind, block.level, content.text[block.start : block.end]) for block in blocks]


def par(text: str, style: str = "Text_20_body") -> str:
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def item(*inside: str, name: str = "list-item") -> str:
    return f"<text:{name}>{''.join(inside)}</text:{name}>"


def listed(*items: str, style: str = "") -> str:
    named = f' text:style-name="{style}"' if style else ""
    return f"<text:list{named}>{''.join(items)}</text:list>"


def test_a_menu_is_no_list_but_links_that_something_introduces_are():
    links = [item(par(f"<text:a>{text}</text:a>")) for text in ("Home", "Download")]
    assert found(listed(*links) + par("Read:") + listed(*links, item(par("Or ask.")))) == [
        ("paragraph", 1, "Home"), ("paragraph", 1, "Download"), ("paragraph", 0, "Read:"),
        ("item", 1, "Home"), ("item", 1, "Download"), ("item", 1, "Or ask."),
    ]  # fmt: skip


def test_lists_have_their_kind_and_level():
    deepest = listed(item(par("Deepest")))
    deep = listed(item(par("Deep"), par("ls", "P2"), par("cd", "P2"), deepest))
    body = par("Do:") + listed(
        item(par("One"), par("More."), deep), item(par("Two")), style="Numbers"
    )
    body += listed(item(par("Again")), style="Numbers") + listed(item(par("Styled", "P1")))
    body += listed(item(par("No number"), name="list-header"), item(par("Point")), style="None")
    assert found(body) == [
        ("paragraph", 0, "Do:"), ("step", 1, "One"), ("paragraph", 1, "More."),
        ("item", 2, "Deep"), ("code", 2, "ls\ncd"), ("item", 3, "Deepest"), ("step", 1, "Two"),
        ("step", 1, "Again"), ("step", 1, "Styled"), ("paragraph", 1, "No number"),
        ("item", 1, "Point"),
    ]  # fmt: skip


def test_styles_name_items_terms_and_definitions():
    names = ("List_20_2", "Numbering_20_1", "List_20_1_20_Cont.", "List_20_Heading",
             "List_20_Contents", "Definition_20_Term", "Definition_20_Definition")  # fmt: skip
    assert [(kind, level) for kind, level, _ in found("".join(par("A", n) for n in names))] == [
        ("item", 2), ("step", 1), ("paragraph", 1), ("term", 0), ("definition", 0), ("term", 0),
        ("definition", 0),
    ]  # fmt: skip


def test_headings_have_their_rank():
    body = '<text:h text:outline-level="3">A</text:h>' + par("B", "Heading_20_2")
    body += par("C", "Title") + par("D", "Subtitle") + "<text:h>E</text:h>"
    levels = [3, 2, 1, 2, 0]
    assert [(kind, level) for kind, level, _ in found(body)] == [("heading", n) for n in levels]


def test_lines_of_code_are_one_block():
    body = par("Run this, which is by far the longest text of all:") + par("if x:", "P2")
    body += par("", "P2") + par('<text:s text:c="4"/>y', "Preformatted_20_Text") + par("End.")
    body += par("a = 1", "Fixed") + par('<text:span text:style-name="T1">b = 2</text:span> ')
    body += par('Type <text:span text:style-name="T1">c</text:span>')
    assert found(body) == [
        ("paragraph", 0, "Run this, which is by far the longest text of all:"),
        ("code", 0, "if x:\n\n    y"), ("paragraph", 0, "End."), ("code", 0, "a = 1\nb = 2"),
        ("paragraph", 0, "Type c"),
    ]  # fmt: skip


def test_a_document_in_a_monospaced_font_is_prose():
    assert found(par("All of it.", "Fixed") + par("x"))[0] == ("paragraph", 0, "All of it.")


def cell(text: str, marks: str = "", style: str = "Text_20_body") -> str:
    return f"<table:table-cell {marks}>{par(text, style)}</table:table-cell>"


COVERED = "<table:covered-table-cell/>"


def row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def table(*rows: str) -> str:
    return f"<table:table>{''.join(rows)}</table:table>"


def test_header_rows_and_merged_cells():
    headers = row(cell("Riders by year", 'table:number-columns-spanned="3"'), COVERED, COVERED)
    headers += row(cell("Line"), cell("Riders", 'table:number-columns-spanned="2"'), COVERED)
    body = table(
        f"<table:table-header-rows>{headers}</table:table-header-rows>",
        row(cell("Tram 4", 'table:number-rows-spanned="2"'), cell("5"), cell("6")),
        row(COVERED, cell("7", 'table:number-columns-repeated="2"')),
        row(cell("Bus"), cell("9"), cell("")),
    )
    assert found(body) == [
        ("paragraph", 0, "Riders by year"), ("header", 0, "Line\tRiders\tRiders"),
        ("table", 0, "Tram 4\t5\t6"), ("table", 0, "Tram 4\t7\t7"), ("table", 0, "Bus\t9"),
    ]  # fmt: skip


def test_a_bold_first_row_is_the_header():
    bold = '<text:span text:style-name="T1">Year</text:span>'
    for first, kind in (
        (cell("Year", style="Table_20_Heading"), "header"),
        (cell(bold), "header"),
        (cell(f"Not {bold}"), "table"),
    ):
        kinds = [kind for kind, *_ in found(table(row(first, first), row(cell("1"), cell("2"))))]
        assert kinds == [kind, "table"]


def test_notes_in_a_table_are_read_once():
    note = f"<text:note><text:note-body>{par('A note.')}</text:note-body></text:note>"
    for cells in ((cell(f"a{note}"), cell("b")), (cell(f"a{note}"),)):
        assert [text for *_, text in found(table(row(*cells)))][-2:].count("A note.") == 1


def test_slides_have_lists_below_their_titles():
    frame = '<draw:frame presentation:class="{}"><draw:text-box>{}</draw:text-box></draw:frame>'
    points = listed(item(par("One"), listed(item(par("Deep")))))
    content = read_odp(odp(frame.format("outline", points) + frame.format("title", par("Why"))))
    assert [(block.kind, block.level) for block in content.blocks] == [
        ("heading", 1), ("item", 1), ("item", 2),
    ]  # fmt: skip


def test_broken_structure_is_bounded():
    start = time.perf_counter()
    nested = "<text:list><text:list-item>" * 60 + par("Deep") + "</text:list-item></text:list>" * 60
    body = nested + par("A", "Loop") + '<text:h text:outline-level="99999999999">B</text:h>'
    assert found(body) == [
        ("item", DEEPEST_LEVEL, "Deep"), ("paragraph", 0, "A"), ("heading", DEEPEST_LEVEL, "B"),
    ]  # fmt: skip
    tables = ""
    for _ in range(25):
        tables = table(row(f"<table:table-cell>{tables}</table:table-cell>", cell("x")))
    assert len(found(tables)) == 25
    covering = 'table:number-columns-spanned="999999999" table:number-rows-spanned="999999999"'
    wide = row(*(cell("y" * 50, covering) for _ in range(100)))
    assert sum(len(text) for *_, text in found(table(wide, row() * 1_000))) < 500_000
    assert len(found(listed(*(item(par("x")) for _ in range(20_000))))) == 20_000
    assert time.perf_counter() - start < 20


def test_an_item_in_a_monospaced_font_is_an_item():
    body = par("This is the prose of the document.") + listed(item(par("ls", "Fixed")))
    assert found(body)[1:] == [("item", 1, "ls")]


def test_steps_have_the_numbers_that_libreoffice_shows():
    lists = (
        '<text:list text:style-name="Numbers" text:continue-numbering="true">'
        + item(par("Three."))
        + '<text:list-item text:start-value="9"><text:p>Nine.</text:p></text:list-item></text:list>'
    )
    body = listed(item(par("One."), par("More.")), item(par("Two.")), style="Numbers")
    body += par("Wait.") + lists + listed(item(par("Anew.")), style="Numbers")
    assert read_odt(odt(body, styles=_SHEET)).text.split("\n\n") == [
        "1. One.", "More.", "2. Two.", "Wait.", "3. Three.", "9. Nine.", "1. Anew.",
    ]  # fmt: skip


def test_steps_of_several_levels_have_the_numbers_of_all_of_them():
    deepest = listed(item(par("Turn it.")))
    steps = listed(item(par("Close it.")), item(par("Lift it."), deepest))
    letters = listed(item(par("One."), listed(item(par("Bait.")), item(par("Hook.")))))
    body = listed(item(par("Drain it."), steps), item(par("Wait.")), style="Outline")
    body += letters.replace("<text:list>", '<text:list text:style-name="Letters">', 1)
    assert read_odt(odt(body, styles=_SHEET)).text.split("\n\n") == [
        "1. Drain it.", "1.1 Close it.", "1.2 Lift it.", "1.2.a. Turn it.", "2. Wait.", "One.",
        "(a) Bait.", "(b) Hook.",
    ]  # fmt: skip


def test_bullets_between_a_list_and_its_continuation_are_in_its_last_step():
    def named(text: str, style: str, marks: str) -> str:
        return f'<text:list {marks} text:style-name="{style}">{item(par(text))}</text:list>'

    bullet = named("Bait.", "Letters", 'xml:id="b"')
    body = named("Drain it.", "Numbers", 'xml:id="a"') + bullet
    body += named("Wait.", "Numbers", 'xml:id="c" text:continue-list="a"')
    body += listed(item(listed(item(par("An hour.")))), style="Letters")
    body += listed(item('<text:h text:outline-level="3">Tip</text:h>'), item(par("Rest.")))
    body += named("Fill it.", "Numbers", 'xml:id="d" text:continue-list="c"')
    body += par("Later:") + named("Clean it.", "Numbers", 'text:continue-list="d"')
    body += named("Hook.", "Letters", "") + named("Anew.", "Numbers", "")
    assert found(body) == [
        ("step", 1, "Drain it."), ("item", 2, "Bait."), ("step", 1, "Wait."),
        ("step", 2, "An hour."), ("heading", 3, "Tip"), ("item", 2, "Rest."),
        ("step", 1, "Fill it."), ("paragraph", 0, "Later:"), ("step", 1, "Clean it."),
        ("item", 1, "Hook."), ("step", 1, "Anew."),
    ]  # fmt: skip
    assert read_odt(odt(body, styles=_SHEET)).text.split("\n\n") == [
        "1. Drain it.", "Bait.", "2. Wait.", "(a) An hour.", "Tip", "Rest.", "3. Fill it.",
        "Later:", "4. Clean it.", "Hook.", "1. Anew.",
    ]  # fmt: skip


def test_text_with_a_hidden_style_is_left_out():
    styles = (
        '<style:style style:name="H" style:family="text">'
        '<style:text-properties text:display="none"/></style:style>'
        '<style:style style:name="P" style:family="paragraph">'
        '<style:text-properties text:display="none"/></style:style>'
    )
    body = (
        '<text:p>The key is <text:span text:style-name="H">not </text:span>here.</text:p>'
        '<text:p text:style-name="P">Nobody sees this.</text:p><text:p>It fits.</text:p>'
    )
    assert read_odt(odt(body, styles=styles)).text == "The key is here.\n\nIt fits."
