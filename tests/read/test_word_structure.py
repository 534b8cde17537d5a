"""Lists, tables, code and definitions of Word documents."""

from __future__ import annotations

import time

from documents_made import zipped
from hyperdigest.read.content import Content
from hyperdigest.read.office.word import read_docx

_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STYLES = """
<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="H3"><w:name w:val="heading 3"/></w:style>
<w:style w:type="paragraph" w:styleId="Chapter"><w:name w:val="Chapter"/>
  <w:basedOn w:val="H3"/></w:style>
<w:style w:type="paragraph" w:styleId="Outlined"><w:name w:val="Part"/>
  <w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Bullets"><w:name w:val="List Bullet 2"/>
  <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Named"><w:name w:val="List Number"/></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Points"/>
  <w:basedOn w:val="Steps"/></w:style>
<w:style w:type="paragraph" w:styleId="Steps"><w:name w:val="Steps"/>
  <w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="LP"><w:name w:val="List Paragraph"/></w:style>
<w:style w:type="paragraph" w:styleId="Src"><w:name w:val="Source Code"/></w:style>
<w:style w:type="paragraph" w:styleId="Term"><w:name w:val="Definition Term"/></w:style>
<w:style w:type="paragraph" w:styleId="Def"><w:name w:val="Definition"/></w:style>
<w:style w:type="paragraph" w:styleId="Block"><w:name w:val="Block Text"/></w:style>
<w:style w:type="character" w:styleId="Mono"><w:name w:val="Typed"/>
  <w:rPr><w:rFonts w:ascii="DejaVu Sans Mono"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/>
  <w:basedOn w:val="Loop"/></w:style>
<w:style w:type="table" w:styleId="Plain"><w:name w:val="Table Grid"/></w:style>
<w:style w:type="table" w:styleId="Headed"><w:name w:val="Headed"/>
  <w:tblStylePr w:type="firstRow"/></w:style>
"""


def _level(number: int, shape: str, text: str) -> str:
    return (
        f'<w:lvl w:ilvl="{number}"><w:numFmt w:val="{shape}"/><w:lvlText w:val="{text}"/></w:lvl>'
    )


_NUMBERINGS = (
    '<w:abstractNum w:abstractNumId="10">' + _level(0, "bullet", "•") + _level(1, "bullet", "–")
    + '</w:abstractNum><w:abstractNum w:abstractNumId="11">' + _level(0, "decimal", "%1.")
    + _level(1, "lowerRoman", "%2)") + '</w:abstractNum><w:abstractNum w:abstractNumId="12">'
    + _level(0, "bullet", " ") + _level(1, "none", "")
    + '</w:abstractNum><w:abstractNum w:abstractNumId="13"><w:numStyleLink w:val="Steps"/>'
    '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="10"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="11"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="11"/><w:lvlOverride w:ilvl="0">'
    '<w:startOverride w:val="1"/></w:lvlOverride></w:num>'
    '<w:num w:numId="4"><w:abstractNumId w:val="12"/></w:num>'
    '<w:num w:numId="5"><w:abstractNumId w:val="13"/></w:num>'
    '<w:num w:numId="6"><w:abstractNumId w:val="11"/><w:lvlOverride w:ilvl="0">'
    + _level(0, "bullet", "*") + "</w:lvlOverride></w:num>"
    '<w:abstractNum w:abstractNumId="14">' + _level(0, "decimal", "%1")
    + _level(1, "decimal", "%1.%2") + _level(2, "lowerLetter", "%1.%2.%3.")
    + _level(3, "decimal", "Step %4:")
    + '</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="14"/></w:num>'
)  # fmt: skip


def read(body: str) -> Content:
    relations = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/{name}" Target="{name}.xml"/>'
        for name in ("styles", "numbering")
    )
    document = f"<w:document {_NAMESPACE}><w:body>{body}</w:body></w:document>"
    return read_docx(
        zipped({
            "word/document.xml": document,
            "word/styles.xml": f"<w:styles {_NAMESPACE}>{_STYLES}</w:styles>",
            "word/numbering.xml": f"<w:numbering {_NAMESPACE}>{_NUMBERINGS}</w:numbering>",
            "word/_rels/document.xml.rels": f"<Relationships>{relations}</Relationships>",
        })
    )  # fmt: skip


def found(body: str) -> list[tuple[str, int, str]]:
    content = read(body)
    blocks = content.blocks
    return [(block.kind, block.level, content.text[block.start : block.end]) for block in blocks]


def par(text: str, *, style: str = "", number: int | None = None, level: str = "0") -> str:
    marks = f'<w:pStyle w:val="{style}"/>' if style else ""
    if number is not None:
        marks += f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    return f"<w:p><w:pPr>{marks}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def run(text: str, font: str = "", style: str = "") -> str:
    marks = f'<w:rStyle w:val="{style}"/>' if style else ""
    marks += f'<w:rFonts w:ascii="{font}"/>' if font else ""
    return f'<w:r><w:rPr>{marks}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def test_lists_have_their_kind_and_level():
    body = (
        par("Do:") + par("One", number=2) + par("Deep", number=2, level="1")
        + par("Point", number=1, level="1") + par("Two", number=2) + par("Again", number=3)
        + par("End.")
    )  # fmt: skip
    assert found(body) == [
        ("paragraph", 0, "Do:"), ("step", 1, "One"), ("step", 2, "Deep"), ("item", 2, "Point"),
        ("step", 1, "Two"), ("step", 1, "Again"), ("paragraph", 0, "End."),
    ]  # fmt: skip


def test_a_menu_is_no_list_but_links_that_something_introduces_are():
    def link(text: str, after: str = "") -> str:
        linked = f'<w:hyperlink w:anchor="a">{run(text)}</w:hyperlink>{run(after)}'
        return f'<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>{linked}</w:p>'

    body = link("Home") + link("Download") + par("Read:") + link("Guide") + link("Manual")
    assert found(body + par("End.") + link("Guide", " for those who begin")) == [
        ("paragraph", 1, "Home"), ("paragraph", 1, "Download"), ("paragraph", 0, "Read:"),
        ("item", 1, "Guide"), ("item", 1, "Manual"), ("paragraph", 0, "End."),
        ("item", 1, "Guide for those who begin"),
    ]  # fmt: skip


def test_styles_give_a_numbering():
    body = par("A", style="Bullets") + par("B", style="Named") + par("C", style="Own")
    body += par("D", style="Own", number=0) + par("E", number=5, level="1") + par("F", number=6)
    assert found(body) == [
        ("item", 2, "A"), ("step", 1, "B"), ("step", 2, "C"), ("paragraph", 0, "D"),
        ("step", 2, "E"), ("item", 1, "F"),
    ]  # fmt: skip


def test_what_continues_an_item_has_its_level():
    body = par("One", number=1, level="1") + par("More.", style="LP") + par("ls", style="Src")
    body += par("Two", number=2) + par("rm", style="Src", number=4) + par("Why.", number=4)
    body += par("Deep.", number=4, level="1") + par("Text.") + par("Indented.", style="LP")
    assert found(body) == [
        ("item", 2, "One"), ("paragraph", 2, "More."), ("code", 0, "ls"), ("step", 1, "Two"),
        ("code", 1, "rm"), ("paragraph", 1, "Why."), ("paragraph", 2, "Deep."),
        ("paragraph", 0, "Text."), ("paragraph", 0, "Indented."),
    ]  # fmt: skip


def test_headings_have_their_rank():
    body = par("A", style="H3") + par("B", style="Chapter") + par("C", style="Outlined")
    assert found(body) == [("heading", 3, "A"), ("heading", 3, "B"), ("heading", 2, "C")]


def test_terms_definitions_and_quotes():
    body = par("Fuse", style="Term") + par("It melts.", style="Def") + par("So.", style="Block")
    assert found(body) == [
        ("term", 0, "Fuse"), ("definition", 0, "It melts."), ("quote", 0, "So."),
    ]  # fmt: skip


def test_lines_of_code_are_one_block():
    body = par("Run:") + par("if x:", style="Src") + par("", style="N") + par("    y", style="Src")
    body += par("In prose, and so that most of it is in the font of prose.")
    body += f"<w:p>{run('a = 1', 'Courier New')}{run(' ')}</w:p>"
    body += f"<w:p>{run('b = ', 'Consolas')}{run('2', style='Mono')}</w:p>"
    body += f"<w:p>{run('Type ')}{run('c', 'Consolas')}</w:p>"
    assert found(body) == [
        ("paragraph", 0, "Run:"), ("code", 0, "if x:\n\n    y"),
        ("paragraph", 0, "In prose, and so that most of it is in the font of prose."),
        ("code", 0, "a = 1 \nb = 2"), ("paragraph", 0, "Type c"),
    ]  # fmt: skip


def test_a_paragraph_of_a_step_stays_in_it_after_code():
    body = par("Run it:", number=2) + par("pump", style="Src") + par("It is loud.", style="LP")
    body += f"<w:p>{run('pump --off', 'Courier New')}</w:p>" + par("Then wait.", style="LP")
    assert found(body + par("End of all.") + par("No part of it.", style="LP")) == [
        ("step", 1, "Run it:"), ("code", 0, "pump"), ("paragraph", 1, "It is loud."),
        ("code", 0, "pump --off"), ("paragraph", 1, "Then wait."),
        ("paragraph", 0, "End of all."), ("paragraph", 0, "No part of it."),
    ]  # fmt: skip


def test_a_document_in_a_monospaced_font_is_prose():
    body = f"<w:p>{run('All of it is typewritten.', 'Courier')}</w:p>" + par("Not this.")
    assert [kind for kind, *_ in found(body)] == ["paragraph", "paragraph"]


def cell(text: str, marks: str = "", font: str = "") -> str:
    text = f"<w:p><w:r><w:rPr>{font}</w:rPr><w:t>{text}</w:t></w:r></w:p>" if text else "<w:p/>"
    return f"<w:tc><w:tcPr>{marks}</w:tcPr>{text}</w:tc>"


def table(*rows: str, look: str = "") -> str:
    return f"<w:tbl><w:tblPr>{look}</w:tblPr>{''.join(rows)}</w:tbl>"


def row(*cells: str, marks: str = "") -> str:
    return f"<w:tr><w:trPr>{marks}</w:trPr>{''.join(cells)}</w:tr>"


HEADER = "<w:tblHeader/>"


def test_a_marked_row_is_the_header_and_merged_cells_are_repeated():
    body = table(
        row(cell("Riders by year", '<w:gridSpan w:val="3"/>'), marks=HEADER),
        row(cell("Line"), cell("Riders", '<w:gridSpan w:val="2"/>'), marks=HEADER),
        row(cell("Tram 4", '<w:vMerge w:val="restart"/>'), cell("5"), cell("6")),
        row(cell("", "<w:vMerge/>"), cell("7"), cell("8")),
        row(cell("Bus"), cell("9"), cell("")),
        row(cell("Not known", '<w:gridSpan w:val="2"/>'), cell("3")),
    )
    assert found(body) == [
        ("paragraph", 0, "Riders by year"), ("header", 0, "Line\tRiders\tRiders"),
        ("table", 0, "Tram 4\t5\t6"), ("table", 0, "Tram 4\t7\t8"), ("table", 0, "Bus\t9"),
        ("table", 0, "Not known\t\t3"),
    ]  # fmt: skip


def test_a_bold_first_row_or_one_with_a_style_of_its_own_is_the_header():
    bold = row(cell("Year", font="<w:b/>"), cell("Riders", font="<w:b/>"))
    plain = row(cell("2015"), cell("14"))
    look = '<w:tblStyle w:val="{}"/><w:tblLook w:firstRow="1"/>'
    for body, kinds in (
        (table(bold, plain), ["header", "table"]),
        (table(bold, bold), ["table", "table"]),
        (table(plain, plain), ["table", "table"]),
        (table(plain, plain, look=look.format("Headed")), ["header", "table"]),
        (table(plain, plain, look=look.format("Plain")), ["table", "table"]),
        (table(row(cell("a"), cell("b"), marks=HEADER)), ["table"]),
        (table(row(cell("a"), cell("b"), marks='<w:tblHeader w:val="0"/>'), plain), ["table"] * 2),
    ):
        assert [kind for kind, *_ in found(body)] == kinds


def test_a_row_of_words_above_rows_of_figures_is_the_header():
    names = row(cell("Line"), cell("Riders"))
    figures = [row(cell(line), cell(riders)) for line, riders in (("Tram", "14"), ("Bus", "9"))]
    words = [row(cell(line), cell(place)) for line, place in (("Tram", "Pier"), ("Bus", "Mill"))]
    assert [kind for kind, *_ in found(table(names, *figures))] == ["header", "table", "table"]
    assert [kind for kind, *_ in found(table(names, *words))] == ["table"] * 3


def test_the_paragraphs_of_a_single_column_are_columns_if_its_header_names_them():
    def single(*paragraphs: str, marks: str = "") -> str:
        return row(f"<w:tc>{''.join(map(par, paragraphs))}</w:tc>", marks=marks)

    names = ("Command", "What it does", "Examples")
    stop = ("stop ( line )", "Stops all trams of a line.", "stop(4) \u2192 3 trams")
    go = ("go ( )", "go ( line )", "Lets trams go.", "go() \u2192 9 trams", "go(4) \u2192 3 trams")
    rows = [single(*stop), single(*go), single("More commands")]
    assert found(table(single(*names, marks=HEADER), *rows)) == [
        ("header", 0, "Command\tWhat it does\tExamples"),
        ("table", 0, "\t".join(stop)),
        ("table", 0, f"{go[0]} {go[1]}\t{go[2]}\t{go[3]} {go[4]}"),
        ("table", 0, "More commands"),
    ]
    kinds = {kind for kind, *_ in found(table(single(*names), *rows))}
    assert kinds == {"paragraph"}, "a box of text has no header"


def test_what_does_not_exist_changes_nothing():
    body = par("A", number=99) + par("B", number=1, level="9") + par("C", style="Loop")
    body += par("D", number=1, level="x") + par("E", style="None", number=2, level="-1")
    assert found(body) == [
        ("item", 1, "A"), ("item", 9, "B"), ("paragraph", 0, "C"), ("item", 1, "D"),
        ("step", 1, "E"),
    ]  # fmt: skip


def test_long_lists_and_merged_cells_take_linear_time_and_space():
    start = time.perf_counter()
    items = "".join(par("x", number=2, level=str(n % 9)) for n in range(20_000))
    assert len(read(items).blocks) == 20_000
    many = row(*(cell("y" * 50, '<w:gridSpan w:val="999999999"/>') for _ in range(100)))
    below = row(*(cell("", "<w:vMerge/>") for _ in range(100)))
    content = read(table(many, *([below] * 100)))
    assert len(content.text) < 500_000
    assert time.perf_counter() - start < 20


def shown(*steps: tuple[str, int, int]) -> list[str]:
    """The lines of steps, each its text, its numbering and its level in that."""
    body = "".join(par(text, number=number, level=str(level)) for text, number, level in steps)
    return read(body).text.split("\n\n")


def test_steps_have_the_numbers_that_word_shows():
    steps = [
        ("One.", 2, 0), ("Deep.", 2, 1), ("Deeper.", 2, 1), ("Two.", 2, 0), ("Deep again.", 2, 1),
        ("Anew.", 3, 0), ("On.", 3, 0), ("Bullet.", 1, 0),
    ]  # fmt: skip
    assert [line.strip() for line in shown(*steps)] == [
        "1. One.", "i) Deep.", "ii) Deeper.", "2. Two.", "i) Deep again.", "1. Anew.", "2. On.",
        "Bullet.",
    ]  # fmt: skip


def test_steps_of_several_levels_have_their_whole_number():
    steps = [
        ("Drain it.", 7, 0), ("Close it.", 7, 1), ("Lift it.", 7, 1), ("Turn it.", 7, 2),
        ("Wait.", 7, 3), ("Fill it.", 7, 0), ("Open it.", 7, 1),
    ]  # fmt: skip
    assert shown(*steps) == [
        "1. Drain it.", "1.1 Close it.", "1.2 Lift it.", "1.2.a. Turn it.", "1. Wait.",
        "2. Fill it.", "2.1 Open it.",
    ]  # fmt: skip
    assert shown(("Close it.", 7, 1)) == ["1.1 Close it."]
