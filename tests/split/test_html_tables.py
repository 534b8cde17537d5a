"""Tables that are written in HTML within Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.render import renderer
from hyperdigest.split import split
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.html_tables import names_columns

PORTS = """# Ports

The harbour has these.
<table class="wide">
  <thead>
  <tr><th>Service</th><th align="right">Port</th></tr>
  </thead>

  <tr>
    <th scope="row"><code>tide</code></th>
    <td>8125,
      of the *old* pier</td>
  </tr>
  <tr><td>wind<td>8126
</table>

All of them are open.
"""


def blocks(text):
    return [(b.kind, text[b.start : b.end].strip()) for b in find_blocks(text, "markdown")]


def table(*rows):
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>\n"


def test_each_row_is_a_slice_below_its_header():
    assert [kind for kind, _ in blocks(PORTS)] == [
        "heading", "paragraph", "header", "table", "table", "paragraph",
    ]  # fmt: skip
    document = Document("a", "a", PORTS, format="markdown")
    spans = split(document)
    found = [
        (SENTENCE_KINDS[kind], document.displayed(start, end), ordinal)
        for kind, start, end, ordinal in zip(
            spans.kind, spans.start, spans.end, spans.ordinal, strict=True
        )
    ]
    assert found[2:5] == [
        ("prose", "Service | Port", 0),
        ("row", "tide | 8125, of the old pier", 1),
        ("row", "wind | 8126", 2),
    ]
    assert spans.context[3:5].tolist() == [1, 2]


def test_a_row_is_quoted_with_its_cells_below_those_of_the_header():
    model = Collection.of([Document("a", "a", PORTS, format="markdown")]).fit(
        Options(sweeps=2, samples=1)
    )
    digest = model.digest("Which port has the tide?", words=30)
    lines = [" ".join(line.split()) for line in renderer("text")(digest).splitlines()]
    place = lines.index("Service Port")
    assert lines[place + 2].startswith("tide 8125, of the old pier")
    assert "| tide | 8125, of the old pier |" in renderer("markdown")(digest)


def test_the_first_row_is_the_header_if_figures_are_below_it():
    figures = table("<td>Name<td>Port", "<td>web<td>80", "<td>mail<td>25")
    words = table("<td>Name<td>Way", "<td>web<td>quick", "<td>mail<td>slow")
    assert [kind for kind, _ in blocks(figures)] == ["header", "table", "table"]
    assert {kind for kind, _ in blocks(words)} == {"table"}
    corner = table("<td></td><th>Port</th>", "<th>web</th><td>80</td>")
    assert [kind for kind, _ in blocks(corner)] == ["header", "table"]


def test_a_table_with_pipes_and_one_in_html_below_it_are_two():
    text = f"| Name | Port |\n|---|---|\n| web | 80 |\n\n{table('<td>north<td>late')}"
    text += "\n" + table("<td>south<td>early", "<td>east<td>never")
    spans = split(Document("a", "a", text, format="markdown"))
    assert spans.list_number.tolist() == [0, 1, 2, 3, 3]
    assert spans.context.tolist() == [0, 1, 0, 0, 0]


def test_a_row_with_pipes_may_begin_with_a_tag():
    text = '<img src="a.png"/> | Since May the pump works.\n---|---\n'
    assert [kind for kind, _ in blocks(text)] == ["header"]


def test_a_caption_is_a_paragraph_before_the_rows():
    text = "<table><caption>Ports of the harbour</caption><tr><td>web<td>80</tr></table>\n"
    assert blocks(text) == [("paragraph", "Ports of the harbour"), ("table", "web<td>80")]


def test_a_list_in_a_cell_below_a_header_is_a_part_of_the_row():
    cell = "<td>web<td><ul>\n<li>first</li>\n<li>second</li></ul>"
    text = table("<th>Name<th>Steps", "<td>mail<td>none", cell)
    assert [kind for kind, _ in blocks(text)] == ["header", "table", "table"]
    document = Document("a", "a", text, format="markdown")
    last = blocks(text)[-1][1]
    place = text.index(last)
    assert document.displayed(place, place + len(last)) == "web | first second"


@pytest.mark.parametrize(
    "text",
    [
        "<table>\n<tr><td>web</td><td>80</td></tr>\n\nIt is not closed.\n",
        f"{table('<td>web<td>80').strip()} and more words\n",
        f"{table('<td>web<td>80').strip()}{table('<td>mail<td>25')}",
        "<table><tr><td>web</td>, as I said,<td>80</td></tr></table>\n",
        table("<td>one column"),
        table("<td>web<td>" + "of many words " * 30),
        table("<td>web<td><ul><li>first<li>second</ul>"),
        f"<table><tr><td>{table('<td>web<td>80')}<td>80</table>\n",
    ],
)
def test_what_is_no_table_of_data_loses_no_word(text):
    kept = " ".join(words for _, words in blocks(text))
    bare = [word for word in text.replace("<", " <").replace(">", "> ").split() if word[0] != "<"]
    assert not [word for word in bare if word not in kept]


@given(st.lists(st.sampled_from(
    ["<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<caption>", "word ", "\n",
     "\n\n", "| a | b |\n|---|---|\n", "<thead>", "</thead>", "- item\n", "    code\n", "12 "]
)))  # fmt: skip
def test_blocks_of_any_tags_are_in_order_and_disjoint(pieces):
    text = "".join(pieces)
    end = 0
    for block in find_blocks(text, "markdown"):
        assert end <= block.start <= block.end <= len(text)
        end = block.end


@pytest.mark.parametrize(
    "first",
    ["Region\t2023\t2024", "\tFY 2022/23\tFY 2023/24", "Region\tQ1 2024\t2024 Q2\tChange"],
)
def test_a_row_of_periods_above_other_figures_names_the_columns(first):
    rows = [first, "Europe\t120\t135", "Asia\t90\t101"]
    assert names_columns(rows, [False] * 3)


@pytest.mark.parametrize(
    "rows",
    [
        ["2023\t120\t135", "2024\t90\t101", "2025\t80\t90"],
        ["2023\t2024\t2025", "Europe\t120\t135", "Asia\t90\t101"],
        ["Founded\t1998", "Employees\t120", "Ships\t14"],
        ["Opened\t1923\t1931", "Rebuilt\t1950\t1962", "Closed\t1980\t1984"],
        ["Europe\t2023\t120", "Asia\t90\t101", "Africa\t30\t34"],
    ],
)
def test_a_row_of_data_with_years_names_no_columns(rows):
    assert not names_columns(rows, [False] * len(rows))


def test_a_table_with_a_long_cell_contains_data_if_its_header_is_marked():
    long = f"<td>web<td>{'word ' * 100}"
    marked = table("<th>Name<th>Use", long, "<td>mail<td>old")
    assert [kind for kind, _ in blocks(marked)] == ["header", "table", "table"]
    plain = table(long, "<td>mail<td>old")
    assert {kind for kind, _ in blocks(plain)} == {"table"}  # a cell each
    assert len(blocks(plain)) == 4


def test_the_bar_after_the_last_cell_is_no_part_of_the_rest_of_a_long_row():
    row = f"| drain | {'It leads to the lower tank. ' * 20}The default is shut. |"
    text = f"| Valve | Use |\n|---|---|\n{row}\n"
    spans = split(Document("a", "a", text, format="markdown"))
    assert text[spans.start[-1] : spans.end[-1]] == "The default is shut."


def test_a_table_with_a_long_cell_contains_data_if_its_first_cells_name_the_rows():
    long = f"<td>web<td>{'word ' * 100}"
    assert len(blocks(table(long, "<td>mail<td>old", "<td>news<td>new"))) == 3
    assert len(blocks(table(long, "<td>mail<td>old", "<td><td>new"))) == 5
    assert len(blocks(table(long, "<td>mail<td>old", "<td>news<td>new<td>80"))) == 7
