"""Lists, code, terms and tables in plain text and Markdown, with what has to be quoted before."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Block, Document
from hyperdigest.split import split
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.sentence_ends import sentence_ends
from hyperdigest.split.structure import kind_of


def blocks(text: str, format: str = "text") -> list[tuple[str, int, str]]:
    return [
        (block.kind, block.level, text[block.start : block.end])
        for block in find_blocks(text, format)
    ]


def kinds(text: str, format: str = "text") -> list[str]:
    return [kind for kind, *_ in blocks(text, format)]


def contexts(text: str, format: str = "text") -> list[tuple[str, str, str | None]]:
    """The text, the kind and the context of each sentence."""
    spans = split(Document("a", "a", text, format=format))
    texts = [text[s:e] for s, e in zip(spans.start, spans.end, strict=True)]
    return [
        (one, SENTENCE_KINDS[kind], texts[number - distance] if distance else None)
        for number, (one, kind, distance) in enumerate(
            zip(texts, spans.kind, spans.context.tolist(), strict=True)
        )
    ]


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_lists_are_nested_by_their_indent(format):
    text = (
        "To stop the pump:\n\n1. Close the valve.\n\n   It is red.\n\n2. Pull one of these:\n"
        "   - the lever\n   - the chain\n3. Wait.\n\nThe pump is off.\n"
    )
    assert blocks(text, format) == [
        ("paragraph", 0, "To stop the pump:"),
        ("step", 1, "Close the valve."),
        ("paragraph", 1, "It is red."),
        ("step", 1, "Pull one of these:"),
        ("item", 2, "the lever"),
        ("item", 2, "the chain"),
        ("step", 1, "Wait."),
        ("paragraph", 0, "The pump is off."),
    ]


@pytest.mark.parametrize(
    "above", ["[![Tests][badge]][tests] ![Size](size.svg)", "Moderated : no", "State: shut"]
)
def test_images_and_fields_of_an_entry_introduce_no_code(above):
    text = f"# Pumps\n\n{above}\n\n```sh\npump --drain tank\n```\n"
    assert contexts(text, "markdown")[-1] == ("pump --drain tank", "code", None)
    told = text.replace(above, "Drain the tank: with this")
    assert contexts(told, "markdown")[-1][2] == "Drain the tank: with this"


@pytest.mark.parametrize("prompt", ["$ ", ""])
def test_a_backslash_joins_the_next_line_of_a_command_also_at_the_margin(prompt):
    command = f"{prompt}pump --from tank \\\n--to field \\\n--until full"
    text = f"Water the field with this:\n\n   {command}\n\nThen shut the valve of the tank.\n"
    assert ("code", 0, command) in blocks(text)


@pytest.mark.parametrize("rule", ["", "----------------------------\n"])
def test_a_row_of_all_names_but_the_first_is_the_header_of_aligned_columns(rule):
    names = "            Summer      2023\n"
    rows = (
        "Adults      12 coins   1,204\nChildren    6 coins      930\nDogs        1 coin         7\n"
    )
    assert [text for kind, _, text in blocks(f"Fares:\n\n{names}{rule}{rows}")] == [
        *("Fares:", "Summer      2023"),
        *rows.splitlines(),
    ]
    assert kinds(f"{names}{rule}{rows}") == ["header", "table", "table", "table"]
    assert kinds(f"{names[5:]}{rule}{rows}")[0] != "header"


@pytest.mark.parametrize(
    ("head", "names", "count"),
    [
        ("", "                        2023     2024     2025\n", 3),
        ("", "                        2023     2024     2025\n", 2),
        ("", "(in millions)           2023     2024     2025\n", 3),
        ("", "\t\t\t2023\t 2024\t  2025\n", 3),
        ("", "                     Q1 2025  Q2 2025  Q3 2025\n", 2),
        (
            "                        As of December 31,\n",
            "                        2023     2024     2025\n",
            2,
        ),
        (
            "",
            "                        2023     2024     2025\n"
            "                       -----    -----    -----\n",
            3,
        ),
    ],
)
def test_a_row_of_years_names_the_aligned_columns_below_it(head, names, count):
    rows = [
        "Revenue                1,200    1,340    1,500\n",
        "Costs                    800             1,000\n",
        "Profit                   400               500\n",
    ][:count]
    kinds_of_rows = ["header"] * (1 + bool(head)) + ["table"] * count
    assert kinds(f"{head}{names}{''.join(rows)}") == kinds_of_rows


def test_years_in_the_first_column_name_no_columns():
    assert kinds("2023     1,200\n2024     1,340\n2025     1,500\n") == ["table"] * 3


def test_code_between_steps_does_not_end_their_list():
    text = "1. Install it:\n\n```sh\npump install\n\npump --on\n```\n\n2. Run it.\n"
    assert blocks(text, "markdown") == [
        ("step", 1, "Install it:"),
        ("code", 1, "pump install\n\npump --on"),
        ("step", 1, "Run it."),
    ]


def test_items_may_begin_in_the_column_of_the_step_that_announces_them():
    text = "1. Take one of:\n- the red one\n- the old one\n2. Go.\n"
    assert [level for _, level, _ in blocks(text)] == [1, 2, 2, 1]


def test_headings_with_numbers_are_no_steps():
    text = (
        "1. Introduction\n\nThe pump is old.\n\n2. Use\n\n2.1. What does it pump?\n\n"
        "It pumps water. It is cold.\n\n3. Care\n\nOil it.\n"
    )
    assert kinds(text) == [
        "heading", "paragraph", "heading", "heading", "paragraph", "heading", "paragraph",
    ]  # fmt: skip
    assert ("It pumps water.", "prose", "2.1. What does it pump?") in contexts(text)


def test_questions_stand_before_their_answers():
    text = "Q: I have a pump. Is it old?\nA: Yes, it is very old.\n\nIt rusts.\n"
    assert blocks(text)[:2] == [
        ("heading", 0, "I have a pump. Is it old?"),
        ("paragraph", 0, "Yes, it is very old."),
    ]
    assert contexts(text)[1] == ("Yes, it is very old.", "prose", "I have a pump. Is it old?")


@pytest.mark.parametrize(
    "code",
    [
        "    pump --speed 3\n    pump --off",
        "    make install",
        "    int speed = 3;\n\n    pump(speed);",
        "# pump -q 'tide high'",
        "$ pump start\nPump started.",
        ">>> pump(3)\n3",
        "speed 30\npath /var/lib/pump\nrtcsync",
    ],
)
def test_code_in_plain_text_is_one_block(code):
    text = f"The pump is started by this:\n\n{code}\n\nIt takes a minute.\n"
    assert kinds(text) == ["paragraph", "code", "paragraph"]
    assert contexts(text)[1] == (code.strip(), "code", "The pump is started by this:")


def test_text_that_is_indented_is_no_code():
    text = "The letter said:\n\n    The pump is old and the town has no money for it.\n"
    assert "code" not in kinds(text)


OPTIONS = """\
Usage: pump [OPTION]...

  -q, --quiet        say nothing
  -s, --speed=RATE   pump at this rate, which may
                     be changed while it runs
      --off          stop
"""


def test_options_beside_their_text_are_terms():
    assert blocks(OPTIONS)[1:] == [
        ("term", 1, "-q, --quiet"),
        ("definition", 1, "say nothing"),
        ("term", 1, "-s, --speed=RATE"),
        ("definition", 1, OPTIONS[OPTIONS.index("pump at") : OPTIONS.index("runs") + 4]),
        ("term", 1, "--off"),
        ("definition", 1, "stop"),
    ]


def test_options_above_their_text_are_terms_of_all_its_paragraphs():
    text = (
        "OPTIONS\n       -s, --speed=RATE\n              Pump at this rate.\n\n"
        "              The rate is low at first.\n\n       --off\n              Stop.\n"
    )
    assert contexts(text)[1:] == [
        ("-s, --speed=RATE", "prose", None),
        ("Pump at this rate.", "definition", "-s, --speed=RATE"),
        ("The rate is low at first.", "definition", "-s, --speed=RATE"),
        ("--off", "prose", None),
        ("Stop.", "definition", "--off"),
    ]


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("valve: lets water in\npump: moves it\ntank: holds it\n", "text"),
        ("valve - lets water in\npump - moves it\ntank - holds it\n", "text"),
        ("valve\n: lets water in\n\npump\n: moves it\n\ntank\n: holds it\n", "markdown"),
        (
            "max_valves\n    Number of valves that let water in.\n\nmax_pumps\n"
            "    Number of pumps.\n\nmax_tanks\n    Number of tanks.\n",
            "text",
        ),
    ],
)
def test_lists_of_terms_are_found(text, format):
    assert kinds(text, format) == ["term", "definition"] * 3


def test_the_page_of_a_manual_names_its_program_in_prose():
    text = "NAME\n    git-column - Display data in columns\n\nSYNOPSIS\n    git column\n"
    assert kinds(text)[:2] == ["heading", "paragraph"]


def test_ways_to_call_a_program_are_code_from_the_first_one_on():
    calls = ["tram {a|b|go}[XY] [STOP...]", "tram {--stop|--halt} STOP", "tram --ring [STOP...]"]
    text = "NAME\n       tram - move people\n\nSYNOPSIS\n       {}\n\nNOTE\n       It is old.\n"
    found = find_blocks(text.format("\n\n       ".join(calls)))
    assert [block.kind for block in found][3:5] == ["code", "heading"]


@pytest.mark.parametrize(
    ("table", "format"),
    [
        ("| Port | Use |\n|---:|:--|\n| 22 | shell |\n| 80 | web |", "markdown"),
        ("Port | Use\n---|---\n22 | shell\n80 | web", "markdown"),
        ("Port     Use\n------   -----\n22       shell\n80       web", "text"),
        ("+----+----+\n|Port|Use |\n+====+====+\n|22  |ssh |\n+----+----+\n|80  |web |\n+----+",
         "text"),
        ("====  =====\nPort  Use\n====  =====\n22    shell\n80    web\n====  =====", "text"),
        ("Pump      Speed   Year\nred         120   1990\nold          80   1970", "text"),
    ],
)  # fmt: skip
def test_rows_of_tables_follow_their_header(table, format):
    text = f"These are known.\n\n{table}\n\nThey are all.\n"
    assert kinds(text, format) == ["paragraph", "header", "table", "table", "paragraph"]


@pytest.mark.parametrize(
    "cell", ["At once.<br>Or late.", "<ul><li>now</li></ul>", "a • now • late"]
)
def test_a_line_break_or_list_in_a_cell_cuts_no_row(cell):
    text = f"| Name | When |\n|---|---|\n| tide | {cell} |\n| wind | never |\n"
    assert kinds(text, "markdown") == ["header", "table", "table"]


def test_a_line_break_in_a_cell_is_shown_as_a_space():
    assert Document("a", "a", "a<br>b", format="markdown").displayed(0, 6) == "a b"


def test_text_set_in_columns_by_spaces_is_no_table():
    text = (
        "The  pump  of  the  town is very old.  It was built in 1970  by  a\n"
        "company  that  no  longer  exists.  Its valves are made of  brass,\n"
        "and  nobody  knows  how  they are opened.  The town has  no  money\n"
        "to have a new one built.\n"
    )
    assert kinds(text) == ["paragraph"]


def test_a_name_with_brackets_after_a_full_stop_is_not_cut():
    text = "Merge the tip of maint-X.Y.(Z-1) into it. Then push it."
    assert sentence_ends(text)[0] in (41, 42)


@pytest.mark.parametrize("signs", ["(‘*?[’)", "(‘-a’, ‘!’, ‘(’)", '("?*[")', "`!(a|b)`"])
def test_signs_in_quotes_are_not_cut(signs):
    text = f"Each word is searched for the signs {signs} in turn. Then it is split."
    assert sentence_ends(text) == [text.index(" Then"), len(text)]


def test_a_list_that_goes_on_in_brackets_ends_no_sentence():
    text = "Write it as INSERT INTO pumps (name, ...) VALUES ... (see below). Then start."
    assert sentence_ends(text)[0] > text.index("below")
    assert len(sentence_ends("Close all valves (red, blue, ...) Then open the drain cock.")) == 2


@pytest.mark.parametrize(
    "sentence",
    [
        *("Pumps → a.html b.html", "[12] Lee, Pumps of the World, 1990.", "[pumps of the town]."),
        "*Note Pumps of the Town::, for more about them.",
    ],
)
def test_references_fragments_and_links_are_no_prose(sentence):
    text = f"The pump is old.\n\n{sentence}\n\nThe town is small."
    spans = split(Document("a", "a", text))
    assert "prose" not in [FORMS[form] for form in spans.form[1:-1]]
    assert "incomplete" not in [FORMS[form] for form in spans.form[1:-1]]


PIECES = [
    "The pump", " is old", ".", ":", "?", " ", "  ", "    ", "\t", "\n", "\n\n", "\r\n", "- ",
    "1. ", "2. ", "(a) ", "o ", "Step 1: ",
    "# ", "$ ls", "# ls -l", ">>> a", "```", "~~~", "| a | b |",
    "|---|---|", "+---+", "+===+", "|a|", "====  ====", "---", "===", "-q, --quiet", "--off",
    "Term: ", "a - b", ": text", "::", ".. code-block:: sh", "Q: ", "A: ", "2.1. What", "NAME\n",
    "DESCRIPTION\n", "a = b;", "{", "}", "12", "3.5", "Contents", "<li>", "<dt>", "é", "。", "\x00",
]  # fmt: skip


@settings(max_examples=400)
@given(
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=200),
    st.sampled_from(["text", "markdown"]),
)
def test_blocks_are_disjoint_slices_in_order_whatever_the_text(text, format):
    end = 0
    for block in find_blocks(text, format):
        assert end <= block.start < block.end <= len(text)
        assert block.level >= 0
        end = block.end


LONG = {
    "nested items": lambda n: "".join(f"{' ' * (2 * (k % 1000))}- a\n" for k in range(n // 40)),
    "wide line": lambda n: ("a  " * 10_000 + "\n") * (n // 300),
    "open fence": lambda n: "```\n" + "pump on\n" * n,
    "one list": lambda n: "1. Close the valve.\n" * n,
    "options": lambda n: "  -q, --quiet  say nothing\n" * n,
    "options without text": lambda n: "-q\n" * n,
    "sessions": lambda n: "$ ls\n\n" * n,
    "numbers": lambda n: "12  34  56  78\n" * n,
    "terms": lambda n: "pump\n    The red pump of the town.\n" * n,
    "frames": lambda n: "+---+\n" * n,
    "rules": lambda n: "==  ==\na  b\n\n" * n,
    "labels": lambda n: "pump: a\n" * n,
    "letters": lambda n: "a. pump on\n" * n,
    "letters apart": lambda n: ("a. pump on\n" + "  of the town\n" * 250 + "\n") * (n // 200),
    "open tables": lambda n: "<table><tr><td>a\n\n" * n,
    "rows in HTML": lambda n: "<table>" + "<tr><td>a<td>b\n" * n + "</table>",
    "short lines": lambda n: "pump on\n" * n,
    "blank lines": lambda n: ("pump:" + "\n" * 50) * (n // 10),
}


@pytest.mark.parametrize("format", ["text", "markdown"])
@pytest.mark.parametrize("name", LONG)
def test_blocks_take_linear_time(name, format):
    def seconds(n: int) -> float:
        text = LONG[name](n)
        began = process_time()
        for _ in find_blocks(text, format):
            pass
        return process_time() - began

    seconds(300)
    assert any(seconds(8000) < 10 * seconds(2000) + 0.3 for _ in range(3))


def test_steps_directly_below_a_wide_item_are_no_wrapped_lines():
    text = (
        "  1. restart the old harbour pump of the town\n  2. verify the large valve of the mill\n"
        "     1. close the small valve of the tower\n     2. open the drain cock of the pump\n"
        "  3. replace the broken lever of the pump\n"
    )
    assert [(kind, level) for kind, level, _ in blocks(text)] == [
        ("step", 1), ("step", 1), ("step", 2), ("step", 2), ("step", 1)
    ]  # fmt: skip


def test_a_wrapped_line_may_begin_with_a_number():
    text = (
        "The pump in the harbour of the town was built by the council in\n"
        "1. June of that year, and nobody has repaired it in winter since\n"
        "the mill on the hill was closed to all of the people in the town.\n"
    )
    assert kinds(text) == ["paragraph"]


def test_a_dash_before_code_is_a_part_of_it():
    text = "Write this to the file:\n\n.. code-block:: yaml\n\n  - pump: old\n    valve: red\n"
    assert contexts(text)[1] == (
        "- pump: old\n    valve: red", "code", "Write this to the file:"
    )  # fmt: skip


@pytest.mark.parametrize("heading", ["Contents", "2. Table of Contents", "7. References"])
def test_entries_below_a_heading_that_says_so_are_no_items(heading):
    text = f"# {heading}\n\n- Pumps of the town\n- Valves\n\n# Parts\n\n- a valve\n- a lever\n"
    assert [kind for _, kind, _ in contexts(text, "markdown")] == ["prose"] * 4 + ["item"] * 2


def test_entries_of_an_index_stand_below_its_letters():
    text = "# Index\n\n## P\n\n- pump\n- pump of the town\n\n## Parts\n\n- a valve\n- a lever\n"
    kinds = [kind for _, kind, _ in contexts(text, "markdown")]
    assert kinds == ["prose"] * 5 + ["item"] * 2


def test_rows_below_the_heading_of_an_index_are_entries_unless_a_header_names_their_columns():
    index = "Index\n\nferry\tpump\n\nlever\tvalve\n"
    table = "# Contents\n\n| Box | Parts |\n|---|---|\n| red | a valve |\n| blue | a lever |\n"
    blocks = (Block(0, 5, "heading", 1), Block(7, 17, "table"), Block(19, 30, "table"))
    assert split(Document("a", "a", index, blocks=blocks)).kind.tolist() == [0, 0, 0]
    assert [kind for _, kind, _ in contexts(table, "markdown")][-2:] == ["row", "row"]


@pytest.mark.parametrize(
    ("row", "is_entry"),
    [
        ("accept filters, 12\taddresses, 7, 34", True),
        ("\\pump, 4\t\\valve(red), 25, 35–36", True),
        ("pump . . . . . . 12, 45\tsee also valve", True),
        ("Pump\tnorth, south\t12, 45", False),
        ("3, 4\t5, 6", False),
        ("Box, 12\tA red valve.", False),
    ],
)
def test_rows_of_an_index_in_columns_are_entries_below_any_heading(row, is_entry):
    kind = kind_of(row, "table", "table", 8)
    assert kind == ("prose" if is_entry else "row")


@pytest.mark.parametrize(("numbers", "sizes"), [("12312", [3, 3, 3, 2, 2]), ("1111", [4] * 4)])
def test_steps_that_begin_anew_at_one_are_a_list_of_their_own(numbers, sizes):
    text = "\n\n".join(f"{number}. Pull lever {place}." for place, number in enumerate(numbers))
    assert split(Document("a", "a", text, format="markdown")).of.tolist() == sizes


def test_an_option_after_a_bullet_is_a_term():
    text = (
        "Options of the ferry:\n\n"
        "  ○   --fast / -f:\n\n      The ferry goes at full speed, if the wind allows it.\n\n"
        "  ○   --slow:\n\n      The ferry saves its fuel and arrives an hour later.\n\n"
        "  ○   Bring your own food and water.\n"
    )
    assert blocks(text)[1:] == [
        ("term", 1, "--fast / -f"),
        ("definition", 1, "The ferry goes at full speed, if the wind allows it."),
        ("term", 1, "--slow"),
        ("definition", 1, "The ferry saves its fuel and arrives an hour later."),
        ("item", 1, "Bring your own food and water."),
    ]


def test_a_short_term_beside_its_text_goes_on_with_terms_above_theirs():
    text = (
        "NAME\n\nDESCRIPTION\n\n     no-anchor-chain\n             Leave the chain on shore.\n\n"
        "     no-oar  Leave the oars on shore.\n\n"
        "     no-sail-cloth\n             Leave the sails on shore.\n"
    )
    found = blocks(text)
    assert [text for kind, _, text in found if kind == "term"] == [
        "no-anchor-chain", "no-oar", "no-sail-cloth"
    ]  # fmt: skip


def test_labels_of_questions_and_answers_are_no_terms():
    text = (
        "Q:   Does the ferry go at night?\n\nA:   It stays  in the harbour,  since nobody would\n"
        "     see the rocks.\n\nQ:   Who may steer it?\n\nA:   Whoever has passed the exam may.\n"
    )
    assert kinds(text) == ["heading", "paragraph", "heading", "paragraph"]


def test_quotes_of_which_all_lines_are_code_are_code():
    text = "Compute the tide.\n\n> SELECT tide('now');\n\n> All that glitters is not gold.\n"
    assert [kind for _, kind, _ in contexts(text, "markdown")] == ["prose", "code", "prose"]


@pytest.mark.parametrize(
    "quote",
    [
        "> no lamp tonight;\n> no moon above;\n> only rain, falling",
        "> Bells on the water;\n> Gulls everywhere, white;",
        "> bring cake",
        "> ok, see you there",
        "> ¿quedamos mañana?",
        "> --Anonymous",
        "> the following script in /home/anna/bells.sh:",
    ],
)
def test_verses_and_short_answers_in_quotes_are_no_code(quote):
    text = f"She wrote to her friend:\n\n{quote}\n\nHe liked it.\n"
    assert "code" not in [kind for _, kind, _ in contexts(text, "markdown")]


def test_names_of_sections_of_a_manual_are_no_terms():
    text = (
        "NAME\n       ferry - carry people\n\nDESCRIPTION\n       The ferry is old. It is red.\n\n"
        "NOTES\n       The ferry stops at night.\n\n       -n     Go at night.\n\n"
        "SEE ALSO\n       boat(1), ship(8)\n"
    )
    assert blocks(text)[2:] == [
        ("heading", 1, "DESCRIPTION"),
        ("paragraph", 0, "The ferry is old. It is red."),
        ("heading", 1, "NOTES"),
        ("paragraph", 0, "The ferry stops at night."),
        ("term", 1, "-n"),
        ("definition", 1, "Go at night."),
        ("heading", 1, "SEE ALSO"),
        ("paragraph", 0, "boat(1), ship(8)"),
    ]


def test_verses_in_lower_case_are_no_code():
    text = (
        "She wrote about autumn. It was late.\n\n    a leaf falls\n    on the cold pond\n"
        "    under the moon\n\nHe read it aloud. It was night.\n\n    sail home\n    anchor\n"
    )
    assert kinds(text).count("code") == 1
    assert kinds(text)[-1] == "code"


def test_what_an_option_does_in_lower_case_is_its_definition():
    text = (
        "NAME\n       ferry - carry people\n\nOPTIONS\n       --quiet\n              suppress horns"
        " and bells on the bridge\n\n       --version\n              output the version and exit\n"
    )
    assert kinds(text)[3:] == ["term", "definition", "term", "definition"]


def test_commands_with_an_or_between_them_are_code():
    text = "To sail at night, type this:\n\n    ferry -n\n    or\n    ferry --night\n"
    assert kinds(text) == ["paragraph", "code"]


def test_an_item_of_markdown_that_is_all_bold_is_a_heading_between_paragraphs():
    text = (
        "Questions.\n\n  * **1.2 Why does it ring?**\n\n  It warns those in the shaft.\n\n"
        "  * **1.3 WARNINGS**\n\n  Do not go down.\n"
    )
    assert kinds(text, "markdown") == ["paragraph", "heading", "paragraph", "heading", "paragraph"]
    assert contexts(text, "markdown")[2] == (
        "It warns those in the shaft.", "prose", "**1.2 Why does it ring?**"
    )  # fmt: skip
    listed = "It is:\n\n* **fast**\n* **small**\n\nAnd it is cheap.\n"
    assert kinds(listed, "markdown") == ["paragraph", "item", "item", "paragraph"]


def test_bold_items_with_paragraphs_in_them_are_a_list_that_a_colon_announces():
    text = (
        "There are two ways to open the gate:\n\n- **By hand**\n\n  Pull the lever.\n\n"
        "- **By motor**\n\n  Press the button.\n\nThen walk in.\n"
    )
    own = ["paragraph", "item", "paragraph", "item", "paragraph", "paragraph"]
    assert kinds(text, "markdown") == own
    spans = split(Document("a", "a", text, format="markdown"))
    assert [(o, n) for o, n in zip(spans.ordinal, spans.of, strict=True) if o] == [(1, 2), (2, 2)]
    begun = "- Look at the gate.\n\n  It is green.\n\n- **By motor**\n\n  Press the button.\n"
    assert kinds(begun, "markdown") == ["item", "paragraph", "item", "paragraph"]


def test_a_question_that_is_bold_with_its_label_is_a_heading_without_marks():
    text = "**Q: Does it ring at night?**\n\nA: Yes, it rings until six.\n\n**Q: **\n"
    assert blocks(text, "markdown")[0][2] == "Does it ring at night?"
    assert contexts(text, "markdown")[1][2] == "Does it ring at night?"


def test_what_follows_the_label_of_a_question_is_one_if_the_label_of_an_answer_follows():
    claim = "The ferry does not start, and the lamp is red."
    text = f"Q: {claim}\n\nA: Pull the lever. It takes a minute.\n\nQ: {claim}\n\nIt is late.\n"
    (asked, _, claimed, _) = [kind for kind, _, _ in blocks(text)]
    assert (asked, claimed) == ("heading", "paragraph")
    assert contexts(text)[1][2] == claim


@pytest.mark.parametrize("below", ["Mode  Hours\nlow   40\nhigh  6", "* a red lamp\n* a blue lamp"])
def test_the_next_number_above_a_table_or_list_is_that_of_a_heading(below):
    text = f"2. Commands\n\nType this now.\n\n3. Power\n\n{below}\n\n4. Ends\n\nIt ends here.\n"
    found = [words for kind, _, words in blocks(text) if kind == "heading"]
    assert found == ["2. Commands", "3. Power", "4. Ends"]
    assert "step" not in kinds(text)


def test_a_comment_in_the_example_of_an_option_is_no_heading():
    text = (
        "NAME\n       ferry - row a ferry\n\nOPTIONS\n       --map FILE\n"
        "              Read the map of the lake:\n\n              # The way is long.\n"
        "              way: north\n\n       --night\n              Row at night.\n\nFILES\n"
    )
    found = [words for kind, _, words in blocks(text) if kind == "heading"]
    assert "# The way is long." not in found and "The way is long." not in found
    assert found[-2:] == ["OPTIONS", "FILES"]
    assert kinds(text)[-3:-1] == ["term", "definition"]


def test_a_paragraph_of_links_of_markdown_is_never_quoted():
    text = "Read this.\n\n[1. How it works](#how)  \n[2. Why it rings](#why)\n\nIt rings loudly.\n"
    spans = split(Document("a", "a", text, format="markdown"))
    forms = [FORMS[form] for form in spans.form]
    assert forms == ["prose", *["stub"] * (len(forms) - 2), "prose"]


def test_the_rows_below_an_option_of_a_manual_need_its_name():
    text = (
        "NAME\n       ferry - row a ferry\n\nOPTIONS\n       --lamp=WHICH\n"
        "              Light one of the lamps:\n\n              red     at the bow    1\n"
        "              blue    at the mast   2\n              green   astern        3\n\n"
        "       --night\n              Row at night.\n\nFILES\n"
    )
    found = [(words, context) for words, kind, context in contexts(text) if kind == "row"]
    assert len(found) == 3
    assert {context for _, context in found} == {"--lamp=WHICH"}


@pytest.mark.parametrize("mark", ["**", "__", "*"])
@pytest.mark.parametrize(
    "faq",
    [
        "{}Q. Is it loud?{}\n\nA. It wakes the whole town.\n",
        "{}Q. Is it loud?{}\nIt wakes the whole town.\n",
        "{}Q.{} Is it loud?\n{}A.{} It wakes the whole town.\n",
    ],
)
def test_the_question_of_an_faq_loses_its_emphasis_and_introduces_the_answer(mark, faq):
    found = contexts(faq.replace("{}", mark), "markdown")
    assert found == [
        ("Is it loud?", "prose", None),
        ("It wakes the whole town.", "prose", "Is it loud?"),
    ]


def test_a_numbered_question_on_two_lines_above_a_rule_is_a_heading_of_its_answer():
    text = (
        "4. How do I find out which of the other tanks may be emptied while the\n"
        "   pump is off?\n"
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
        "  Read the file /var/tanks, which names each tank and its neighbours.\n\n"
        "5. Why does the pump speak of 'filling' in winter?\n"
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
        "  It is a fault. In fact the pump does not fill anything, but it cannot\n"
        "  tell the two apart.\n"
    )
    assert kinds(text) == ["heading", "paragraph"] * 2


def test_a_rule_below_a_step_of_two_lines_ends_the_list():
    text = (
        "1. Open the valve.\n2. Fill the tank up to the red line at the top of the wall, and\n"
        "   close it again.\n"
        "-----------------------------------------------------------------\n"
    )
    assert kinds(text) == ["step", "step"]


def test_markdown_that_marks_its_headings_has_no_other_ones():
    text = (
        "# Options of the works\n\n## --pump-provider\n\nChoose your Pump Provider\n\n"
        "- Default: none\n\n**Old pumps**\n\nThey have no provider.\n"
    )
    assert [words for kind, _, words in blocks(text, "markdown") if kind == "heading"] == [
        "Options of the works",
        "--pump-provider",
        "**Old pumps**",
    ]


def test_markdown_with_only_a_title_may_have_headings_without_marks():
    assert kinds("# Pumps\n\nThe old works\n\nThey are closed.\n", "markdown") == [
        "heading",
        "heading",
        "paragraph",
    ]


def test_a_line_of_markdown_right_above_a_fence_is_no_heading():
    text = (
        "# Tanks\n\nTo empty a tank, use something like\n```\nempty 4\n```\nThis takes a while.\n"
    )
    assert kinds(text, "markdown") == ["heading", "paragraph", "code", "paragraph"]


@pytest.mark.parametrize(
    "example",
    [
        "     You have: litres/hour\n     You want: tanks\n             2e-11 kg / sec\n",
        "     tanks --terse water\n     W_FIELD\n     Gs\n     T\n",
        "2021-01-01\n  old    1\n  other\n",
    ],
)
def test_lines_of_an_example_are_no_headings(example):
    text = (
        f"If the water is cold, the pump writes what is below here:\n\n{example}\nIt then stops.\n"
    )
    spans = split(Document("a", "a", text))
    assert "heading" not in [FORMS[form] for form in spans.form]


def test_the_names_of_sections_right_above_each_other_and_above_a_term_are_apart():
    text = (
        "   closehead\n       Close any tank without a look at its water before.\n\n"
        "   Commands\n   Remote management of tanks\n"
        "   fetch\n       Pull water from another tank, and mix it if that is needed.\n\n"
        "       This finds all water of the given tank.\n"
    )
    assert blocks(text)[2:5] == [
        ("heading", 0, "Commands"),
        ("heading", 0, "Remote management of tanks"),
        ("term", 1, "fetch"),
    ]


def test_footnotes_below_a_definition_are_no_part_of_it():
    text = (
        "'-q'\n'--silent'\n     Do not show how many tanks were found, and do not ask for more.\n\n"
        "   ---------- Footnotes ----------\n\n   (1) The tanks are pools here.\n"
    )
    assert blocks(text)[-2:] == [
        ("heading", 0, "Footnotes"),
        ("step", 1, "The tanks are pools here."),
    ]


def test_settings_in_braces_are_one_block_of_code():
    text = (
        "The file has these parts.\n\n"
        "/tanks/north {\n    weekly\n    after\n        /bin/rinse tank\n    end\n    quiet\n}\n\n"
        "It is read twice.\n"
    )
    assert kinds(text) == ["paragraph", "code", "paragraph"]


def test_lines_of_comments_in_an_example_are_code():
    text = "This is the file.\n\n     ##\n     ## You can set the valve here.\n     ## It is new.\n"
    assert kinds(text) == ["paragraph", "code"]


@pytest.mark.parametrize("head", ["2031-05-02", "2031/5/2 opening balances"])
def test_an_entry_of_a_journal_is_code_and_its_date_no_heading(head):
    text = f"Two entries are here.\n\n{head}\n    tank:north      $20\n    tank:south\n"
    assert kinds(text) == ["paragraph", "code"]


def test_a_date_above_items_or_words_is_a_heading():
    assert kinds("2031-05-02\n  - The north tank leaks.\n")[0] == "heading"
    assert "code" not in kinds("2031-05-02\n    The north tank leaks, and is shut.\n")


@pytest.mark.parametrize(
    "entry",
    [
        "* tank fills, when it:           Filling.   (line  77)",
        "* the tank fills, when:   What is in Tanks.\n                               (line   6)",
    ],
)
def test_an_entry_of_an_index_of_info_is_never_quoted(entry):
    spans = split(Document("a", "a", f"Concept Index\n*************\n\n* Menu:\n\n{entry}\n"))
    assert FORMS[spans.form[-1]] == "stub"
    assert SENTENCE_KINDS[spans.kind[-1]] == "prose"


def test_an_entry_of_the_table_of_nodes_of_info_is_never_quoted():
    assert kind_of("How to open a valve\x7f60574", "definition", "stub", 5) == "prose"
    assert kind_of("How to open a valve", "definition", "stub", 5) == "definition"


def test_a_row_of_names_is_the_header_of_rows_that_lack_a_cell():
    text = (
        "Variable name      Alias   Replaced with\n"
        "tank_full                  1 if the tank is full\n"
        "tank_name          #T      Name of the tank\n"
        "valve_open                 1 if the valve is open\n"
        "valve_side                 Side of the valve\n"
    )
    assert kinds(text) == ["header", "table", "table", "table", "table"]


@pytest.mark.parametrize("line", ["NORTH | SOUTH | EAST", "OPERATORS  ALL = NIGHT: ALL"])
def test_a_line_of_a_grammar_or_a_setting_is_no_heading(line):
    assert "heading" not in kinds(f"The rest is known.\n\n{line}\n\nIt is read twice.\n")


HERE_DOCUMENT = """\
    cat >tank <<{mark}
    The Level of the Tank
{blank}    LOW
    {end}
"""


@pytest.mark.parametrize(
    ("mark", "end", "blank"),
    [("EOF", "EOF", ""), ("'END'", "END", ""), ("-\\EOF", "EOF", ""), ("EOF", "EOF", "\n")],
)
def test_a_here_document_is_code_up_to_the_word_that_ends_it(mark, end, blank):
    code = HERE_DOCUMENT.format(mark=mark, end=end, blank=blank)
    text = f"The pump writes its level to a file:\n\n{code}\nIt does so at night.\n"
    assert kinds(text) == ["paragraph", "code", "paragraph"]


def test_a_here_document_that_is_never_closed_ends_where_the_code_does():
    text = "Write it:\n\n    cat >tank <<EOF\n    level=low\n\nIt is read.\n\nEOF\n"
    assert kinds(text)[:3] == ["paragraph", "code", "paragraph"]


def test_a_line_in_capitals_of_an_example_is_no_heading():
    text = (
        "Levels of tanks\n===============\n\nThe pump prints one of these:\n\n     LOW\n"
        "     HALF-FULL\n\nIt is printed at noon.\n"
    )
    spans = split(Document("a", "a", text))
    forms = [FORMS[form] for form in spans.form]
    assert forms.count("heading") == 1


def test_a_setting_without_a_value_and_names_in_brackets_are_code():
    text = (
        "The names are set first, and then the pump is told:\n\n     SET_PUMP([RED], [water])\n"
        "     level=\n     SET_TANK\n     RED\n\nIt fills the tank.\n"
    )
    assert kinds(text) == ["paragraph", "code", "paragraph"]


def test_quoted_names_above_deeper_text_are_terms():
    text = (
        "The tanks of a plan\n===================\n\nA plan may have these words in it.\n"
        "‘TANK’\n     Holds the water of a day.\n\n‘[TANKS]’\n‘[^TANKS]’\n     Matches any tank"
        " of the list.\n\n‘LOW_MARK’\n‘HIGH_MARK’\n\n     Set both marks before the night.\n"
    )
    names = ["‘TANK’", "‘[TANKS]’", "‘[^TANKS]’", "‘LOW_MARK’", "‘HIGH_MARK’"]
    assert [words for kind, _, words in blocks(text) if kind == "term"] == names
    assert kinds(text).count("heading") == 1
    assert kinds(text).count("definition") == 3


def test_what_is_said_above_deeper_text_is_no_term():
    text = "“Stop the pump.”\n\n     He went down to the tank and looked at it for a long time.\n"
    assert "term" not in kinds(text)


def headings_and_terms(text):
    blocks = list(find_blocks(text))
    return {
        kind: [text[block.start : block.end] for block in blocks if block.kind == kind]
        for kind in ("heading", "term")
    }


@pytest.mark.parametrize(
    "entry",
    [
        "‘\\CHAR’\n     Matches CHAR, which is one of ‘$’, ‘*’, ‘.’, ‘[’, ‘\\’, or ‘^’.",
        "‘OILS’\n\n     ‘OILS’ is not known to all pumps, but to ours.",
        "‘: LABEL’\n     [No valves allowed.]\n\n     Names the place of a valve.",
    ],
)
def test_a_quoted_name_above_deeper_text_is_a_term_and_no_heading(entry):
    text = f"Names\n=====\n\nThe names that matter are these ones.\n\n{entry}\n"
    name = entry.partition("\n")[0]
    assert headings_and_terms(text) == {"heading": ["Names"], "term": [name]}


def test_a_quoted_sentence_above_a_blank_line_is_no_term():
    text = "‘Who oils it?’\n\n     Nobody knew who was to oil the pump.\n"
    assert headings_and_terms(text)["term"] == []


@pytest.mark.parametrize(
    "example",
    [
        "To drain it:\n\n     pump --drain all\n\nThen\n\n     pump --stop all\n",
        "Say this:\n\n     pump --drain all\n\nI get\n\n     pump: 2 tanks are full\n",
        "There are two tanks. Then the pump prints\n\n     Tank 1\n     < f\n     ---\n     > g\n",
        "To mark it:\n\n     $ pump --mark all\n\n     START-->\n     a a a aa\n     <--END\n",
    ],
)
def test_lines_of_examples_and_words_between_them_are_no_headings(example):
    text = f"Use\n===\n\nThe pump is easy to use.\n\n{example}\nThe pump is red and it is old.\n"
    assert headings_and_terms(text)["heading"] == ["Use"]


@pytest.mark.parametrize("line", ["START-->", "Marks =>"])
def test_a_line_that_ends_in_an_arrow_is_no_heading(line):
    spans = split(Document("a", "a", f"{line}\n\nThe pump is red and it is old.\n"))
    assert "heading" not in {FORMS[form] for form in spans.form}


def test_a_short_line_below_code_is_a_heading_if_it_leads_to_text():
    text = "Run this:\n\n     pump --drain all\n\nWhat is left\n\nThe rest stays in the tank.\n"
    assert headings_and_terms(text)["heading"] == ["What is left"]


@pytest.mark.parametrize("names", [(*"0123",), (*"ABCD",), ("Alpha", "Beta", "Gamma", "Delta")])
def test_the_last_terms_of_a_list_are_terms_too(names):
    entries = [f"{name}\n     The oven number {name} failed in the night." for name in names]
    found = blocks("\n\n".join(["Bread has codes.", *entries]))
    assert [text for kind, _, text in found if kind == "term"] == [*names]
    assert [kind for kind, *_ in found].count("definition") == len(names)


def test_an_index_of_words_is_no_code():
    names = ["flag", "flag day", "flaky", "flamage", "flame", "flame bait", "flamingo", "FLOP"]
    found = blocks(
        "\n\n".join(["The words follow.", *(f"   {name}" for name in names), "So it is."])
    )
    assert "code" not in [kind for kind, *_ in found]


def test_commands_between_blank_lines_are_code():
    names = ["all", "build", "check", "clean", "docs", "install", "test"]
    found = blocks("\n\n".join(["Run one of these:", *(f"   make {name}" for name in names)]))
    assert [kind for kind, *_ in found] == ["paragraph", "code"]


def test_an_option_whose_value_is_in_quotation_marks_is_a_term():
    entry = '--valve-rule="kind major:minor mode"'
    found = blocks(f"OPTIONS\n   {entry}\n       Allow this valve.\n\n   --rm\n       Remove it.\n")
    assert ("term", entry) in [(kind, text) for kind, _, text in found]


def test_a_line_heads_what_is_below_it_and_the_last_one_heads_nothing():
    line = "More benches by the lake would be great for older people"
    assert kinds(line) == ["paragraph"]
    assert kinds(f"{line}\n\nThey are tired.") == ["heading", "paragraph"]
    assert kinds(f"They are tired.\n\n{line}\n\n") == ["paragraph", "paragraph"]


def test_an_address_below_a_bullet_alone_is_split():
    text = "Flour:\n\n-\nhttps://mill.example.org/flour\n"
    found = split(Document("d", "d", text))
    last = text[found.start[-1] : found.end[-1]]
    assert last.endswith("https://mill.example.org/flour")
