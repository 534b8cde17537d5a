"""Tables in text within frames, and between bars without one: a row is whole, below its names."""

import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.render import render_text
from hyperdigest.split import split

GRID = """\
+------+------------------+
| Pier | Who lands there  |
{below}
| 4    | The ferry to the |
|      | northern island  |
{between}
| 12   | Mail boats       |
+------+------------------+
"""
LIGHT = GRID.translate(str.maketrans("-|", "─│"))


def units(text: str) -> list[tuple[str, str, str | None]]:
    """The kind, the words without bars and rules, and the context of each sentence."""
    spans = split(Document("a", "a", text, format="text"))
    words = [
        " ".join(filter(None, (word.strip("|│─-+├┼┤") for word in text[s:e].split())))
        for s, e in zip(spans.start, spans.end, strict=True)
    ]
    return [
        (SENTENCE_KINDS[kind], one, words[number - distance] if distance else None)
        for number, (one, kind, distance) in enumerate(
            zip(words, spans.kind, spans.context.tolist(), strict=True)
        )
    ]


def boxed(table: str) -> str:
    """A grid with characters for boxes where its rules meet."""
    lines = table.splitlines()
    ends = {0: "┌┬┐", len(lines) - 1: "└┴┘"}
    for number, line in enumerate(lines):
        if line.startswith("+"):
            left, middle, right = ends.get(number, "├┼┤")
            lines[number] = left + line[1:-1].replace("+", middle) + right
    return "\n".join(lines) + "\n"


RULE = "+------+------------------+"


@pytest.mark.parametrize("indent", ["", "       "])
@pytest.mark.parametrize(
    "table",
    [
        GRID.format(below=RULE, between=RULE),
        GRID.format(below=RULE.replace("-", "="), between=RULE),
        GRID.format(below=RULE, between="").replace("\n\n", "\n"),
        boxed(LIGHT.format(below=RULE.replace("-", "─"), between=RULE.replace("-", "─"))),
        boxed(LIGHT.format(below=RULE.replace("-", "─"), between="").replace("\n\n", "\n")),
    ],
)
def test_a_row_of_a_frame_is_all_its_lines_below_the_names_of_the_columns(table, indent):
    framed = "".join(indent + line for line in table.splitlines(keepends=True))
    text = f"All piers have lamps.\n\n{indent}Table 1. The piers\n{framed}\nThe lamps are green.\n"
    found = units(text)
    kinds = [(kind, words) for kind, words, _ in found]
    assert [words for kind, words in kinds if kind == "row"] == [
        "4 The ferry to the northern island",
        "12 Mail boats",
    ]
    assert {context for kind, _, context in found if kind == "row"} == {"Pier Who lands there"}
    assert kinds[0] == ("prose", "All piers have lamps.")
    assert kinds[-1] == ("prose", "The lamps are green.")


@pytest.mark.parametrize("first", ["The harbour of old. Closed", "All of it is dry."])
def test_a_first_row_with_a_sentence_names_no_columns(first):
    rows = ("No. | Serial no.", f"Pier | {first}", "Quay | Mail boats")
    tables = [
        RULE + "".join(f"\n| {row} |\n{RULE}" for row in each) + "\n" for each in (rows, rows[1:])
    ]
    assert [words for kind, words, _ in units(tables[0]) if kind == "row"][-1] == "Quay Mail boats"
    assert {context for _, _, context in units(tables[0])[1:]} == {"No. Serial no."}
    assert [(kind, context) for kind, _, context in units(tables[1])] == [("row", None)] * 2


def test_the_lines_of_a_cell_are_shown_as_one_cell():
    table = boxed(LIGHT.format(below=RULE.replace("-", "─"), between=RULE.replace("-", "─")))
    collection = Collection.of([Document("a", "a", f"All piers have lamps.\n\n{table}")])
    shown = render_text(collection.fit(Options(sweeps=20)).digest("Where are ferries?", 60))
    assert "The ferry to the northern island" in shown


def test_a_rule_in_a_part_of_a_frame_divides_no_row():
    table = """\
┌───────┬──────────┐
│Lamp   │ Meaning  │
├───────┼──────────┤
│red    │ danger   │
├───────┤ for all  │
│orange │ boats    │
├───────┼──────────┤
│green  │ harbour  │
└───────┴──────────┘
"""
    rows = [words for kind, words, _ in units(f"The lamps.\n\n{table}") if kind == "row"]
    assert len(rows) == 2
    assert all(word in rows[0] for word in ("red", "danger", "orange", "boats"))


def test_boxes_of_a_drawing_are_no_table():
    drawing = "┌──────┐\n│ pump │\n└──────┘\n"
    assert "row" not in {kind for kind, _, _ in units(f"The parts.\n\n{drawing}\nAll is well.\n")}


@pytest.mark.parametrize(
    ("rule", "bar"),
    [("", "|"), ("-----|-----\n", "|"), ("----- | -----\n", "|"), ("─────┼─────\n", "│")],
)
def test_cells_between_bars_without_a_frame_are_rows(rule, bar):
    table = (
        f"Lamp  {bar} Meaning\n{rule}red   {bar} danger\ngreen {bar} harbour\nblue  {bar} ferry\n"
    )
    found = units(f"The lamps of the harbour:\n\n{table}\nAll is well.\n")
    assert [words for kind, words, _ in found if kind == "row"] == [
        "red danger",
        "green harbour",
        "blue ferry",
    ]
    assert {context for kind, _, context in found if kind == "row"} == {"Lamp Meaning"}


def test_a_bar_at_the_ends_of_lines_is_an_operator():
    code = "mask = RED   |\n       GREEN |\n       BLUE  |\n"
    assert "row" not in {kind for kind, _, _ in units(f"Set the lamps.\n\n{code}\nAll is well.\n")}
