import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from resiliparse.parse.html import HTMLTree

from hyperdigest.documents import Block, Document, Place
from hyperdigest.render import source_layout
from hyperdigest.render.source_text import NO_NUMBER, marked


def sheet(*lines, places=False, kinds=None, pages=()):
    """A document with a row for each line, the first of which is a header."""
    blocks, start = [], 0
    for number, line in enumerate(lines):
        kind = kinds[number] if kinds else "table" if number else "header"
        blocks.append(Block(start, start + len(line), kind))
        start = blocks[-1].end + 2
    named = [Place(each.start, f"row {n}") for n, each in enumerate(blocks, 1)] if places else ()
    text, starts = "\n\n".join(lines), tuple(blocks[number].start for number in pages)
    return Document(
        "a", "a.csv", text, format="csv", blocks=tuple(blocks), places=tuple(named), pages=starts
    )


def shown(html):
    """What a browser makes of HTML."""
    body = HTMLTree.parse(f"<!DOCTYPE html><body><div>{html}</div>").body
    for link in body.query_selector_all("a.back"):
        link.decompose()
    return body


def cells_of(row):
    return row.query_selector_all("th, td")


def cells(html):
    """The cells of each row of each table, in brackets those that are no text."""
    return [
        [
            [f"({cell['data-at']})" if cell.attrs else cell.text.strip() for cell in row]
            for row in map(cells_of, table.query_selector_all("tr"))
        ]
        for table in shown(html).query_selector_all("table")
    ]


def test_a_row_has_a_cell_for_each_column_below_its_header():
    assert marked(sheet("name\tprice", "chair\t7"), []) == (
        "<table><tr><th>name\t<th>price\n\n<tr><td>chair\t<td>7</table>"
    )


def test_a_header_below_rows_begins_another_table():
    document = sheet("a\tb", "1\t2", "c", "3", kinds=["header", "table", "header", "table"])
    assert cells(marked(document, [])) == [[["a", "b"], ["1", "2"]], [["c"], ["3"]]]


def test_text_between_rows_is_in_no_table():
    document = sheet("a", "1", "Then this.", "2", kinds=["header", "table", "paragraph", "table"])
    assert cells(marked(document, [])) == [[["a"], ["1"]], [["2"]]]


def test_a_table_that_is_cut_shows_the_names_of_its_columns_again():
    document = sheet("a\tb", "1\t2", "3\t4", "5\t6", pages=[0, 3])
    third, fourth = document.blocks[2:]
    assert cells(marked(document, [], (third.start, third.end))) == [[["(a)", "(b)"], ["3", "4"]]]
    whole = marked(document, [])
    assert cells(whole)[1] == [["(a)", "(b)"], ["5", "6"]]
    assert not shown(whole).query_selector_all("table .page")
    begun = marked(document, [], (third.end, fourth.end))
    assert cells(begun) == [[["(a)", "(b)"], ["5", "6"]]]


def test_a_marked_row_has_its_marks_in_its_cells_and_none_in_an_empty_one():
    document = sheet("a\tb\tc", "1\t\t3")
    html = marked(document, [(1, document.blocks[1])])
    assert '<td><mark id="m1">1\t</mark><td>\t<td><mark>3</mark><a class="back"' in html
    assert html.endswith("</a></table>")


def test_dates_in_cells_are_not_broken_at_their_hyphens():
    document = sheet("on\tat\twhat", "2026-11-09\tnoon\tlow-lying fields", "2026-11-10\t-\tx\t")
    html = marked(document, [])
    assert html.count('<td class="unbroken">') == 3
    assert '<td class="unbroken">2026-11-09\t<td>noon\t<td>low-lying fields' in html
    assert html.endswith("<td>x\t</table>")


def test_places_are_shown_without_being_text():
    document = sheet("name\tprice", "chair\t7", places=True)
    html = marked(document, [(NO_NUMBER, document.blocks[1])])
    assert '<tr data-at="row 2"><td><mark id="at">chair' in html
    assert shown(html).text == document.text


def test_a_row_needs_not_be_told_its_sheet():
    document = Document(
        "a", "a.xlsx", "1", blocks=(Block(0, 1, "table"),), places=(Place(0, "May, June, row 9"),)
    )
    assert '<tr data-at="row 9">' in marked(document, [])


def test_a_speaker_is_named_unless_the_text_does():
    text = "Ann: The tide is low.\n\nIt will turn."
    places = (Place(0, "00:01", "Ann"), Place(23, "00:09", "<Ben>"))
    html = marked(Document("a", "a.vtt", text, format="subtitles", places=places), [])
    assert html.startswith('<span data-at="00:01"></span>Ann: ')
    assert '<span data-at="00:09, &lt;Ben&gt;"></span>It' in html


def test_places_within_a_paragraph_do_not_break_it_up():
    text = "One line\nand another.\n\nA third."
    places = tuple(Place(at, f"line {at}") for at in (0, 9, 23))
    html = marked(Document("a", "a.rst", text, format="rst", places=places), [])
    assert re.findall('data-at="(.*?)"', html) == ["line 0", "line 23"]


def test_a_huge_table_is_shown_as_text(monkeypatch):
    monkeypatch.setattr(source_layout, "MOST", 3)
    document = sheet("a\tb", *["1\t2"] * 3, places=True)
    assert marked(document, []) == document.text
    assert "<td>" in marked(document, [], (0, document.blocks[2].end))


def test_a_long_table_is_shown_in_pieces_below_its_header(monkeypatch):
    monkeypatch.setattr(source_layout, "PIECE", 3)
    html = marked(sheet("name\tsize", *["a\t1"] * 6), [])
    assert shown(html).text == sheet("name\tsize", *["a\t1"] * 6).text
    assert html.count("<table") == 3
    assert html.count('<th data-at="name"><th data-at="size">') == 2


def test_an_item_without_a_printed_bullet_has_one():
    text = "To do:\n\npump\n\n• tank"
    blocks = (Block(0, 6), Block(8, 12, "item", 1), Block(16, 20, "item", 1))
    html = marked(Document("a", "a.html", text, format="html", blocks=blocks), [])
    assert html.count('<span data-at="•"></span>') == 1
    assert '<span data-at="•"></span>pump' in html


@given(
    st.lists(st.text(st.sampled_from("ab\t <&")), min_size=1, max_size=5), st.booleans(), st.data()
)
def test_a_browser_shows_all_of_the_text_and_nothing_else(lines, places, data):
    some = st.lists(
        st.sampled_from(["header", "table", "paragraph"]),
        min_size=len(lines),
        max_size=len(lines),
    )
    pages = data.draw(st.sets(st.integers(0, len(lines) - 1)).map(sorted))
    document = sheet(*lines, places=places, kinds=data.draw(some), pages=pages)
    size = len(document.text)
    cuts = sorted(data.draw(st.lists(st.integers(0, size), min_size=4, max_size=8)))
    slices = [(a, b) for a, b in pairwise(cuts[1:-1]) if a < b]
    part = (cuts[0], cuts[-1])
    cited = [(n, Block(a, b)) for n, (a, b) in enumerate(slices[1::2], 1)]
    html = marked(document, cited, part, slices[::2], contexts=slices[:1])
    assert shown(html).text == document.text[slice(*part)]
    assert html.count('id="m') == len(cited)
    assert "<td" not in re.sub("(?s)<table>.*?</table>", "", html)
