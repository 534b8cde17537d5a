import csv
import io
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hyperdigest import Collection
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.read import Reading, read_paths
from hyperdigest.read.sheets.workbook import RowMaker

Rows = list[tuple[str, str, str]]


def read(folder: Path, data: str | bytes, name: str = "a.csv") -> Reading:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_paths([path])


def rows(document: Document) -> Rows:
    """The kind, place and text of each block."""
    return [
        (b.kind, document.place(b.start), document.text[b.start : b.end]) for b in document.blocks
    ]


def read_rows(folder: Path, data: str | bytes, name: str = "a.csv") -> Rows:
    [document] = read(folder, data, name).documents
    return rows(document)


SIDES = ("north", "south", "east", "west", "upper", "lower", "inner", "outer")
NAMES = ("header", "row 1", "name\tprice")


def test_each_row_has_its_number_and_the_header_above_it(tmp_path: Path):
    [document] = read(tmp_path, "name,price\nchair,7\n\ntable,8\n").documents
    assert (document.name, document.format) == ("a.csv", "csv")
    assert rows(document) == [NAMES, ("table", "row 2", "chair\t7"), ("table", "row 4", "table\t8")]


def test_a_row_is_quoted_with_its_header_and_its_place(tmp_path: Path):
    (tmp_path / "a.csv").write_text("Ship,Length\nVasa,69 m\nMary,45 m\n")
    model = Collection.read(tmp_path / "a.csv").fit()
    digest = model.digest("How long is the ship Vasa?", words=5)
    [sentence] = digest.sentences
    assert (sentence.text, sentence.place) == ("Vasa\t69 m", "row 2")
    assert [context.text for context in sentence.context] == ["Ship\tLength"]


@pytest.mark.parametrize(
    "data",
    [
        "name;price\nchair;1,50\ntable;2,75\n",
        "sep=;\r\nname;price\r\nchair;1,50\r\ntable;2,75\r\n",
        "name|price\nchair|1,50\ntable|2,75\n",
        "name\tprice\nchair\t1,50\ntable\t2,75\n",
        'name,price\r"chair","1,50"\r"table","2,75"\r',
        "name\tprice\nchair\t1,50\ntable\t2,75\n".encode("utf-16"),
        '\ufeff"name";"price"\nchair;1,50\n table ; 2,75',
        "'name','price'\n'chair','1,50'\n'table','2,75'\n",
        "name,price\nchair,'1,50'\ntable,'2,75'\n",
        "name;price\r\n'chair';1,50\r\n'table';2,75\r\n",
    ],
)
def test_delimiters_quotes_line_ends_and_encodings_are_found(tmp_path: Path, data: str | bytes):
    assert read_rows(tmp_path, data) == [
        NAMES, ("table", "row 2", "chair\t1,50"), ("table", "row 3", "table\t2,75"),
    ]  # fmt: skip


def test_apostrophes_are_no_quotation_marks(tmp_path: Path):
    data = "name,word,price\nchair,'twas,7\ntable,'tis,8\nbench,'a, b',9\nbox,'c',5\n"
    assert read_rows(tmp_path, data)[1] == ("table", "row 2", "chair\t'twas\t7")


def test_old_encodings_are_found(tmp_path: Path):
    data = "Straße;Größe\nGärtnerweg für alle;groß\nÄpfelweg;schön\n".encode("cp1252")
    assert read_rows(tmp_path, data)[1] == ("table", "row 2", "Gärtnerweg für alle\tgroß")


def test_escaped_quotes_are_quotes(tmp_path: Path):
    data = 'name,said\nAnna,"She said \\"hi\\", and left"\nBen,"He said \\"no\\", then"\n'
    assert read_rows(tmp_path, data)[1][2] == 'Anna\tShe said "hi", and left'


def test_a_tab_decides_in_a_tsv(tmp_path: Path):
    data = "name\tplaces\nAnna\ta,b,c\nBen\td,e,f\n"
    assert read_rows(tmp_path, data, "a.tsv")[1][2] == "Anna\ta,b,c"


def test_the_tables_of_r_have_names_of_rows_and_spaces_between_quoted_cells(tmp_path: Path):
    spaced = '"name" "height in cm"\n"1" "Ann Lee" 172\n"2" "Bo" NA\n'
    for name, data in (("a.csv", spaced), ("a.tsv", spaced.replace('" ', '"\t'))):
        [document] = read(tmp_path, data, name).documents
        assert document.text == "\tname\theight in cm\n\n1\tAnn Lee\t172\n\n2\tBo\tNA"
        assert [block.kind for block in document.blocks] == ["header", "table", "table"]


def test_a_delimiter_at_the_end_of_rows_is_no_cell(tmp_path: Path):
    assert read_rows(tmp_path, "name,price\nchair,7,\ntable,8,\n")[0] == NAMES


def test_lines_in_a_cell_are_one_row(tmp_path: Path):
    data = 'name,price\n"big\nchair",7\ntable,8\n'
    assert read_rows(tmp_path, data)[1:] == [
        ("table", "row 2", "big chair\t7"),
        ("table", "row 3", "table\t8"),
    ]


def test_a_quote_that_is_never_closed_loses_no_row(tmp_path: Path):
    data = 'name,price\nchair,"7\n' + "table,8\n" * 50
    found = read_rows(tmp_path, data)
    assert found[1] == ("table", "row 2", 'chair\t"7')
    assert len(found) == 52
    assert found[-1] == ("table", "row 52", "table\t8")


def test_without_a_header_all_rows_are_rows(tmp_path: Path):
    assert [kind for kind, *_ in read_rows(tmp_path, "1,Anna,3.5\n2,Ben,4.5\n3,Carl,1.5\n")] == [
        "table"
    ] * 3


def test_years_name_columns_unless_there_are_more_below(tmp_path: Path):
    assert read_rows(tmp_path, ",2025,2026\nCosts,70,80\nGains,7,8\n")[0][0] == "header"
    assert read_rows(tmp_path, "2024,70\n2025,80\n2026,90\n")[0][0] == "table"


def test_ragged_rows_keep_their_cells(tmp_path: Path):
    found = read_rows(tmp_path, "a,b,c\n1,2\n1,2,3,4,5\n,,,\n8,9,10\n")
    assert [text for *_, text in found] == ["a\tb\tc", "1\t2", "1\t2\t3\t4\t5", "8\t9\t10"]
    assert found[-1][1] == "row 5"


def test_a_wide_table_is_several_that_have_the_names_of_their_rows_and_columns(tmp_path: Path):
    names = [f"{side} {what}" for side in SIDES for what in ("rain", "wind", "snow", "fog")]
    figures = [[str(100 * n + row) for n in range(len(names))] for row in (1, 2, 3)]
    cities = ("Ayr", "Bute", "Cork")
    table = [["id", "city", *names]]
    table += [
        [str(n), city, *row] for n, (city, row) in enumerate(zip(cities, figures, strict=True), 1)
    ]
    found = read_rows(tmp_path, "\n".join(map(",".join, table)))
    told = {}
    for kind, place, text in found:
        id_of_row, city, *cells = text.split("\t")
        assert len(text.split()) <= 20
        if kind == "header":
            own = cells
        else:
            told |= {
                (id_of_row, city, name, place): cell for name, cell in zip(own, cells, strict=True)
            }
    assert told == {
        (str(n), city, name, f"row {n + 1}"): figures[n - 1][m]
        for n, city in enumerate(cities, 1)
        for m, name in enumerate(names)
    }


def test_a_wide_table_whose_columns_all_name_its_rows_keeps_its_rows(tmp_path: Path):
    names = f"{'no ' * 30},{'so ' * 30}"
    found = read_rows(tmp_path, f"{names}\n1,Ayr\n2,Bute\n3,Cork\n")
    assert [text for kind, _, text in found if kind == "table"] == ["1\tAyr", "2\tBute", "3\tCork"]


def test_rows_between_numbers_are_quoted_below_the_names_of_their_columns(tmp_path: Path):
    text = "id,name,age\n1,Anna Smith,34\n2,Bert Jones,41\n3,Dora Ash,30\n"
    (tmp_path / "a.csv").write_text(text)
    digest = Collection.read([tmp_path]).fit().digest("How old is Bert Jones?", words=8)
    assert "2\tBert Jones\t41" in [sentence.text for sentence in digest.sentences]


def test_a_title_is_above_its_table_and_a_note_below(tmp_path: Path):
    data = (
        "Prices of the shop;;\n;;\nname;old;new\nchair;7;8\ntable;8;9\n"
        "All prices are those of last week.;;\n"
    )
    assert read_rows(tmp_path, data) == [
        ("heading", "row 1", "Prices of the shop"),
        ("header", "row 3", "name\told\tnew"),
        ("table", "row 4", "chair\t7\t8"),
        ("table", "row 5", "table\t8\t9"),
        ("paragraph", "row 6", "All prices are those of last week."),
    ]


def test_paragraphs_and_their_headings_below_a_table_are_no_rows(tmp_path: Path):
    below = (
        "The mill ground rye for the whole valley until the flood.",
        "Repairs",
        "The wheel was mended in the spring of the year after.",
        "Later owners",
    )
    data = "Year,Sacks,Price\n1951,300,4\n1952,280,5\n1953,\n" + "\n".join(below)
    found = read_rows(tmp_path, data)
    assert ("table", "row 4", "1953") in found
    assert found[4:] == [("paragraph", f"row {n}", text) for n, text in enumerate(below, 5)]


def test_a_sentence_above_a_table_names_none_of_its_columns(tmp_path: Path):
    note = "(1) The prices of sails have no tax, nor have those of rope."
    found = read_rows(tmp_path, f'"{note}"\nGoods,2018,2019\nSails,30,35\nRope,4,5\n')
    assert [text for kind, _, text in found if kind == "header"] == ["Goods\t2018\t2019"]
    assert found[0] == ("paragraph", "row 1", note)


def test_a_column_alone_is_a_list_below_its_name(tmp_path: Path):
    assert read_rows(tmp_path, "City\nOslo\nRome\n") == [
        ("heading", "row 1", "City"), ("item", "row 2", "Oslo"), ("item", "row 3", "Rome"),
    ]  # fmt: skip


def test_running_text_keeps_its_commas(tmp_path: Path):
    text = (
        "The harbour is old, and its walls are worn by the sea.\n"
        "In winter, when storms come from the north, the boats stay inside.\n"
        "Nobody, not even the pilot, leaves it then; the wind is too strong, they say.\n"
    )
    assert [row[2] for row in read_rows(tmp_path, text)] == text.splitlines()


def test_figures_alone_have_no_heading(tmp_path: Path):
    assert {kind for kind, *_ in read_rows(tmp_path, "12\n13\n14\n")} == {"item"}


def test_formulas_are_text(tmp_path: Path):
    data = "name,value\n=cmd|' /C calc'!A0,1\nBen,=1+1\n"
    assert read_rows(tmp_path, data)[1][2] == "=cmd|' /C calc'!A0\t1"


def test_damage_is_told_and_no_text_is_no_document(tmp_path: Path):
    assert "broken" in read(tmp_path, "näme,price\n".encode() + b"chair,\xff\n").warnings[0]
    assert read(tmp_path, ",,\n,\n").warnings == (f"skipped {tmp_path / 'a.csv'}: has no text",)


def test_a_million_empty_lines_are_counted(tmp_path: Path):
    assert read_rows(tmp_path, "\n" * 1_000_000 + "a,b\n") == [("table", "row 1000001", "a\tb")]


WORD = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="'"), min_size=1)
TABLES = st.integers(2, 5).flatmap(
    lambda n: st.lists(st.lists(WORD, min_size=n, max_size=n), min_size=3, max_size=8)
)


@given(TABLES, st.sampled_from(";\t,|"))
def test_every_cell_is_read_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, table: list[list[str]], delimiter: str
):
    cells = [cell for row in table for cell in row]
    assume(not any(set(';\t,|"\\') & set(cell) for cell in cells))
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(table)
    found = read_rows(tmp_path_factory.mktemp("csv"), file.getvalue())
    assert [cell for *_, text in found for cell in text.split("\t")] == cells


def test_a_single_row_with_a_sentence_is_a_text(tmp_path: Path):
    note = "Note,All prices are without tax."
    texts = [("paragraph", "row 1", each) for each in note.split(",")]
    assert read_rows(tmp_path, note) == texts
    table = "\n\nname,price\nchair,7\ntable,8\n"
    assert read_rows(tmp_path, note + table)[:2] == texts
    assert read_rows(tmp_path, "Total,15\n") == [("table", "row 1", "Total\t15")]


def test_many_empty_columns_cost_little(tmp_path: Path):
    wide = "a,b,,7,8,," * 20_000
    [document] = read(tmp_path, f"{wide}\n{wide}\n").documents
    assert document.text.count("a") == 40_000


def test_a_row_of_too_many_cells_is_refused(tmp_path: Path):
    [skipped] = read(tmp_path, "a," * 1_000_001).skipped
    assert skipped.reason == "has a row of more than 1,000,000 cells: split it into parts"


def test_a_table_may_have_more_text_than_plain_text_may_but_is_bounded():
    maker, cells = RowMaker(), ["word " * 200_000] * 33
    assert [maker.row(number, cells) is None for number in range(1, 4)] == [False] * 3
    with pytest.raises(ReadError, match="more than 96 MB of text"):
        maker.row(4, cells)
