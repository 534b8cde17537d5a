import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import BLOCK_KINDS, FORMS, SENTENCE_KINDS, Block
from hyperdigest.documents.lists import begin_of_item
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.read.html.reader import read_html
from hyperdigest.split import split, split_documents
from hyperdigest.split.dangling import refers_back
from hyperdigest.split.scripts import count_words
from hyperdigest.split.structure import LONGEST_CODE, LONGEST_UNIT, cuts

LONG = "The council of the town and its boards, which met in " + "the old hall of " * 20 + "May:"


def document_of(*parts):
    """A document of blocks given with kind and text, and perhaps level."""
    blocks, text = [], ""
    for kind, part, *level in parts:
        blocks.append(Block(len(text), len(text) + len(part), kind, *level))
        text += part + "\n\n"
    return Document("a", "a", text, format="html", blocks=tuple(blocks))


def contexts(document, language="en"):
    """The text, the kind and the text of the context of each sentence; None without one."""
    spans = split(document, language)
    texts = [document.text[s:e] for s, e in zip(spans.start, spans.end, strict=True)]
    return [
        (text, SENTENCE_KINDS[kind], texts[number - distance] if distance else None)
        for number, (text, kind, distance) in enumerate(
            zip(texts, spans.kind, spans.context.tolist(), strict=True)
        )
    ]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (
            [("paragraph", "To add a user:"), ("step", "Open it.", 1), ("step", "the name", 1)],
            [("Open it.", "step", "To add a user:"), ("the name", "step", "To add a user:")],
        ),
        (
            [("header", "Port\tUse"), ("table", "22\tshell"), ("table", "80\tweb")],
            [("22\tshell", "row", "Port\tUse"), ("80\tweb", "row", "Port\tUse")],
        ),
        (
            [("paragraph", "Run this to stop the pump:"), ("code", "pump --stop")],
            [("pump --stop", "code", "Run this to stop the pump:")],
        ),
        (
            [("term", "--speed=N"), ("definition", "Pump at this speed. It is low at first.")],
            [
                ("Pump at this speed.", "definition", "--speed=N"),
                ("It is low at first.", "definition", "Pump at this speed."),
            ],
        ),
        (
            [("paragraph", "The pump is in one of these states:"), ("term", "red"),
             ("definition", "It stands still.")],
            [
                ("red", "prose", "The pump is in one of these states:"),
                ("It stands still.", "definition", "red"),
            ],
        ),
        (
            [("paragraph", "These are its options:"), ("term", "--red"), ("definition", "Stop.")],
            [("--red", "prose", None), ("Stop.", "definition", "--red")],
        ),
        (
            [("item", "`speed` (default: 40). Strokes a minute. Three is slow.", 1)],
            [
                ("Strokes a minute.", "item", "`speed` (default: 40)."),
                ("Three is slow.", "item", "`speed` (default: 40)."),
            ],
        ),
        (
            [("heading", "Does it pump at night?"), ("paragraph", "Yes, if the tide is high.")],
            [("Yes, if the tide is high.", "prose", "Does it pump at night?")],
        ),
        (
            [("paragraph", "The pump is old. It is red. However, we like it.")],
            [
                ("It is red.", "prose", "The pump is old."),
                ("However, we like it.", "prose", "It is red."),
            ],
        ),
        ([("paragraph", LONG), ("item", "a long lead-in is not quoted", 1)],
         [("a long lead-in is not quoted", "item", None)]),
    ],
)  # fmt: skip
def test_what_cannot_be_read_alone_has_a_context(parts, expected):
    found = contexts(document_of(*parts))
    assert found[-len(expected) :] == expected


def test_a_row_of_years_below_a_header_of_one_cell_is_a_header_too():
    rows = [
        ("header", "Years ended 30 June"),
        ("table", "2019\t2018"),
        ("table", "Wool\t914\t918"),
        ("table", "Rope\t2,018\t2,019"),
    ]
    found = contexts(document_of(*rows))
    assert found[2:] == [
        ("Wool\t914\t918", "row", "2019\t2018"),
        ("Rope\t2,018\t2,019", "row", "2019\t2018"),
    ]
    assert found[1] == ("2019\t2018", "prose", "Years ended 30 June")


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Built\tSold", "Mill\t1998\t2003"),
        ("In thousands", "Rope\t2,018\t2019"),
        ("In thousands", "Rope\t914\t2019\t2018"),
        ("Mills of the town", "Old mill\t1998"),
        ("Years\tSheep\tGoats", "2020 – 2024\t381\t697"),
    ],
)
def test_a_row_of_data_with_years_stays_a_row(header, row):
    found = contexts(document_of(("header", header), ("table", row), ("table", "Mill\t5\t6")))
    assert found[1] == (row, "row", header)


@pytest.mark.parametrize(
    "rows",
    [
        ["Ann Ames\t1901\t1950", "Bo Bell\t1911\t1962", "Cy Cole\t1922\t1971"],
        ["1911\t1912", "1921\t1931"],
        ["2010\t2020", "Ropes\t40\t50"],
    ],
)
def test_rows_of_years_are_quoted_where_years_are_what_the_table_says(rows):
    found = contexts(document_of(("header", "Mayors"), *(("table", row) for row in rows)))
    assert [(text, kind) for text, kind, _ in found[1:]] == [(row, "row") for row in rows]


@pytest.mark.parametrize("mark", ["「197」", "(12)", "【3】"])
def test_the_number_of_a_paragraph_at_its_end_introduces_nothing(mark):
    said = "Use this to stop the pump!"
    found = contexts(document_of(("paragraph", f"{said} {mark}"), ("code", "pump --stop")))
    assert found[-1] == ("pump --stop", "code", said)


def test_a_name_in_capitals_above_code_is_no_heading_if_headings_are_marked():
    lead_in, code = ("paragraph", "SVCD:"), ("code", "pump --disc")
    document = document_of(("heading", "Discs"), lead_in, code)
    spans = split(document)
    assert FORMS[spans.form[1]] == "stub"
    assert contexts(document)[-1] == ("pump --disc", "code", "SVCD:")
    assert FORMS[split(document_of(lead_in, code)).form[0]] == "heading"


@pytest.mark.parametrize(
    "lead_in",
    ["The tram may have stopped on the old line; run",
     "To go back to the old line, use the inverse command, i.e."],
)  # fmt: skip
def test_a_clause_that_is_left_open_above_a_command_is_quoted_with_it_only(lead_in):
    document = document_of(("paragraph", lead_in), ("code", "tram list --all"))
    model = Collection.of([document]).fit(Options(sweeps=20))
    (command,) = model.digest("How do I list the stopped trams of the old line?").sentences
    assert command.text == "tram list --all"
    assert [part.text for part in command.context] == [lead_in]


def test_a_lead_in_of_words_that_say_nothing_stays_below_the_sentence_before_it():
    document = document_of(
        ("paragraph", "The tram has stopped. Then:"), ("code", "tram start --line 4"),
        ("paragraph", "It will:"), ("item", "ring the bell", 1), ("item", "close the doors", 1),
    )  # fmt: skip
    columns = Collection.of([document], language="en").split.sentences
    texts = [document.text[s:e] for s, e in zip(columns.start, columns.end, strict=True)]
    needed = columns.contexts()[[texts.index("tram start --line 4"), texts.index("ring the bell")]]
    assert [[texts[i] for i in one if i >= 0] for one in needed] == [
        ["Then:", "The tram has stopped."], ["It will:", "tram start --line 4"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("between", "before"),
    [
        ([], "The valve is shut"),
        ([("definition", "Look at the pump.", 1)], "The valve is shut"),
        ([("definition", "Look at one of the following.", 1)], "Look at one of the following."),
        (
            [("definition", "It is best that the following pumps be shut.", 1)],
            "It is best that the following pumps be shut.",
        ),
    ],
)
def test_items_of_an_entry_need_its_term_if_nothing_announces_them(between, before):
    document = document_of(
        ("term", "The valve is shut", 1),
        *between,
        ("item", "You forgot to open the lid of the pump.", 2),
        ("item", "The river is as dry as in a hot summer.", 2),
        ("paragraph", "A pump is slow."),
        ("item", "The mill is older than all pumps of the town.", 1),
    )
    found = {text: context for text, kind, context in contexts(document) if kind == "item"}
    assert list(found.values()) == [before, before, None]


def test_items_of_an_inner_list_follow_the_item_around_it():
    document = document_of(
        ("paragraph", "There are two kinds:"), ("item", "pumps that are red", 1),
        ("item", "the old one", 2), ("item", "the new one", 2), ("item", "valves of brass", 1),
    )  # fmt: skip
    spans = split(document)
    assert [before for *_, before in contexts(document)] == [
        None, "There are two kinds:", "pumps that are red", "pumps that are red",
        "There are two kinds:",
    ]  # fmt: skip
    assert spans.ordinal.tolist() == [0, 1, 1, 2, 2]
    assert spans.of.tolist() == [0, 2, 2, 2, 2]
    assert spans.list_number[1] == spans.list_number[4] != spans.list_number[2]


def test_a_level_beyond_all_lists_takes_no_memory():
    document = document_of(("paragraph", "Do:"), ("item", "Walk.", 10**9), ("item", "Run.", 10**9))
    assert [context for *_, context in contexts(document)] == [None, "Do:", "Do:"]


def test_long_code_is_cut_at_blank_lines_and_long_rows_at_cells():
    code = "\n\n".join("\n".join(f"pump {n} {m}" for m in range(10)) for n in range(5))
    row = "\t".join(["cell " * 9] * 20)
    found = contexts(document_of(("paragraph", "Run:"), ("code", code), ("table", row)))
    units = [(text, context) for text, kind, context in found if kind == "code"]
    assert units == [(text, "Run:") for text in code.split("\n\n")]
    assert max(len(text.split()) for text, *_ in found) <= LONGEST_UNIT


SESSION = [f"$ tram list {n}\nline {n} runs\nline {n} is late" for n in range(9)]
BLOCKS = [f"def stop_{n}(line, door):\n    if line and door:\n        open({n})" for n in range(9)]
CHAIN = [f"tram stop --line {n} &&" for n in range(25)]


@pytest.mark.parametrize(
    ("pieces", "between", "n_units"),
    [
        (SESSION, "\n", 3),
        (SESSION[:4], "\n", 1),
        (BLOCKS, "\n", 2),
        ([f"tram stop {n} \\\n    --night" for n in range(20)], "\n", 2),
        (CHAIN, " ", 3),
        (CHAIN[:16], " ", 1),
        ([f"tram stop {n};" for n in range(50)], " ", 5),
        (["Trams", *SESSION[:5]], "\n\n", 2),
    ],
)
def test_long_code_is_cut_between_statements_into_units_that_are_not_short(
    pieces, between, n_units
):
    code = between.join(pieces)
    units = [text for text, *_ in contexts(document_of(("code", code)))]
    assert between.join(units) == code
    assert len(units) == n_units
    assert n_units == 1 or max(len(unit.split()) for unit in units) <= LONGEST_CODE
    assert min(len(unit.split()) for unit in units) >= LONGEST_CODE // 4
    assert all(unit.startswith(tuple(pieces)) and unit.endswith(tuple(pieces)) for unit in units)


@pytest.mark.parametrize(
    "part",
    [
        "# Wash the tram with the\n# old machine of the depot.\nwash --tram {n}\nwash --dry",
        "# Wash the tram of the depot.\n\nwash --tram {n} \\\n    --twice",
        "tram {n} {{\n  speed 20;\n\n  // of the old line\n  doors 4;\n}}",
        "/trams/{n} {{\n    weekly\n    postrotate\n        tram stop\n    endscript\n}}",
        "if tram {n}\nthen\n    wash --all --twice\nfi",
    ],
)
def test_a_comment_stays_with_what_it_is_about_and_a_block_is_whole(part):
    parts = [part.format(n=n) for n in range(12)]
    found = [text for text, *_ in contexts(document_of(("code", "\n".join(parts))))]
    assert len(found) > 1
    assert all(unit.startswith(tuple(parts)) and unit.endswith(tuple(parts)) for unit in found)


def test_a_long_run_of_commands_is_quoted_with_its_lead_in_in_sixty_words():
    run = "".join(f"    $ systemctl restart server{n}\n" for n in range(40))
    model = Collection.of([Document("a", "a", f"To restart the server:\n\n{run}")]).fit()
    digest = model.digest("How do I restart the server?", words=60)
    assert [part.text for part in digest.sentences[0].context] == ["To restart the server:"]
    assert {sentence.kind for sentence in digest.sentences} == {"code"}


def test_items_in_a_step_need_the_step():
    page = (
        "<p>To stop the tram:</p><ol><li>Choose a line.<ul><li>Line 4 runs in the morning.</li>"
        "<li>at night</li></ul></li><li>Stop it.</li></ol>"
        "<ul><li>Trams are red.<ul><li>Line 4 runs in the morning.</li></ul></li></ul>"
    )
    content = read_html(page.encode())
    found = contexts(Document("a", "a", content.text, format="html", blocks=content.blocks))
    assert [context for text, _, context in found if text != "Trams are red."] == [
        None, "To stop the tram:", "Choose a line.", "Choose a line.", "To stop the tram:",
        "Trams are red.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "language", "expected"),
    [
        ("It is red.", "en", True), ("It is recommended that you stop it.", "en", False),
        ("Italy is red.", "en", False), ("The latter is red.", "en", True),
        ("The first is red.", "en", True), ("The first ship is red.", "en", False),
        ("“This is red.”", "en", True), ("Daher ist sie rot.", "de", True),
        ("Es regnet.", "de", False), ("Sin embargo, es roja.", "es", True),
        ("它是红的。", "zh", False), ("", "en", False),
        ("These pumps are red:", "en", False), ("These pumps are red.", "en", True),
        ("These include:", "en", True), ("These are:", "en", True),
        ("This page describes pumps.", "en", False), ("This page is red.", "en", True),
        ("This section also lists pumps.", "en", False), ("This list shows pumps.", "en", True),
        ("Both of them are red.", "en", True), ("Both pumps are red.", "en", False),
        ("Others are red.", "en", True), ("Other pumps are red.", "en", False),
        ("Another pump is red.", "en", False), ("Similarly, they are red.", "en", True),
        ("Ebenso sind sie rot.", "de", True), ("De même, elle est rouge.", "fr", True),
        ("Others", "en", False), ("OTHERS", "en", False), ("It does not start", "en", True),
        ("Eg:", "en", True), ("For example,", "en", True), ("Eggs:", "en", False),
        ("Then click OK.", "en", True), ("Then run this:", "en", False), ("Then run", "en", False),
        ("Danach gilt:", "de", False), ("Next, click OK.", "en", True),
        ("After that, restart it.", "en", True), ("Finally, restart it.", "en", True),
        ("Next\ntrams are red.", "en", False), ("Danach fährt sie.", "de", True),
        ("Después de cenar, sale.", "es", False), ("Después, sale.", "es", True),
        ("In the latter case, stop it.", "en", True), ("In the later case, stop.", "en", False),
        ("Other than that, it is red.", "en", True), ("The result is red.", "en", True),
        ("If so, stop it.", "en", True), ("If some are red, stop.", "en", False),
        ("Il est rouge.", "fr", True), ("Il est capable de tourner.", "fr", True),
        ("Il est recommandé de l’arrêter.", "fr", False), ("Il faut l’arrêter.", "fr", False),
        ("Il n’est pas nécessaire d’attendre.", "fr", False), ("Il existe deux.", "fr", False),
        ("Il ne faut pas l’ouvrir.", "fr", False), ("Il y a deux pompes.", "fr", False),
        ("Il convient d’attendre.", "fr", False), ("Il semble que oui.", "fr", False),
        ("Il semble rouge.", "fr", True), ("Il vous faut une clé.", "fr", False),
        ("Ce que vous voyez est rouge.", "fr", False), ("Ce dernier est rouge.", "fr", True),
        ("Diese Woche ist er zu.", "de", False), ("Diese Pumpe ist rot.", "de", True),
        ("Este año está cerrado.", "es", False), ("Ciò che conta è rosso.", "it", False),
    ],
)  # fmt: skip
def test_openers_refer_to_the_sentence_before(sentence, language, expected):
    assert refers_back(sentence, language) is expected


@given(
    st.lists(
        st.tuples(
            st.sampled_from([kind for kind in BLOCK_KINDS if kind != "sentence"]),
            st.sampled_from(["It is red.", "Pumps and valves:", "Why?", "a\tb", "the pump", "..."]),
            st.integers(0, 4),
        ),
        min_size=1,
    )
)
def test_contexts_stand_before_their_sentence_whatever_the_structure(parts):
    document = document_of(*parts, ("paragraph", "The pump is old."))
    spans = split(document)
    assert (spans.context >= 0).all()
    assert (spans.context <= np.arange(len(spans))).all()
    assert (spans.ordinal <= spans.of).all()
    assert ((spans.list_number > 0) == (spans.ordinal > 0)).all()
    columns = Collection.of([document], language="en").split.sentences
    needed = columns.contexts()
    assert (needed < np.arange(len(columns))[:, None]).all()


def test_all_that_is_quoted_is_counted_once_and_comes_back_in_json():
    document = document_of(
        ("paragraph", "To stop the red pump of the town:"), ("step", "Close the valve", 1),
        ("step", "Pull the lever of the pump", 1), ("paragraph", "Ships sail on the sea."),
    )  # fmt: skip
    model = Collection.of([document], language="en").fit(Options(sweeps=20))
    digest = model.digest("How do I stop the pump?", words=20, prose_only=False, context=True)
    assert digest.words == sum(len(part.text.split()) for part in digest.quoted.values()) <= 20
    steps = [sentence for sentence in digest.sentences if sentence.kind == "step"]
    assert steps
    for sentence in steps:
        assert [part.text for part in sentence.context] == ["To stop the red pump of the town:"]
        assert sentence.of == 2
        for part in (*sentence.context, sentence):
            assert document.text[part.start : part.end] == part.text
    read = digest.follow_up().read
    assert (document.name, 0) in [tuple(place) for place in read]


@pytest.mark.parametrize("between", ["\t", " | ", "   "])
def test_a_long_row_is_cut_at_its_cells(between):
    row = between.join(f"cell {number}" for number in range(100))
    ends = [*cuts(row, "table"), len(row)]
    pieces = [row[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    assert "".join(pieces) == row
    assert all(len(piece.split()) <= LONGEST_UNIT for piece in pieces)
    assert all(piece.startswith("cell") for piece in pieces)


@pytest.mark.parametrize("space", ["", " "])
def test_a_long_row_of_markdown_is_cut_before_its_bars(space):
    cells = [f"{space}cell {number} \\| more{space}" for number in range(50)]
    row = f"|{'|'.join(cells)}|"
    text = f"|a|b|\n|--|--|\n{row}\n|c|d|\n"
    found = [part for part, *_ in contexts(Document("a", "a", text, format="markdown"))]
    parts = found[1:-1]
    assert "".join(parts).replace(" ", "") == row.replace(" ", "")
    assert all(part.startswith("|") for part in parts)
    assert 1 < max(count_words(part) for part in parts) <= LONGEST_UNIT


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("|a|b c|", 3), ("| a | b c |", 6), ("|a\\|b|", 2), ("a</td><td>b c", 3), ("a|b", 1),
        ("|", 1),
    ],
)  # fmt: skip
def test_the_words_of_a_row_are_no_fewer_than_are_shown_or_written(row, words):
    assert count_words(row, "en") == words >= len(row.split())


def test_a_budget_counts_the_words_of_the_cells_of_markdown():
    text = "|pump|use|\n|--|--|\n|red|in the hall|\n|blue|in the yard|\n"
    document = Document("a", "a", text, format="markdown")
    assert split_documents([document]).sentences.words.tolist() == [2, 4, 4]


def test_a_long_cell_is_cut_at_its_sentences_and_the_first_stays_with_its_row():
    sentences = [f"Valve {number} of the old pump is shut at night." for number in range(12)]
    row = ("table", f"red\t{' '.join(sentences)}")
    found = contexts(document_of(("header", "Pump\tValves"), row, ("table", "blue\tnone")))
    assert [(sentence, kind) for sentence, kind, _ in found[1:]] == [
        (f"red\t{sentences[0]}", "row"),
        *((sentence, "prose") for sentence in sentences[1:]),
        ("blue\tnone", "row"),
    ]
    assert found[1][2] == found[-1][2] == "Pump\tValves"


def commands(*pieces):
    """The units into which a block of commands in Markdown is cut, that are these pieces."""
    text = "To run trams:\n\n```\n{}\n```\n".format("\n\n".join(pieces))
    spans = split(Document("a", "a", text, format="markdown"))
    return [text[s:e] for s, e in zip(spans.start, spans.end, strict=True)][1:]


def test_ways_to_use_a_command_below_comments_are_quoted_one_by_one():
    ways = (
        "# only line 4\n$ tram start --line 4",
        "# two lines,\n# the second one at night\n$ tram start --line 4 \\\n    --night 5",
        "# all lines\n$ tram start",
    )
    assert commands(*ways) == [*ways]


@pytest.mark.parametrize("other", [
    "# then let it go\n$ tram go --line 4", "# on another day\n$ bus start --line 4",
    "$ tram start --line 5", "# twice\n$ tram start\n$ tram start", "# no more",
])  # fmt: skip
def test_commands_one_after_the_other_are_quoted_together(other):
    first = "# only line 4\n$ tram start --line 4"
    assert commands(first, other) == [f"{first}\n\n{other}"]


def places(text, format="markdown", blocks=()):
    """The text, list, place and number of items of each item and step."""
    spans = split(Document("a", "a", text, format=format, blocks=blocks))
    columns = zip(spans.start, spans.end, spans.list_number, spans.ordinal, spans.of, strict=True)
    return [(text[s:e], number, place, of) for s, e, number, place, of in columns if number]


def test_a_step_with_the_first_number_begins_a_list_of_its_own():
    text = "1. Lift it.\n2. Turn it.\n\nThen:\n\n1. Drop it.\n2. Lock it.\n"
    blocks = tuple(Block(text.index(t), text.index(t) + len(t), "step", 1)
                   for t in ("Lift it.", "Turn it.", "Drop it.", "Lock it."))  # fmt: skip
    assert places(text, "html", blocks) == [
        ("Lift it.", 1, 1, 2), ("Turn it.", 1, 2, 2), ("Drop it.", 2, 1, 2), ("Lock it.", 2, 2, 2),
    ]  # fmt: skip


def test_a_countdown_is_one_list():
    text = "Go:\n\n3. Bronze.\n2. Silver.\n1. Gold.\n"
    assert [of for *_, of in places(text)] == [3, 3, 3]


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_steps_are_numbered_beyond_a_thousand(format):
    text = "Do this:\n\n" + "\n".join(f"{n}. open lock {n}" for n in range(1, 1203)) + "\n"
    assert places(text, format)[-1] == ("open lock 1202", 1, 1202, 1202)


def test_a_year_at_the_start_of_a_line_is_no_step():
    text = "The bridge was built by the people of the town in the spring of\n1921. It is red.\n"
    assert not places(text, "text")


def test_steps_go_on_after_a_program_between_them_by_their_numbers():
    blocks, text = [], ""
    for kind, mark, part in (
        ("paragraph", "", "To start:"), ("step", "1. ", "Run it:"), ("code", "", "pump --on"),
        ("step", "2. ", "Close it."), ("code", "", "pump --off"), ("step", "1. ", "Other."),
    ):  # fmt: skip
        text += mark
        blocks.append(Block(len(text), len(text) + len(part), kind, int(kind == "step")))
        text += part + "\n\n"
    assert places(text, "docx", tuple(blocks)) == [
        ("Run it:", 1, 1, 2), ("Close it.", 1, 2, 2), ("Other.", 2, 1, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ([("paragraph", "It takes a minute.", 0)], (1, 2, 2)),
        ([("paragraph", "It leaks.", 0), ("item", "a rag", 1), ("paragraph", "So.", 0)], (1, 2, 2)),
        ([("paragraph", f"Minute {n} is over.", 0) for n in range(3)], (1, 2, 2)),
        ([("paragraph", f"Minute {n} is over.", 0) for n in range(9)], (2, 1, 1)),
        ([("paragraph", "On Linux:", 0), ("code", "pump --on", 0)] * 2, (1, 2, 2)),
        ([("heading", "The mill", 0)], (2, 1, 1)),
    ],
)
def test_steps_go_on_after_a_remark_between_them_by_their_numbers(between, expected):
    blocks, text = [], ""
    parts = [("paragraph", "To start:", 0), ("step", "Run it.", 1), *between, ("step", "Go.", 1)]
    for kind, part, level in parts:
        text += {"Run it.": "1. ", "Go.": "2. "}.get(part, "")
        blocks.append(Block(len(text), len(text) + len(part), kind, level))
        text += part + "\n\n"
    last, goes_on = places(text, "docx", tuple(blocks))[-1], expected[0] == 1
    assert (last[0], *last[2:]) == ("Go.", *expected[1:])
    found = contexts(Document("a", "a", text, format="html", blocks=tuple(blocks)))
    assert (found[-1][2] == "To start:") == goes_on


def test_a_program_outside_of_a_list_does_not_end_it():
    document = document_of(
        ("paragraph", "To start:"), ("step", "Run it:", 1), ("code", "pump --on"),
        ("step", "Look at the dial.", 2), ("code", "pump --dial"), ("step", "Wait for it.", 2),
        ("step", "Close the valve.", 1), ("code", "pump --valve"),
        ("paragraph", "It is stiff.", 1), ("code", "pump --force"), ("step", "Lock the door.", 1),
        ("paragraph", "These matter."),
    )  # fmt: skip
    assert places(document.text, "docx", document.blocks) == [
        ("Run it:", 1, 1, 3), ("Look at the dial.", 2, 1, 2), ("Wait for it.", 2, 2, 2),
        ("Close the valve.", 1, 2, 3), ("Lock the door.", 1, 3, 3),
    ]  # fmt: skip
    needed = {text: context for text, _, context in contexts(document)}
    assert needed["Lock the door."] == needed["These matter."] == "To start:"
    assert needed["pump --dial"] == "Look at the dial."
    assert needed["pump --valve"] == "Close the valve."


def test_a_list_is_not_introduced_by_the_last_item_of_another_one_beside_it():
    document = document_of(
        ("paragraph", "To start:"), ("step", "Lift it.", 1), ("item", "red valve", 1),
        ("item", "Open these:", 1), ("step", "the lock", 1),
    )  # fmt: skip
    assert [before for _, _, before in contexts(document)] == [
        None, "To start:", None, None, "Open these:",
    ]  # fmt: skip


def test_steps_that_are_numbered_automatically_are_steps():
    assert places("To go on:\n\n#. Lift it.\n#. Turn it.\n", "text") == [
        ("Lift it.", 1, 1, 2), ("Turn it.", 1, 2, 2),
    ]  # fmt: skip


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_other_bullets_after_a_blank_line_are_another_list(format):
    text = "These are red:\n\n- the pump\n- the mill\n\n* the gate\n  - the bolt\n\n* the wall\n"
    assert places(text, format) == [
        ("the pump", 1, 1, 2), ("the mill", 1, 2, 2), ("the gate", 2, 1, 2), ("the bolt", 3, 1, 1),
        ("the wall", 2, 2, 2),
    ]  # fmt: skip
    document = Document("a", "a", text, format=format)
    before = [before for *_, before in contexts(document)]
    assert before == [None, *["These are red:"] * 3, "the gate", "These are red:"]


@pytest.mark.parametrize(
    "lead_in",
    [
        "When you sail, the following should be checked.",
        "Here are the checks before you sail.",
        "A safe trip needs the following checks, one after the other.",
        "In the following cases, the crew does not sail.",
        "Here is a short list of what to check.",
        "Beim Segeln sind folgende Dinge zu prüfen.",
        "En mer, il faut les vérifications suivantes.",
    ],
)
def test_a_sentence_that_says_that_a_list_follows_introduces_whole_sentences(lead_in):
    text = f"{lead_in}\n\n- The wind must not be too strong.\n- The anchor must be on board.\n"
    spans = split(Document("a", "a", text))
    assert spans.context.tolist() == [0, 1, 2]
    other = split(Document("a", "a", text.replace(lead_in, "Sailing is a fine thing.")))
    assert other.context.tolist() == [0, 0, 0]
    other = split(Document("a", "a", text.replace(lead_in, "Here is a fine thing.")))
    assert other.context.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    "before",
    [
        "A dash says that the following words of a line are names, and is not printed.",
        "The hook holds the following anchor by its ring at all times.",
        "We speak of the wind in the following chapter.",
        "Das bedeutet, dass die folgenden Wörter einer Zeile Namen sind.",
    ],
)
def test_a_sentence_that_only_speaks_of_what_follows_introduces_no_whole_sentences(before):
    text = f"{before}\n\n- The wind must not be too strong.\n- The anchor must be on board.\n"
    assert split(Document("a", "a", text)).context.tolist() == [0, 0, 0]
    document = document_of(("paragraph", before), ("term", "anchor", 1), ("definition", "Old.", 1))
    assert contexts(document)[1] == ("anchor", "prose", None)


@pytest.mark.parametrize(("end", "is_near"), [(".", False), (":", True)])
def test_a_whole_sentence_does_not_announce_what_is_far_below_it(end, is_near):
    before = f"The crew has the following tasks{end}"
    task = "The anchor must be on board before the wind turns. " * 25
    items = [("item", f"On day {day}, the crew sails. {task}", 1) for day in range(20)]
    found = contexts(document_of(("paragraph", before), *items))
    by_day = [context for text, _, context in found if text.startswith("On day")]
    assert by_day[:3] == [before] * 3
    assert (by_day[-1] == before) == is_near


@pytest.mark.parametrize(
    ("indent", "lead_in", "needed"),
    [
        ("", "A piece of a copy.", None),
        ("    ", "A piece of a copy.", "A piece of a copy."),
        ("", "One of:", "One of:"),
    ],
)
def test_a_list_below_a_definition_is_in_it_if_it_is_indented_or_announced(indent, lead_in, needed):
    text = f"Copy\n: What is kept.\n\nChunk\n: {lead_in}\n\n{indent}- small ones\n"
    found = contexts(Document("a", "a", text, format="markdown"))
    assert found[-1] == ("small ones", "item", needed)


@pytest.mark.parametrize("first", ["Python 3.11", "Be kind."])
def test_an_item_of_a_word_or_two_needs_the_heading_as_the_items_beside_it_do(first):
    document = document_of(("heading", "Needs"), ("item", first, 1), ("item", "4 GB of memory", 1))
    assert contexts(document)[1:] == [(first, "item", "Needs"), ("4 GB of memory", "item", "Needs")]
    sentences = Collection.of([document], language="en").split.sentences
    assert may_be_quoted(sentences, 5).tolist() == [False, True, True]


def test_a_single_row_is_a_row_if_it_has_a_header():
    table = "| Pier | Depth |\n|---|---|\n| north | 3 m |\n"
    spans = split(Document("a", "a", table, format="markdown"))
    assert [SENTENCE_KINDS[kind] for kind in spans.kind] == ["prose", "row"]


def test_definitions_below_a_heading_of_references_are_entries():
    text = "Anna Bell\n: The trams of Harbour Town, Mill Press, second edition\n"
    kinds = {
        heading: split(Document("a", "a", f"# {heading}\n\n{text}", format="markdown")).kind[-1]
        for heading in ("References", "People")
    }
    assert kinds == {"References": 0, "People": SENTENCE_KINDS.index("definition")}


REFERENCES = (
    "[3] A. Bell. The slow trams of a harbour town. Mill Press, 1998.",
    "A. Bell and B. Mill. The slow trams of a harbour town. Mill Journal, pages 12-30.",
    "[Bell] A. Bell. The slow trams of a harbour town. Second edition.",
    "- Anna Bell. The slow trams of a harbour town. Mill Press.",
)


def quotes(text, words):
    sentences = Collection.of([Document("a", "a", text, format="markdown")]).split.sentences
    slices = zip(sentences.start, sentences.end, may_be_quoted(sentences, 4), strict=True)
    return any(eligible and words in text[start:end] for start, end, eligible in slices)


@pytest.mark.parametrize("reference", REFERENCES)
def test_titles_in_a_list_of_references_are_not_quoted(reference):
    title = "The slow trams of a harbour town."
    assert not quotes(f"# References\n\n{reference}\n", title)
    assert quotes(f"# The town\n\nWhat we love: the harbour. {title}\n", title)


def test_a_reference_with_a_key_and_a_year_needs_no_heading():
    assert not quotes(f"# The town\n\n{REFERENCES[0]}\n", "The slow trams")


def test_text_below_a_heading_of_references_is_quoted():
    text = (
        "The town got its first tram in 1998, and the line along the harbour was closed in 2004."
        " The keeper of the hall lists all lines.\n\n- The trams are listed by the keeper.\n"
    )
    for words in ("first tram", "The keeper of the hall", "are listed"):
        assert quotes(f"# References\n\n{text}", words)


def test_cells_between_bars_without_spaces_are_several():
    bars = document_of(
        ("header", "|Option|Meaning|"), ("table", "|`-q` |Print nothing| |"), ("table", "|-v|More|")
    )
    assert [kind for _, kind, _ in contexts(bars)] == ["prose", "row", "row"]
    single = document_of(("header", "| Note |"), ("table", "| One cell alone |"))
    assert [kind for _, kind, _ in contexts(single)] == ["prose", "prose"]


def test_a_row_of_three_cells_whose_first_one_is_in_brackets_is_no_reference():
    flags = document_of(("header", "Flag\tUse\tEffect"), ("table", "[L]\tLast\tStop pumping"))
    assert [kind for _, kind, _ in contexts(flags)] == ["prose", "row"]
    sources = document_of(("table", "[L]\tLee, On pumps"), ("table", "[M]\tMay, On valves"))
    assert [kind for _, kind, _ in contexts(sources)] == ["prose", "prose"]


def test_parts_of_formulas_are_no_rows():
    formula = document_of(("table", "(r + 1)²\t(r + 3)²"), ("header", "1"), ("table", "r\tr"))
    assert [(kind, context) for _, kind, context in contexts(formula)] == 3 * [("prose", None)]
    table = document_of(("header", "x\ty"), ("table", "3\t4"), ("table", "5\t–"))
    assert [kind for _, kind, _ in contexts(table)] == ["prose", "row", "row"]
    without = document_of(("table", "5d\t12"), ("table", "6d\t13"))
    assert [kind for _, kind, _ in contexts(without)] == ["row", "row"]


def test_items_that_end_with_what_divides_links_are_not_quoted():
    menu = document_of(("item", "next page |", 1), ("item", "Manual of the pump »", 1))
    assert [kind for _, kind, _ in contexts(menu)] == ["prose", "prose"]


def test_the_number_of_a_paragraph_is_no_context_and_ends_no_list():
    numbered = document_of(
        ("paragraph", "41"), ("paragraph", "It rings at night:"), ("paragraph", "[42]"),
        ("item", "the bell", 1), ("paragraph", "43"), ("item", "the horn", 1),
        ("paragraph", "44"), ("paragraph", "This wakes the keeper."),
    )  # fmt: skip
    assert [context for *_, context in contexts(numbered)] == [
        *(None, None, None, "It rings at night:", None, "It rings at night:", None, "the horn")
    ]


def test_code_after_or_has_the_lead_in_of_the_code_before_it():
    found = contexts(
        document_of(
            ("paragraph", "Stop the pump with:"), ("code", "pump --stop"),
            ("paragraph", "or:"), ("code", "kill pump"),
            ("paragraph", "Then start it:"), ("code", "pump --start"),
        )
    )  # fmt: skip
    assert [context for _, kind, context in found if kind == "code"] == [
        "Stop the pump with:",
        "Stop the pump with:",
        "Then start it:",
    ]


def test_words_before_a_colon_are_no_code_even_if_marked_so():
    marked = document_of(
        ("code", "and later at:"), ("code", "for bell in bells:"), ("code", "$ ls")
    )
    assert [kind for _, kind, _ in contexts(marked)] == ["prose", "prose", "code"]
    function = document_of(("code", "def ring(bell):\n    while bell.hangs():"))
    assert [kind for _, kind, _ in contexts(function)] == ["code"]


def test_options_before_a_colon_in_paragraphs_are_terms():
    options = document_of(
        ("paragraph", "--quiet / -q:"), ("paragraph", "Only errors are printed."),
        ("paragraph", "--old: it is the pump of the town."), ("paragraph", "It is red."),
    )  # fmt: skip
    assert contexts(options)[:2] == [
        ("--quiet / -q:", "prose", None),
        ("Only errors are printed.", "definition", "--quiet / -q:"),
    ]
    assert [kind for _, kind, _ in contexts(options)[2:]] == ["prose", "prose"]


@pytest.mark.parametrize(
    ("paragraph", "kind"),
    [
        ("$ pump --stop . --now", "code"),
        (">>> stop(pump)", "code"),
        ("$ US are taken by the ferry.", "prose"),
        ("$ is the sign of the prompt, and it is not typed.", "prose"),
    ],
)
def test_a_paragraph_of_a_prompt_and_a_command_is_code(paragraph, kind):
    document = document_of(("paragraph", "Stop the pump:"), ("paragraph", paragraph))
    expected = "Stop the pump:" if kind == "code" else None
    assert contexts(document)[1:] == [(paragraph, kind, expected)]


def test_rows_of_a_bullet_and_a_cell_are_items():
    lead_in = ("paragraph", "To pump:")
    rows = document_of(lead_in, ("table", "•\tOpen it."), ("table", "•\t\tPull the lever."))
    assert [kind for _, kind, _ in contexts(rows)[1:]] == ["item", "item"]
    assert contexts(rows)[2][0] == "Pull the lever."


def test_a_sign_in_the_first_cell_of_a_row_is_no_bullet():
    signs = document_of(("header", "Sign\tUse"), ("table", "*\tOpen."), ("table", "-\tShut."))
    assert [(row, kind) for row, kind, _ in contexts(signs)[1:]] == [
        ("*\tOpen.", "row"),
        ("-\tShut.", "row"),
    ]


def test_they_in_an_item_refers_to_what_is_before_its_list():
    items = [("item", f"They {verb} water from the well.", 1) for verb in ("draw", "lift", "pump")]
    document = document_of(("paragraph", "Mills have many uses."), *items)
    assert [needed for *_, needed in contexts(document)] == [None, *["Mills have many uses."] * 3]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ([("item", "The red one is old.", 1), ("item", "The blue one is new.", 1)],
         "There are two valves."),
        ([("item", "The red one is old.", 1)], "The red one is old."),
        ([("term", "--red", 1), ("definition", "Open it.", 1), ("term", "--blue", 1),
          ("definition", "Shut it.", 1)], "There are two valves."),
        ([("header", "Valve\tUse"), ("table", "red\told"), ("table", "blue\tnew")],
             "There are two valves."),
        ([("table", "red\told"), ("table", "blue\tnew")], "There are two valves."),
    ],
)  # fmt: skip
def test_these_below_a_list_or_table_refers_to_what_is_before_it(before, expected):
    document = document_of(
        ("paragraph", "There are two valves."), *before, ("paragraph", "These are checked in May.")
    )
    assert contexts(document)[-1] == ("These are checked in May.", "prose", expected)


def test_paragraphs_that_are_options_are_terms_of_the_paragraphs_below_them():
    document = document_of(
        ("paragraph", "-v"), ("paragraph", "--verbose"), ("paragraph", "Print each stroke."),
        ("paragraph", "--speed N"), ("paragraph", "Pump faster. It is loud then."),
        ("paragraph", "-i red"), ("paragraph", "-x two,three,all the others"),
        ("paragraph", "--end"),
    )  # fmt: skip
    assert contexts(document) == [
        ("-v", "prose", None),
        ("--verbose", "prose", "-v"),
        ("Print each stroke.", "definition", "--verbose"),
        ("--speed N", "prose", None),
        ("Pump faster.", "definition", "--speed N"),
        ("It is loud then.", "definition", "Pump faster."),
        ("-i red", "prose", None),
        ("-x two,three,all the others", "prose", None),
        ("--end", "prose", None),
    ]


def test_an_answer_below_a_heading_needs_all_of_its_question():
    question, answer = "I forgot my password. What can I do?", "The office sends another one."
    found = contexts(document_of(("heading", question, 2), ("paragraph", answer)))
    assert found == [(question, "prose", None), (answer, "prose", question)]


def test_an_answer_in_the_paragraph_of_its_question_needs_the_question():
    question, answer = "Q: Is the water poisonous?", "A: No, but it is black with rust."
    (asked, answered) = contexts(document_of(("paragraph", f"{question}\n{answer}")))
    assert (asked[2], answered) == (None, (answer, "prose", question))
    assert contexts(document_of(("paragraph", f"It is black. {answer}")))[-1][2] is None


def test_an_answer_of_a_few_words_without_a_verb_is_quoted():
    asked, answer = "Which days are you open?", "Mondays to Fridays, from nine to five."
    document = document_of(("heading", asked), ("paragraph", answer))
    sentences = Collection.of([document], language="en").split.sentences
    assert may_be_quoted(sentences, 5).tolist() == [False, True]


QUESTION = "Which port does the pump use?"


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("html", f"<h2>{QUESTION}</h2><p>Port 8443.</p><p>It is old.</p>"),
        ("html", f"<p><b>{QUESTION}</b></p><p>Port 8443. The old one is closed.</p>"),
        ("html", f"<p><b>{QUESTION}</b><br>Port 8443. The old one is closed.</p>"),
        ("html", f"<dl><dt>{QUESTION}</dt><dd>Port 8443.</dd></dl>"),
        ("markdown", f"## {QUESTION}\n\nPort 8443.\n\nIt is old.\n"),
        ("markdown", f"**{QUESTION}**\n\nPort 8443.\n\nIt is old.\n"),
        ("text", f"{QUESTION}\n\nPort 8443.\n\nIt is old.\n"),
        ("text", f"Q: {QUESTION}\nA: Port 8443.\n\nIt is old.\n"),
        ("text", f"Q: {QUESTION}\n\nA: Port 8443. The old one is closed.\n"),
        ("text", f"Q: {QUESTION[:-1]}\nA: Port 8443.\n\nIt is old.\n"),
        ("markdown", f"**Q: {QUESTION[:-1]}**\n\n**A:** Port 8443.\n\nIt is old.\n"),
    ],
)
def test_a_short_answer_is_quoted_after_its_question(format, text):
    if format == "html":
        page = read_html(text.encode())
        document = Document("a", "a", page.text, format, blocks=page.blocks)
    else:
        document = Document("a", "a", text, format)
    collection = Collection.of([document], language="en")
    sentences = collection.split.sentences
    texts = [collection.text(n).removeprefix("A: ") for n in range(len(sentences))]
    answer = texts.index("Port 8443.")
    assert QUESTION[:-1] in texts[answer - sentences.context[answer]]
    assert may_be_quoted(sentences, 5)[answer]
    assert not may_be_quoted(sentences, 5, prose_only=True)[answer]


def test_the_answer_no_is_quoted_though_it_is_a_stop_word():
    text = "# Can I wash a widget?\n\nNo.\n\n# Can I dry a widget?\n\nYes.\n"
    collection = Collection.of([Document("faq.md", "faq.md", text, format="markdown")])
    sentences = collection.split.sentences
    texts = [collection.text(number) for number in range(len(sentences))]
    assert texts == ["Can I wash a widget?", "No.", "Can I dry a widget?", "Yes."]
    assert may_be_quoted(sentences, 5)[[1, 3]].all() and sentences.context.tolist() == [0, 1, 0, 1]


def test_the_short_sentences_of_a_short_answer_are_quoted_after_its_question():
    long = "The market is below the bridge and has sold birds of all colours for a hundred years."
    text = f"# Can I sell a bird?\n\nYes. Use the market. It opens at nine. {long} Go there.\n"
    collection = Collection.of([Document("faq.md", "faq.md", text, format="markdown")])
    sentences = collection.split.sentences
    assert may_be_quoted(sentences, 5).tolist() == [False, True, True, True, True, False]
    assert sentences.context.tolist() == [0, 1, 2, 1, 4, 5]


@pytest.mark.parametrize(
    "parts",
    [
        [("heading", "Ports of the pump"), ("paragraph", "Port 8443.")],
        [("heading", QUESTION), ("paragraph", "Port 8443")],
        [("heading", QUESTION), ("paragraph", "Any other?")],
        [("heading", QUESTION), ("paragraph", "By Ann Lee.")],
        [("heading", QUESTION), ("paragraph", "May 5, 2020.")],
        [("heading", QUESTION), ("paragraph", "See also below.")],
        [("heading", QUESTION), ("paragraph", "The port is this one:")],
        [("heading", QUESTION), ("paragraph", "One of two."), ("paragraph", "Port 8443.")],
        [("heading", QUESTION), ("code", "port"), ("paragraph", "Port 8443.")],
        [("paragraph", "It is old. Which port does it use? Port 8443.")],
    ],
)  # fmt: skip
def test_other_short_sentences_are_no_answers(parts):
    assert split(document_of(*parts)).form[-1] != FORMS.index("answer")


def test_if_they_below_a_list_refers_to_the_list():
    last = "If they are red, stop."
    document = document_of(
        ("paragraph", "Watch the valves:"), ("item", "the left one", 1), ("item", "the other", 1),
        ("paragraph", last),
    )  # fmt: skip
    assert contexts(document)[-1] == (last, "prose", "Watch the valves:")


def test_a_paragraph_in_an_item_refers_to_the_item():
    found = contexts(
        document_of(
            ("paragraph", "Check the valves:"),
            ("step", "Close the red ones.", 1),
            ("step", "Open the blue ones.", 1),
            ("paragraph", "They are stiff.", 1),
        )
    )
    assert found[-1] == ("They are stiff.", "step", "Open the blue ones.")


def test_what_is_in_a_step_is_a_part_of_it_and_below_its_words_if_they_are_few():
    long = "Open the valve of the machine that washes the trams of the old line with the lever."
    document = document_of(
        ("paragraph", "To wash a tram:"), ("step", "Drive it to track 4.", 1),
        ("paragraph", "The track is behind the hall. Nobody parks there.", 1),
        ("step", long, 1), ("paragraph", "The water is cold.", 1), ("step", "Stop:", 1),
        ("code", "wash --stop", 1), ("quote", "The valve is hot.", 1), ("item", "the red ones", 2),
        ("paragraph", "The rest is cold.", 1), ("paragraph", "Trams dry at night.", 0),
    )  # fmt: skip
    assert contexts(document)[2:] == [
        ("The track is behind the hall.", "step", "Drive it to track 4."),
        ("Nobody parks there.", "step", "Drive it to track 4."),
        (long, "step", "To wash a tram:"),
        ("The water is cold.", "step", None),
        ("Stop:", "prose", "To wash a tram:"),
        ("wash --stop", "code", "Stop:"),
        ("The valve is hot.", "step", "Stop:"),
        ("the red ones", "item", "The valve is hot."),
        ("The rest is cold.", "prose", "Stop:"),
        ("Trams dry at night.", "prose", None),
    ]
    columns = Collection.of([document], language="en").split.sentences
    assert [begin_of_item(i, columns) for i in (3, 5, 8)] == [1, 4, 6]


def test_steps_go_on_after_a_paragraph_and_a_list_between_them():
    parts = [("1. ", "Stop it.", "step", 1), ("2. ", "Open the valve.", "step", 1),
             ("", "The water is cold.", "paragraph", 0), ("", "an hour", "item", 2),
             ("3. ", "Close the valve.", "step", 1)]  # fmt: skip
    text, blocks = "", []
    for mark, words, kind, level in parts:
        start = len(text) + len(mark)
        text += f"{mark}{words}\n\n"
        blocks.append(Block(start, start + len(words), kind, level))
    document = Document("a", "a", text, format="docx", blocks=tuple(blocks))
    assert split(document).ordinal.tolist() == [1, 2, 0, 1, 3]


def test_a_label_that_is_an_item_introduces_the_paragraphs_of_the_item():
    found = contexts(
        document_of(
            ("item", "In winter:", 1),
            ("paragraph", "Drain the pump. It may freeze.", 1),
            ("paragraph", "This takes an hour.", 1),
            ("code", "pump --drain", 1),
            ("item", "Dry the hose.", 2),
            ("paragraph", "Lock the door.", 1),
            ("item", "In summer, run:", 1),
            ("code", "pump --start", 1),
            ("paragraph", "Open the door.", 1),
            ("item", "Paint the door.", 1),
            ("paragraph", "Use red paint.", 1),
            ("paragraph", "The pump is old."),
        )
    )
    assert {text: context for text, _, context in found} == {
        "In winter:": None,
        "Drain the pump.": "In winter:",
        "It may freeze.": "Drain the pump.",
        "This takes an hour.": "It may freeze.",
        "pump --drain": "This takes an hour.",
        "Dry the hose.": None,
        "Lock the door.": "In winter:",
        "In summer, run:": None,
        "pump --start": "In summer, run:",
        "Open the door.": None,
        "Paint the door.": None,
        "Use red paint.": "Paint the door.",
        "The pump is old.": None,
    }


@pytest.mark.parametrize(
    ("item", "names"),
    [("`--speed=N`", True), ("the red valve", True), ("the mill (no water),", False)],
)
def test_a_name_that_is_an_item_is_needed_by_the_paragraphs_of_the_item(item, names):
    text = f"# Options\n\n- {item}\n\n  Pump at the speed of the river.\n\n- `--stop`\n"
    found = contexts(Document("a", "a", text, format="markdown"))
    needed = item if names else None
    assert found[2] == ("Pump at the speed of the river.", "item", needed)


@pytest.mark.parametrize(
    "text",
    [
        "<ul><li>In winter: <p>Drain the pump at night.</ul>",
        "<ul><li><p>In winter:</p><div>Drain the pump at night.</div></ul>",
    ],
)
def test_a_label_in_a_page_introduces_the_paragraph_below_it(text):
    content = read_html(f"<h1>The pump</h1>{text}".encode())
    document = Document("a", "a", content.text, format="html", blocks=content.blocks)
    assert contexts(document)[-1] == ("Drain the pump at night.", "item", "In winter:")


def test_it_below_code_refers_to_the_code_unless_that_is_long():
    lead_in, after = "Run this to stop the pump:", "It prints the time."

    def context_after(code):
        return contexts(document_of(("paragraph", lead_in), ("code", code), ("paragraph", after)))

    assert context_after("pump --stop")[-1] == (after, "prose", "pump --stop")
    assert context_after("pump " + "--stop " * 65)[-1] == (after, "prose", lead_in)


@pytest.mark.parametrize(
    ("code", "after", "expected"),
    [
        ("valve --turn 2", "opens the valve twice.", ("definition", "valve --turn 2")),
        ("valve --turn 2", "from a timer opens it twice.", ("definition", "valve --turn 2")),
        ("valve --turn 2", "is short for:", ("prose", "valve --turn 2")),
        ("valve --turn 2", "Only whole turns count.", ("definition", "--turn=N")),
        ("valve --turn 2", "valve opens at night.", ("definition", "--turn=N")),
        ("valve --turn 2", "number of turns.", ("definition", "--turn=N")),
        ("valve " + "--turn 2 " * 65, "opens the valve very often.", ("prose", "--turn=N")),
    ],
)
def test_what_goes_on_with_a_sentence_below_code_needs_the_code(code, after, expected):
    rest = "A turn takes a minute."
    found = contexts(
        document_of(
            *(("term", "--turn=N", 1), ("definition", "Turn N times. For example:", 1)),
            *(("code", code, 1), ("definition", after, 1), ("definition", rest, 1)),
        )
    )
    assert found[-2] == (after, *expected)
    assert found[-1] == (rest, "definition", "--turn=N")


@pytest.mark.parametrize(
    ("lead_in", "expected"),
    [("Both commands:", "valve --open"), ("open a valve that is new.", None)],
)
def test_a_verb_in_its_base_form_goes_on_below_code_only_if_a_sentence_is_open(lead_in, expected):
    after = "turn the valve."
    found = contexts(
        document_of(("paragraph", lead_in), ("code", "valve --open"), ("paragraph", after))
    )
    assert found[-1][2] == expected


def test_a_paragraph_goes_on_below_code_with_its_first_sentence_only():
    text = "<p>Putting</p><pre>flow = 5</pre><p>into the file slows the pump. The file is text.</p>"
    content = read_html(text.encode())
    document = Document("a", "a", content.text, format="html", blocks=content.blocks)
    assert [context for _, _, context in contexts(document)] == [None, "Putting", "flow = 5", None]


@pytest.mark.parametrize(("before", "context"), [
    ("See the manual of the pump for more details.", None),
    ("(See the manual of the pump for more info.)", "A pump is slow."),
    ("(Pumps are old. See the manual.)", "A pump is slow."),
    ("(Use this to stop it):", "(Use this to stop it):"),
    ("See the following example:", "See the following example:"),
    ("This stops the pump.", "This stops the pump."),
])  # fmt: skip
def test_what_says_where_to_read_more_introduces_no_code(before, context):
    document = document_of(("paragraph", f"A pump is slow. {before}"), ("code", "pump --stop"))
    assert contexts(document)[-1] == ("pump --stop", "code", context)


@pytest.mark.parametrize(
    ("sentences", "lead_in"),
    [
        (("To oil the pump, use the following tools.", "Pumps are old."), 0),
        (("The following steps oil the pump (all of it).", "Pumps are old.", "Few leak."), 0),
        (("Oil it as follows.", "Pumps are old."), 0),
        (("Gehen Sie in folgenden Schritten vor.", "Pumpen sind alt."), 0),
        (("Faites les choses suivantes.", "La pompe est vieille."), 0),
        (("Use the following tools.", "Pumps are old.", "Oil all of them:"), 2),
        (("Use the following tools.", "To oil the pump, type"), 1),
        (("The following section is about oil.", "Pumps are old."), 1),
        (("This and the following pumps are old.", "Few of them leak."), 1),
        (("It needs the following: oil and time.", "Pumps are old."), 1),
        (("Oil them as follows from the top.", "Pumps are old."), 1),
        (("Pumps are old.", "Few of them leak."), 1),
    ],
)
@pytest.mark.parametrize("announced", [("code", "pump --oil"), ("step", "open the lid", 1)])
def test_the_sentence_that_announces_is_the_lead_in_even_if_others_follow(
    sentences, lead_in, announced
):
    found = contexts(document_of(("paragraph", " ".join(sentences)), announced))
    assert found[-1][2] == sentences[lead_in]


def test_a_paragraph_refers_to_the_last_sentence_and_not_to_what_announces():
    before = "Use the following tools. The pump is old."
    found = contexts(document_of(("paragraph", before), ("paragraph", "It leaks at night.")))
    assert found[-1] == ("It leaks at night.", "prose", "The pump is old.")


ROWS = [("table", "0\tstopped"), ("table", "1\tslow")]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ([("heading", "pump_speed")], "pump_speed"),
        ([("paragraph", "The speeds are:")], "The speeds are:"),
        ([("paragraph", "The pump is old.")], None),
        ([("paragraph", "Table 3: Speeds of the pump.")], "Table 3: Speeds of the pump."),
        ([("paragraph", "Tabelle 3.1: Stufen der Pumpe")], "Tabelle 3.1: Stufen der Pumpe"),
        ([("paragraph", "Table A-2. Speeds of the pump.")], "Table A-2. Speeds of the pump."),
        (
            [("paragraph", "Table 3: Speeds of the pump. All are slow.")],
            "Table 3: Speeds of the pump.",
        ),
        ([("paragraph", "Table 3: Speeds\n+---+\n| 0 |\n+---+")], None),
        ([("table", "blue\tstiff"), ("paragraph", "Table 3: The valves above.")], None),
        ([("paragraph", "Table 3 shows how fast the pump is.")], None),
        ([("term", "--speed", 1)], "--speed"),
        ([("term", "--speed", 1), ("definition", "How fast it pumps.", 1)], "--speed"),
    ],
)
def test_rows_without_a_header_need_what_introduces_their_table(before, expected):
    level = before[0][-1] if before[0][0] == "term" else 0
    found = contexts(document_of(*before, *((*row, level) for row in ROWS)))
    assert [context for *_, context in found[-2:]] == [expected] * 2


def test_the_header_of_a_table_that_explains_a_term_needs_the_term():
    header = ("header", "Value\tMeaning", 1)
    rows = ((*row, 1) for row in ROWS)
    found = contexts(document_of(("term", "--speed", 1), header, *rows))
    assert [context for *_, context in found[1:]] == ["--speed", *["Value\tMeaning"] * 2]
    below = contexts(document_of(("heading", "pump_speed"), ("header", "Value\tMeaning"), *ROWS))
    assert below[1] == ("Value\tMeaning", "prose", None)


@pytest.mark.parametrize(
    "lead_in",
    ["For example:", "E.g.:", "**Examples**:", "As follows:", "Like this:", "Zum Beispiel:"],
)
def test_a_lead_in_that_only_announces_an_example_needs_the_sentence_before_it(lead_in):
    before = "The speed of the pump may be set."
    for parts in [
        [("paragraph", f"The pump is old. {before}"), ("paragraph", lead_in)],
        [("paragraph", f"The pump is old. {before} {lead_in}")],
    ]:
        found = contexts(document_of(*parts, ("code", "pump --speed 3")))
        assert found[-1] == ("pump --speed 3", "code", lead_in)
        assert found[-2] == (lead_in, "prose", before)


def test_a_lead_in_that_says_something_needs_no_sentence_before_it():
    for lead_in in ("For example, to stop the pump:", "Examples of pumps:", "Example"):
        before = ("paragraph", "The speed of the pump may be set.")
        found = contexts(document_of(before, ("paragraph", lead_in), ("code", "pump --stop")))
        assert found[1] == (lead_in, "prose", None)


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ([], "Run this at night:"),
        ([("paragraph", "Or by day:")], "Or by day:"),
        ([("heading", "By day")], "By day"),
        ([("step", "Wait.", 1), ("code", "pump --wait", 1)], None),
    ],
)
def test_code_right_below_other_code_shares_its_lead_in_and_no_other_code_does(between, expected):
    first = ("paragraph", "Run this at night:"), ("code", "pump --night")
    assert contexts(document_of(*first, *between, ("code", "pump --day")))[-1][2] == expected


def test_steps_and_rows_with_only_stop_words_are_quoted():
    document = document_of(
        *(("paragraph", "To rinse the pump:"), ("step", "Open it slowly.", 1)),
        *(("step", "Then do it again.", 1), ("step", "Close the valve.", 1)),
        *(("header", "Part\tNew"), ("table", "valve\tyes"), ("table", "all\tno")),
    )
    sentences = Collection.of([document]).split.sentences
    places = zip(sentences.start, sentences.end, may_be_quoted(sentences, 5), strict=True)
    quotable = [document.text[start:end] for start, end, eligible in places if eligible]
    expected = ["Open it slowly.", "Then do it again.", "Close the valve.", "valve\tyes", "all\tno"]
    assert quotable == expected


def test_a_note_between_items_does_not_introduce_those_below_it():
    text = "You need:\n\n- a saw\n- a hammer\n\nNote: they are heavy.\n\n- some nails\n"
    document = Document("a", "a", text, format="markdown")
    assert contexts(document)[1:] == [
        ("a saw", "item", "You need:"),
        ("a hammer", "item", "You need:"),
        ("Note: they are heavy.", "prose", None),
        ("some nails", "item", "You need:"),
    ]
    assert split(document).of.tolist() == [0, 3, 3, 0, 3]


def test_a_paragraph_does_not_introduce_the_rest_of_a_list():
    between = "Rain falls here.\n\n" * 5
    text = f"To begin:\n\n1. Open it.\n\n{between}2. Close it.\n"
    assert contexts(Document("a", "a", text, format="markdown"))[-1] == ("Close it.", "step", None)


def test_not_between_two_pieces_of_code_says_that_the_second_is_no_example_of_the_first_lead_in():
    text = "To empty the tank, write this:\n\n    $ empty tank-4\n\nnot:\n\n    $ tank-4 empty\n"
    spans = split(Document("a", "a", text))
    words = [" ".join(text[s:e].split()) for s, e in zip(spans.start, spans.end, strict=True)]
    shown = dict(zip(words, [words[n - far] for n, far in enumerate(spans.context)], strict=True))
    assert shown["$ tank-4 empty"] == "not:"


def test_the_last_sentence_of_an_item_without_a_full_stop_is_a_part_of_it_if_it_says_what_to_do():
    text = (
        "With the new pump you can move water between any two tanks:\n\n"
        " * old tank -> new tank. Set 'source=old:/tank' and run\n   'pump -v old:/tank'\n"
        " * new tank -> old tank. Set 'source=new:/tank' and run\n   'pump -v new:/tank'\n"
    )
    spans = split(Document("a", "a", text))
    assert [SENTENCE_KINDS[kind] for kind in spans.kind] == ["prose", *["item"] * 4]


def test_what_to_do_between_two_commands_is_a_part_of_the_code():
    text = (
        "Empty the tank, for example via:\n\n    pump --remove /tank/4\n    poweroff\n"
        "    <close the valve and start the pump again>\n    pump --add /tank/4\n\n"
        "It is then filled at night.\n"
    )
    spans = split(Document("a", "a", text))
    assert [FORMS[form] for form in spans.form] == ["stub", "code", "prose"]


def test_an_item_does_not_refer_to_the_code_in_the_item_before():
    document = document_of(
        ("heading", "Lists of tanks", 1),
        ("item", "Print the names of all tanks.", 1),
        ("code", "tanks --all", 1),
        ("item", "This command prints the empty ones.", 1),
        ("code", "tanks --empty", 1),
        ("paragraph", "This takes a minute.", 1),
    )
    found = {text: context for text, _, context in contexts(document)}
    assert found["This command prints the empty ones."] is None
    assert found["This takes a minute."] == "tanks --empty"


DECLARED = (
    ("paragraph", "The following functions tell what is in a tank:"),
    ("code", "int level(tank t);"),
    ("paragraph", "Returns how high the water stands."),
    ("code", "water first(tank t, int days);"),
)


def test_what_explains_a_declaration_above_it_does_not_introduce_the_one_below():
    found = {text: context for text, _, context in contexts(document_of(*DECLARED))}
    assert found["int level(tank t);"] == "The following functions tell what is in a tank:"
    assert found["water first(tank t, int days);"] is None


def test_it_does_not_introduce_a_variable_either():
    document = document_of(*DECLARED[:3], ("code", "tank spare;"))
    assert contexts(document)[-1] == ("tank spare;", "code", None)


@pytest.mark.parametrize("lead_in", ["It is filled by this function:", "The function"])
def test_what_announces_a_declaration_introduces_it_also_below_another_one(lead_in):
    document = document_of(*DECLARED[:2], ("paragraph", lead_in), DECLARED[3])
    assert contexts(document)[-1] == ("water first(tank t, int days);", "code", lead_in)


@pytest.mark.parametrize(
    ("above", "between", "below"),
    [
        ("make tank", "Then build the pump.", "make pump"),
        ("pump(1)", "You can also give it a name.", "pump('red')"),
        ("$ pump --stop", "If it goes on, close the valve.", "$ valve --close"),
    ],
)
def test_what_to_do_between_two_pieces_of_code_introduces_the_second(above, between, below):
    document = document_of(
        ("paragraph", "Begin with this:"),
        ("code", above),
        ("paragraph", between),
        ("code", below),
    )
    assert contexts(document)[-1] == (below, "code", between)


def test_a_row_alone_is_what_the_sentence_below_it_is_about():
    found = contexts(
        document_of(
            ("paragraph", "By default, a closed gate is reported to the keeper."),
            ("table", "keeper\tUse: gates\tType: name"),
            ("paragraph", "This option says who is told of a closed gate."),
        )
    )
    assert found[-1][2] == "keeper\tUse: gates\tType: name"


def test_an_option_and_its_opposite_are_one_term():
    text = (
        "Reference\n=========\n\noption keepboats\nno option keepboats\n"
        "  Keep the boats in the lock until the water is level.\n\n"
        "  The gates are opened after that, one after the other.\n"
    )
    both = "option keepboats\nno option keepboats"
    assert [each[2] for each in contexts(Document("a", "a", text))[2:]] == [both, both]


def test_labelled_names_of_columns_are_the_header_of_a_single_row():
    text = (
        "Reference\n=========\n\nwinch <turns>\n  Turn the winch of the lock so many times.\n"
        "  May be used in :   summer | winter | flood\n"
        "                       yes  |   no   |  no\n"
        "  Each turn lifts the gate by a hand.\n"
    )
    found = {text: context for text, _, context in contexts(Document("a", "a", text))}
    assert found["yes  |   no   |  no"] == "May be used in :   summer | winter | flood"
