import struct
from pathlib import Path

import pytest

from hyperdigest.documents import Document
from hyperdigest.read import Reading, ReadingOptions, read_paths
from sheets_made import BOLD, ods, ods_row, relation, xls, xlsx

Rows = list[tuple[str, str, str]]

TABLE = [["Item", "Plan"], ["Dredging", 70], ["Cranes", 80]]


def read(folder: Path, data: bytes, name: str = "a.xlsx") -> Reading:
    path = folder / name
    path.write_bytes(data)
    return read_paths([path], ReadingOptions(seconds=30))


def rows(document: Document) -> Rows:
    """The kind, place and text of each block."""
    return [
        (b.kind, document.place(b.start), document.text[b.start : b.end]) for b in document.blocks
    ]


def read_rows(folder: Path, data: bytes, name: str = "a.xlsx") -> Rows:
    [document] = read(folder, data, name).documents
    return rows(document)


EXPECTED = [
    ("header", "Budget, row 1", "Item\tPlan"),
    ("table", "Budget, row 2", "Dredging\t70"),
    ("table", "Budget, row 3", "Cranes\t80"),
]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.xlsx", xlsx({"Budget": TABLE})),
        ("a.xlsm", xlsx({"Budget": TABLE}, parts={"xl/vbaProject.bin": "macros"})),
        ("a.xls", xls({"Budget": TABLE})),
        ("a.xls", xlsx({"Budget": TABLE})),
        ("a.ods", ods({"Budget": "".join(ods_row(*map(str, row)) for row in TABLE)})),
    ],
)
def test_each_row_has_its_sheet_and_number(tmp_path: Path, name: str, data: bytes):
    assert read_rows(tmp_path, data, name) == EXPECTED


def test_several_sheets_are_below_their_names(tmp_path: Path):
    found = read_rows(tmp_path, xlsx({"Budget": TABLE, "Empty": [], "Cities": [["Oslo", 7]]}))
    assert found == [
        ("heading", "Budget", "Budget"),
        *EXPECTED,
        ("heading", "Cities", "Cities"),
        ("table", "Cities, row 1", "Oslo\t7"),
    ]


CODES = ("0.0%", "000", "yyyy-mm-dd", "#,##0.00 [$€-1]", "[h]:mm")
SHOWN = "12.5%\t007\t2026-03-04\t1,200.50 €\t36:00"
VALUES = (0.125, 7, 46085, 1200.5, 1.5)


def test_numbers_and_dates_are_as_shown(tmp_path: Path):
    row = [*((value, 2 + n) for n, value in enumerate(VALUES)), "x"]
    assert read_rows(tmp_path, xlsx({"S": [row]}, codes=CODES))[0][2] == f"{SHOWN}\tx"
    old = [*zip(VALUES, CODES, strict=True), "x"]
    assert read_rows(tmp_path, xls({"S": [old]}), "a.xls")[0][2] == f"{SHOWN}\tx"


def test_days_are_counted_from_the_year_of_the_workbook(tmp_path: Path):
    data = xlsx({"S": [[(0, 2), "x"]]}, codes=["yyyy-mm-dd"], year=1904)
    assert read_rows(tmp_path, data)[0][2] == "1904-01-01\tx"


def test_a_bold_row_is_the_header_whatever_it_says(tmp_path: Path):
    cells = [[("Room 7", BOLD), ("seen in 2026", BOLD)], ["warm", "by Ada"], ["cold", "by Ben"]]
    assert read_rows(tmp_path, xlsx({"S": cells}))[0][0] == "header"
    old = [[("1st", "bold"), ("2nd", "bold")], ["warm", "by Ada"]]
    assert read_rows(tmp_path, xls({"S": old}), "a.xls")[0][0] == "header"


SALES = [["North", 10, 1000, 12, 1300], ["South", 20, 2100, 25, 2700]]
MEASURES = ["Units", "Revenue", "Units", "Revenue"]


@pytest.mark.parametrize("format", [0, BOLD])
@pytest.mark.parametrize(
    ("corner", "below", "merged"),
    [
        ("Region", None, ("A1:A2", "B1:C1", "D1:E1")),
        (None, "Region", ("B1:C1", "D1:E1")),
        ("Region", None, ("B1:C1", "D1:E1")),
    ],
)
def test_a_header_has_two_rows_wherever_its_first_column_is_named(
    tmp_path: Path, corner: str | None, below: str | None, merged: tuple[str, ...], format: int
):
    above = [corner, "Plan", None, "Actual", None]
    first = [cell and (cell, format) for cell in above]
    after = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    data = xlsx(
        {"S": [first, [below, *MEASURES], *SALES]}, after=f"<mergeCells>{after}</mergeCells>"
    )
    found = read_rows(tmp_path, data)
    assert [kind for kind, *_ in found] == ["header", "header", "table", "table"]
    assert found[1][2].endswith("Units\tRevenue\tUnits\tRevenue")


def test_a_marked_row_of_names_begins_another_table(tmp_path: Path):
    names = [[("Name", BOLD), ("Age", BOLD)], [("Part", BOLD), ("Price", BOLD)]]
    total = [("Total", BOLD), (73, BOLD)]
    data = xlsx(
        {"S": [names[0], ["Anna", 31], ["Ben", 42], total, names[1], ["Bolt", 5], ["Nut", 7]]}
    )
    kinds = [kind for kind, *_ in read_rows(tmp_path, data)]
    assert kinds == ["header", *["table"] * 3, "header", *["table"] * 2]


def test_a_repeated_header_is_no_row(tmp_path: Path):
    assert [row[0] for row in read_rows(tmp_path, xlsx({"S": [*TABLE, *TABLE]}))] == [
        *("header", "table", "table"),
        *("header", "table", "table"),
    ]


def test_a_marked_name_of_a_group_of_rows_is_no_header(tmp_path: Path):
    group = [("Harbour", BOLD)]
    data = xlsx({"S": [[("Item", BOLD), ("Plan", BOLD)], group, *TABLE[1:], group, ["Tug", 9]]})
    kinds = [kind for kind, *_ in read_rows(tmp_path, data)]
    assert kinds == ["header", *["table"] * 5]


def test_merged_cells_are_repeated_but_not_a_title(tmp_path: Path):
    cells = [
        ["Sales of the year", None, None],
        [None, "2025", None],
        ["Region", "Men", "Women"],
        ["North", 1, 2],
        [None, 3, 4],
    ]
    merged = "".join(f'<mergeCell ref="{area}"/>' for area in ("A1:C1", "B2:C2", "A4:A5"))
    data = xlsx({"S": cells}, after=f"<mergeCells>{merged}</mergeCells>")
    assert [text for *_, text in read_rows(tmp_path, data)] == [
        "Sales of the year", "2025\t2025", "Region\tMen\tWomen", "North\t1\t2", "North\t3\t4",
    ]  # fmt: skip


def test_tables_are_divided_by_empty_rows_and_columns(tmp_path: Path):
    cells = [
        ["City", "People", None, "Ship", "Length"],
        ["Oslo", 7, None, "Vasa", 69],
        ["Rome", 28, None, "Mary", 45],
        [],
        ["Hill", "Height"],
        ["Brocken", 1141],
        ["Feldberg", 1493],
    ]
    found = read_rows(tmp_path, xlsx({"S": cells}))
    assert [text for kind, _, text in found if kind == "header"] == [
        "City\tPeople", "Ship\tLength", "Hill\tHeight",
    ]  # fmt: skip
    assert found[4] == ("table", "S, row 2", "Vasa\t69")


def test_a_table_goes_on_below_an_empty_row(tmp_path: Path):
    found = read_rows(tmp_path, xlsx({"S": [*TABLE, [], ["Pilots", 30], ["Total", 180]]}))
    assert [kind for kind, *_ in found] == ["header", *["table"] * 4]


def test_an_empty_column_between_figures_divides_nothing(tmp_path: Path):
    cells = [["Item", "2025", None, "2026"], ["Cranes", 7, None, 8], ["Pilots", 3, None, 4]]
    assert read_rows(tmp_path, xlsx({"S": cells}))[1][2] == "Cranes\t7\t8"


def test_what_is_hidden_is_read_and_told(tmp_path: Path):
    hidden = (
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>'
    )
    data = xlsx({"Shown": hidden, "Secret": TABLE}, states={"Secret": "veryHidden"})
    reading = read(tmp_path, data)
    assert "Dredging" in reading.documents[0].text
    assert reading.warnings == (
        "a.xlsx hides what is read all the same: the sheet Secret, 1 row of Shown",
    )


def test_formulas_have_the_value_that_was_saved(tmp_path: Path):
    cells = (
        '<row r="1"><c r="A1" t="str"><f>cmd|x</f><v>seven</v></c><c r="B1"><f>3+4</f><v>7</v></c>'
        '<c r="C1"><f>1+1</f></c></row>'
    )
    reading = read(tmp_path, xlsx({"S": cells}))
    assert reading.documents[0].text == "seven\t7"
    assert "1 formula without a value" in reading.warnings[0]


def test_texts_may_be_in_runs_and_in_cells_and_truths_and_errors_are_words(tmp_path: Path):
    cells = (
        '<row r="3"><c t="inlineStr"><is><r><t>two </t></r><r><t>runs</t></r>'
        '<rPh><t>not said</t></rPh></is></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>'
    )
    assert read_rows(tmp_path, xlsx({"S": cells})) == [
        ("table", "S, row 3", "two runs\tTRUE\t#N/A")
    ]


def test_comments_follow_with_the_place_of_their_cell(tmp_path: Path):
    comment = (
        "<comments><authors><author>Anna</author></authors><commentList>"
        '<comment ref="B2" authorId="0"><text><r><t>Anna:\nToo low.</t></r></text></comment>'
        "</commentList></comments>"
    )
    data = xlsx(
        {"Budget": TABLE},
        parts={
            "xl/worksheets/_rels/sheet1.xml.rels": relation("comments", "../comments1.xml"),
            "xl/comments1.xml": comment,
        },
    )
    [document] = read(tmp_path, data).documents
    assert rows(document)[-1] == ("paragraph", "Budget, comment on B2, Anna", "Too low.")
    assert document.authors_at(document.blocks[-1].start) == ("Anna",)


def test_repeated_and_merged_cells_of_opendocument(tmp_path: Path):
    cells = (
        ods_row("Item", "Plan")
        + ods_row("", more='table:number-rows-repeated="1000000"')
        + '<table:table-row><table:table-cell table:number-columns-repeated="2">'
        "<text:p>same</text:p></table:table-cell></table:table-row>"
    )
    assert read_rows(tmp_path, ods({"S": cells}), "a.ods") == [
        ("table", "S, row 1", "Item\tPlan"),
        ("table", "S, row 1000002", "same\tsame"),
    ]


def test_a_web_page_that_is_called_a_workbook_is_read_as_one(tmp_path: Path):
    page = b"<html><body><p>The harbour closes at nine in winter.</p></body></html>"
    [document] = read(tmp_path, page, "a.xls").documents
    assert document.format == "html"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.xlsx", b"PK\x03\x04 broken", "is broken"),
        ("a.xls", xls({"S": TABLE})[:3000], "is a broken xls file"),
        ("a.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
         "is protected by a password"),
        ("a.xlsx", xlsx({"S": []}), "has no text"),
    ],
)  # fmt: skip
def test_a_bad_workbook_is_named_with_the_reason(
    tmp_path: Path, name: str, data: bytes, reason: str
):
    reading = read(tmp_path, data, name)
    assert reading.skipped[0].reason.startswith(reason)


def test_a_workbook_that_declares_entities_is_named(tmp_path: Path):
    shared = (
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><sst><si><t>&e;</t></si></sst>'
    )
    reading = read(tmp_path, xlsx({"S": TABLE}, parts={"xl/sharedStrings.xml": shared}))
    assert reading.skipped[0].reason.startswith("declares entities")


def test_a_value_far_down_and_far_right_costs_nothing(tmp_path: Path):
    cells = (
        '<row r="1"><c r="A1"><v>1</v></c></row>'
        '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    )
    assert read_rows(tmp_path, xlsx({"S": cells})) == [
        ("paragraph", "S, row 1", "1"), ("paragraph", "S, row 1048576", "2"),
    ]  # fmt: skip


def test_a_text_that_many_cells_share_is_bounded(tmp_path: Path):
    shared = "<sst><si><t>" + "word " * 200_000 + "</t></si></sst>"
    cells = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 200))
    data = xlsx({"S": cells}, parts={"xl/sharedStrings.xml": shared})
    assert (
        read(tmp_path, data).skipped[0].reason == "has more than 96 MB of text: split it into parts"
    )


def test_impossible_values_are_shown_plainly(tmp_path: Path):
    cells = (
        '<row r="999999999999"><c r="ZZZZZZ1"><v>1</v></c><c r="" s="99"><v>abc</v></c>'
        '<c r="B1" t="s"><v>-5</v></c><c r="C1" t="d"><v>2026-03-04T00:00:00</v></c>'
        '<c r="D1"><v>1e999</v></c></row>'
    )
    assert read(tmp_path, xlsx({"S": cells})).documents[0].text == "abc\t2026-03-04\tinf"


XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
DRAWN = "http://schemas.openxmlformats.org/drawingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def anchored(row: int, column: int, shape: str) -> str:
    corner = f"<xdr:from><xdr:col>{column}</xdr:col><xdr:row>{row}</xdr:row></xdr:from>"
    return f"<xdr:twoCellAnchor>{corner}{shape}</xdr:twoCellAnchor>"


def box(*paragraphs: str, more: str = "") -> str:
    texts = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in paragraphs)
    return f"<xdr:sp {more}><xdr:txBody>{texts}</xdr:txBody></xdr:sp>"


def drawing(*anchors: str) -> str:
    spaces = f'xmlns:xdr="{XDR}" xmlns:a="{DRAWN}" xmlns:r="{OFFICE}"'
    return f"<xdr:wsDr {spaces}>{''.join(anchors)}</xdr:wsDr>"


def test_what_is_in_shapes_follows_the_rows_with_its_place(tmp_path: Path):
    chart = (
        f'<c:chartSpace xmlns:c="urn:c" xmlns:a="{DRAWN}"><c:title><a:p><a:r><a:t>Costs by year'
        "</a:t></a:r></a:p></c:title><c:cat><c:v>Dredging</c:v></c:cat></c:chartSpace>"
    )
    shown = drawing(
        anchored(9, 1, '<xdr:graphicFrame><c r:id="r1"/></xdr:graphicFrame>'),
        anchored(4, 26, f"<xdr:grpSp>{box('The cranes are rented.', 'Ask Anna.')}</xdr:grpSp>"),
        anchored(5, 0, f"<Other><Choice/><Fallback>{box('Cannot be shown.')}</Fallback></Other>"),
        anchored(6, 0, box("80", more='textlink="$B$3"')),
        "<xdr:absoluteAnchor>" + box("Draft") + "</xdr:absoluteAnchor>",
    )
    data = xlsx(
        {"Budget": TABLE},
        parts={
            "xl/worksheets/_rels/sheet1.xml.rels": relation("drawing", "../drawings/drawing1.xml"),
            "xl/drawings/drawing1.xml": shown,
            "xl/drawings/_rels/drawing1.xml.rels": relation("chart", "../charts/chart1.xml"),
            "xl/charts/chart1.xml": chart,
        },
    )
    assert read_rows(tmp_path, data) == [
        *EXPECTED,
        ("paragraph", "Budget, text box", "Draft"),
        ("paragraph", "Budget, text box on AA5", "The cranes are rented."),
        ("paragraph", "Budget, text box on AA5", "Ask Anna."),
        ("paragraph", "Budget, chart on B10", "Costs by year"),
    ]


def test_a_drawing_that_many_sheets_share_is_read_once(tmp_path: Path):
    names = [f"S{n}" for n in range(30)]
    related = relation("drawing", "../drawings/drawing1.xml")
    parts = {f"xl/worksheets/_rels/sheet{n}.xml.rels": related for n in range(1, 31)}
    parts["xl/drawings/drawing1.xml"] = drawing(anchored(0, 0, box(*["A note."] * 3)))
    data = xlsx({name: [["Oslo", 7]] for name in names}, parts=parts)
    assert [text for *_, text in read_rows(tmp_path, data)].count("A note.") == 3


def test_what_is_in_shapes_of_opendocument_follows_the_rows(tmp_path: Path):
    frame = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    cells = (
        f"<table:shapes>{frame.format('Seen from above')}</table:shapes>"
        + ods_row("Item", "Plan")
        + "<table:table-row><table:table-cell><text:p>Oslo</text:p></table:table-cell>"
        + f"<table:table-cell>{frame.format('Ask Anna.')}<text:p>7</text:p></table:table-cell>"
        + "</table:table-row>"
    )
    assert read_rows(tmp_path, ods({"S": cells}), "a.ods")[2:] == [
        ("paragraph", "S, text box", "Seen from above"),
        ("paragraph", "S, text box on B2", "Ask Anna."),
    ]


def test_the_formats_of_old_workbooks_have_keys_of_their_own(tmp_path: Path):
    def part(kind: int, form: str, *values: float | bytes) -> bytes:
        packed = struct.pack(f"<{form}", *values)
        return struct.pack("<HH", kind, len(packed)) + packed

    codes = [b"General", *[b"0"] * 40, b"#,##0", b"0.0%"]
    excel_4 = b"".join(
        (
            part(0x409, "HHH", 4, 0x10, 0),
            part(0x231, "HHHB5s", 200, 0, 0x7FFF, 5, b"Arial"),
            *(part(0x41E, f"HB{len(code)}s", 0, len(code), code) for code in codes),
            *(part(0x443, "BBHBBHI", 0, key, 0, 0, 0, 0, 0) for key in (0, 41, 42)),
            *(part(0x204, "HHHH4s", 0, column, 0, 4, b"Ulm%d" % column) for column in (0, 1)),
            part(0x203, "HHHd", 1, 0, 1, 2453000.0),
            part(0x203, "HHHd", 1, 1, 2, 0.125),
            part(0x0A, ""),
        )
    )
    assert read_rows(tmp_path, excel_4, "a.xls")[-1][2] == "2,453,000\t12.5%"
