"""Tables and lists of options in plain text: rows with their header, options with their words."""

import pytest

from hyperdigest.documents import SENTENCE_KINDS, Document
from hyperdigest.split import split
from hyperdigest.split.blocks import find_blocks


def units(text: str, format: str = "text") -> list[tuple[str, str, str | None]]:
    """The kind, the words and the context of each sentence."""
    spans = split(Document("a", "a", text, format=format))
    words = [" ".join(text[s:e].split()) for s, e in zip(spans.start, spans.end, strict=True)]
    return [
        (SENTENCE_KINDS[kind], one, words[number - distance] if distance else None)
        for number, (one, kind, distance) in enumerate(
            zip(words, spans.kind, spans.context.tolist(), strict=True)
        )
    ]


HEAD = "Valve      Turns    Meaning\n"
ROWS = """\
red        5        Shuts off the water in all
                    rooms of the house.
blue       12       Opens the drain
old one    3        Does nothing, but for the noise
                    that it makes
"""
WHOLE = [
    "red 5 Shuts off the water in all rooms of the house.",
    "blue 12 Opens the drain",
    "old one 3 Does nothing, but for the noise that it makes",
]


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "-----      -----    -------\n",
        "---------- -------- -----------------------------------\n",
        "==========  =======  ==========\n",
        "───────    ─────    ───────────\n",
        "-" * 55 + "\n",
    ],
)
@pytest.mark.parametrize("indent", ["", "    "])
def test_rows_with_wrapped_cells_are_whole_below_the_names_of_their_columns(rule, indent):
    table = "".join(indent + line for line in (HEAD + rule + ROWS).splitlines(keepends=True))
    header = "Valve Turns Meaning"
    assert units(f"All valves are listed.\n\n{table}\nIt is checked in May.\n") == [
        ("prose", "All valves are listed.", None),
        ("prose", header, None),
        *(("row", row, header) for row in WHOLE),
        ("prose", "It is checked in May.", "All valves are listed."),
    ]


def test_a_rule_shows_columns_of_few_rows_and_rows_with_blank_lines_between():
    rule = "-----      --------\n"
    assert units(f"Valve      Meaning\n{rule}red        Shuts it\n")[1:] == [
        ("row", "red Shuts it", "Valve Meaning")
    ]
    text = (
        f"Valve      Meaning\n{rule}\nred        Shuts it\n           off\n\nblue       Opens it\n"
    )
    assert units(f"{text}\nNothing else is known about them.\n")[1:] == [
        ("row", "red Shuts it off", "Valve Meaning"),
        ("row", "blue Opens it", "Valve Meaning"),
        ("prose", "Nothing else is known about them.", None),
    ]


def test_prose_below_a_ruled_table_is_no_row():
    table = "Valve      Meaning\n-----      --------\nred        Shuts it\n"
    text = f"{table}Nobody can wash then.\n"
    assert units(text)[-1] == ("prose", "Nobody can wash then.", None)


def test_a_rule_may_be_above_the_names_and_below_the_rows():
    rule = "=====  =======\n"
    text = f"{rule}Valve  Meaning\n{rule}red    Shuts\n       it\nblue   Opens it\n{rule}"
    header = "Valve Meaning"
    rows = [("row", "red Shuts it", header), ("row", "blue Opens it", header)]
    assert units(text) == [("prose", header, None), *rows]


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("KEY   LONG      USE", ["a     all       Shuts all", "b     brake     Stops"]),
        ("Key   Long      Use", ["a     all       Shuts all", "b     brake     Stops"]),
        ("Key   Turns     Use", ["A     5 turns   Shuts all", "B     7 turns   Stops"]),
    ],
)
def test_the_first_row_names_the_columns_if_it_alone_begins_in_upper_case_or_has_no_figure(
    head, rows
):
    header = " ".join(head.split())
    found = units("\n".join([head, *rows, ""]))
    assert found == [
        ("prose", header, None),
        *(("row", " ".join(row.split()), header) for row in rows),
    ]


def test_a_first_row_like_the_others_is_a_row():
    rows = ["Red   Shuts all   Left side", "Blue  Stops       Right side", "Old   Nothing     Left"]
    assert [kind for kind, *_ in units("\n".join([*rows, ""]))] == ["row"] * 3


def test_two_spaces_between_sentences_are_no_gap_between_columns():
    text = (
        "red    Shuts the valve.  It is slow\n       to turn.\n"
        "blue   Opens the drain.\nold    Does nothing.\n"
    )
    assert [unit for unit in units(text) if unit[0] != "prose"] == [
        ("definition", "Shuts the valve.", "red"),
        ("definition", "It is slow to turn.", "Shuts the valve."),
        ("definition", "Opens the drain.", "blue"),
        ("definition", "Does nothing.", "old"),
    ]


def test_options_with_more_names_arguments_or_indent_are_terms_and_no_rows():
    text = """\
  -a, --all          Show all valves, also those
                     that are shut.
  -n, --number  <n>  How many valves to show.  (default: 3)
  -v  --verbose      Say what is done.
      --version      Show the version.
  -q                 Say nothing.
"""
    assert [unit[1:] for unit in units(text) if unit[0] == "definition"] == [
        ("Show all valves, also those that are shut.", "-a, --all"),
        ("How many valves to show. (default: 3)", "-n, --number <n>"),
        ("Say what is done.", "-v --verbose"),
        ("Show the version.", "--version"),
        ("Say nothing.", "-q"),
    ]


def test_terms_beside_each_other_may_be_signs_or_several_words():
    text = "a      Open the valve.\n?      Say which is open.\nmove it by 5 Turn it.\n"
    text = text.replace("a      ", "a            ").replace("?      ", "?            ")
    assert [unit[1:] for unit in units(text) if unit[0] == "definition"] == [
        ("Open the valve.", "a"),
        ("Say which is open.", "?"),
    ]


HELP = """\
usage: valve [-h] [--number N] [--exclude NAME [NAME ...]]
             house [house ...]

Show the valves of a house.

positional arguments:
  house                 the houses whose valves are shown

options:
  -h, --help            show this message and exit
  --exclude NAME [NAME ...]
                        leave out valves with such names
  --number N            how many to show [default: 3]

Commands:
  open   Open a valve, if it was shut
         by hand.

Write to the plumber.
"""


def test_the_help_of_a_program_is_its_call_and_definitions_below_headings():
    assert units(HELP) == [
        (
            "code",
            "usage: valve [-h] [--number N] [--exclude NAME [NAME ...]] house [house ...]",
            None,
        ),
        ("prose", "Show the valves of a house.", None),
        ("prose", "positional arguments:", None),
        ("prose", "house", "positional arguments:"),
        ("definition", "the houses whose valves are shown", "house"),
        ("prose", "options:", None),
        ("prose", "-h, --help", None),
        ("definition", "show this message and exit", "-h, --help"),
        ("prose", "--exclude NAME [NAME ...]", None),
        ("definition", "leave out valves with such names", "--exclude NAME [NAME ...]"),
        ("prose", "--number N", None),
        ("definition", "how many to show [default: 3]", "--number N"),
        ("prose", "Commands:", None),
        ("prose", "open", "Commands:"),
        ("definition", "Open a valve, if it was shut by hand.", "open"),
        ("prose", "Write to the plumber.", None),
    ]
    kinds = [block.kind for block in find_blocks(HELP)]
    assert kinds.count("heading") == 3 and kinds.count("code") == 1


@pytest.mark.parametrize(
    "text", ["Usage: The valve is [always] red.", "Usage: rare today.", "Usage: water, gas"]
)
def test_words_about_usage_are_no_call_of_a_program(text):
    assert [block.kind for block in find_blocks(text)] != ["code"]


def test_a_call_below_other_words_needs_no_lead_in():
    assert units("It is free.\n\nUsage: valve [OPTION]... HOUSE\nShow valves.\n")[1:] == [
        ("code", "Usage: valve [OPTION]... HOUSE", None),
        ("prose", "Show valves.", None),
    ]


def test_an_option_with_several_values_is_a_term():
    text = "     -t oak | elm | ash\n             Names the wood.\n\n     -q      Says nothing.\n"
    assert units(text)[:2] == [
        ("prose", "-t oak | elm | ash", None),
        ("definition", "Names the wood.", "-t oak | elm | ash"),
    ]


def test_a_word_between_two_commands_below_an_option_is_no_definition():
    text = "-x\n\n    x = 1\n\n    or\n\n    x = 2\n"
    assert [(kind, words) for kind, words, _ in units(text)][1:] == [
        ("code", "x = 1"),
        ("prose", "or"),
        ("code", "x = 2"),
    ]


def test_an_item_goes_on_after_a_comma_below_its_text():
    text = "You need these:\n - a crane,\n   with a hook\n - rope\n"
    assert [words for _, words, _ in units(text)][1:] == ["a crane, with a hook", "rope"]


def test_what_follows_the_name_of_an_item_is_quoted_below_it():
    named = "`HOIST` — Place of all ropes of the yard."
    items = [named, "See the crane for more of them.", "**Default:** `2 * 2`."]
    text = f"The names are:\n\n- {' '.join(items)}\n- `JIB` — Length of the jib.\n"
    found = units(text, "markdown")
    assert found[2:4] == [("item", items[1], named), ("item", items[2], named)]


def rows_of(text: str) -> list[tuple[str, str]]:
    """The header and the rows of a text, without wide gaps."""
    return [
        (block.kind, " ".join(text[block.start : block.end].split()))
        for block in find_blocks(text)
        if block.kind in ("header", "table")
    ]


def test_a_rule_without_gaps_is_below_the_names_of_columns():
    text = (
        "The keys of the pump:\n\n"
        "       Key        Flag   Function\n       ──────────────────────────────────\n"
        "       set level  -l     Set  the level of\n                         the water.\n"
        "       set no level      Take the  usual\n                         one.\n"
        "       stop       -s     End.\n\n       It has no others.\n"
    )
    assert rows_of(text) == [
        ("header", "Key Flag Function"),
        ("table", "set level -l Set the level of the water."),
        ("table", "set no level Take the usual one."),
        ("table", "stop -s End."),
    ]


def test_rules_without_gaps_may_be_between_all_rows():
    rule = "       ──────────────────────────────────\n"
    text = (
        f"The keys of the pump:\n\n{rule}"
        f"       C-a b,     (drain)   Let  water\n       C-a C-b              out.\n{rule}"
        f"       C-a c      (fill)    Let it in.\n{rule}\n\n"
        f"       C-a d      (stop)    End.\n{rule}\n       It has no others.\n"
    )
    assert rows_of(text) == [
        ("table", "C-a b, (drain) Let water C-a C-b out."),
        ("table", "C-a c (fill) Let it in."),
        ("table", "C-a d (stop) End."),
    ]


def test_a_rule_without_gaps_below_words_is_below_a_heading():
    text = "The old pump\n────────────────\n\nIt is red. It is on the hill.\n"
    assert [block.kind for block in find_blocks(text)] == ["heading", "paragraph"]


def test_bars_without_spaces_divide_cells_in_markdown():
    text = "Tool|Place|Number\n---|---|---\nsmall hammer|north hall|12\nlong saw|south hall|9\n"
    header = "Tool|Place|Number"
    rows = [
        ("row", words, header) for words in ("small hammer|north hall|12", "long saw|south hall|9")
    ]
    assert units(text, "markdown")[-2:] == rows


def test_a_header_row_without_text_is_left_out():
    text = "|  |  |\n|---|---|\n| hammer | north hall |\n| saw | south hall |\n"
    assert units(text, "markdown") == [
        ("row", "| hammer | north hall |", None),
        ("row", "| saw | south hall |", None),
    ]


@pytest.mark.parametrize("row", ["  yes  |  no   |  yes", " yes  |  no    |  yes"])
def test_a_label_before_the_names_of_columns_makes_them_the_header_of_a_single_row(row):
    text = (
        "fill <tank>\n  Fill the tank up to its mark.\n"
        "  May be used at :   day   | night | noon\n"
        f"                    {row}\n"
        "  The pump stops by itself if the water stands above the mark of the tank, and\n"
        "  begins again after ten minutes, so that the motor can cool in the meantime.\n"
    )
    header = "May be used at : day | night | noon"
    assert ("row", "yes | no | yes", header) in units(text)
