"""How the sentences of a digest and their contexts are grouped."""

import time
from dataclasses import replace

import pytest

from hyperdigest import Collection, Options
from hyperdigest.base.slices import is_gap, passage, printed_number
from hyperdigest.documents import Document
from hyperdigest.render import render_markdown, render_text
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.quotes import Code, Definition, List, Paragraph, SourceTitle, Table
from oracles.digests import digest_of, one
from oracles.quoting import (
    ALL,
    BLUE,
    CODE,
    E1,
    E2,
    E3,
    FILE,
    FINE,
    HEAD,
    LAST,
    LEAD,
    LEFT,
    LIFT,
    NEEDS,
    NET,
    ONE,
    OPEN,
    PUMP,
    TERM,
    TWO,
    Manual,
    manual,
)  # fmt: skip


def texts(parts):
    return [("… " if part.gap else "") + part.quoted.text for part in parts]


def items_of(items):
    """The mark, the parts and the inner items of each item."""
    return [
        (
            "… " * item.gap + item.mark,
            texts(item.parts),
            [items_of(inner.items) for inner in item.below],
        )
        for item in items
    ]


def test_all_kinds_of_groups():
    groups = quote_groups(manual().digest(*ALL))
    assert [type(group) for group in groups] == [Paragraph, List, Definition, Table, Code]
    paragraph, steps, definition, table, code = groups
    assert texts(paragraph.parts) == [PUMP, NEEDS]
    assert texts(steps.lead) == [LEAD]
    assert items_of(steps.items) == [
        ("1.", [ONE], []),
        ("2.", [TWO, BLUE], []),
        ("3.", [OPEN], [[("-", [LEFT], [])]]),
        ("… 4.", [LAST], []),
    ]
    assert (steps.extent, steps.items[2].below[0].extent) == ("", "1 of 2 items")
    assert (texts(definition.terms), texts(definition.below[0].parts)) == ([TERM], [f"… {FINE}"])
    assert table.header.cells == ("Code", "Meaning")
    assert [(row.gap, *row.cells) for row in table.rows] == [
        (False, "E1", "clogged | dirty"),
        (True, "E3", "too *hot*"),
    ]
    assert table.extent == "2 of 3 rows"
    assert (texts(code.lead), [texts(block) for block in code.blocks]) == ([FILE], [[CODE]])


def test_a_context_has_no_number_and_a_sentence_keeps_its_own():
    groups = quote_groups(manual().digest((LEAD, ONE), (LEAD, TWO)))
    (steps,) = groups
    assert [part.number for part in steps.lead] == [0]
    assert [item.parts[0].number for item in steps.items] == [1, 2]
    assert steps.extent == "2 of 4 steps"


def test_the_order_of_the_digest_is_kept():
    groups = quote_groups(manual().digest((LEAD, LAST), (LEAD, ONE), (LEAD, TWO)))
    assert [[item.mark for item in group.items] for group in groups] == [["4."], ["1.", "2."]]
    assert [len(group.lead) for group in groups] == [1, 0]


def test_sentences_with_notes_end_their_paragraph():
    noted = manual().digest(PUMP, (PUMP, NEEDS), **{PUMP: {"note": "old"}})
    assert [texts(group.parts) for group in quote_groups(noted)] == [[PUMP], [NEEDS]]


def test_sentences_with_words_between_are_paragraphs_of_their_own():
    assert len(quote_groups(manual().digest(PUMP, (LEAD,)))) == 2
    assert len(quote_groups(manual().digest(NEEDS, (LEAD,)))) == 1


def test_items_nest_by_their_levels_without_contexts():
    (steps,) = quote_groups(manual().digest(OPEN, LEFT, LIFT, LAST))
    assert items_of(steps.items) == [
        ("3.", [OPEN], [[("-", [LEFT], []), ("-", [LIFT], [])]]),
        ("4.", [LAST], []),
    ]


def test_what_introduces_a_list_comes_first_even_if_only_a_later_item_needs_it():
    [steps] = quote_groups(manual().digest(TWO, (LEAD, LAST)))
    assert (texts(steps.lead), steps.extent) == ([LEAD], "2 of 4 steps")
    assert items_of(steps.items) == [("… 2.", [TWO], []), ("… 4.", [LAST], [])]


def test_what_a_later_sentence_of_an_item_needs_comes_where_it_is_in_the_document():
    made = Manual()
    made.add("paragraph", LEAD)
    made.add("step", ONE, FINE, BLUE, level=1, at=(1, 1, 2))
    [steps] = quote_groups(made.digest(FINE, (LEAD, ONE, BLUE)))
    assert (texts(steps.lead), items_of(steps.items)) == ([LEAD], [("1.", [ONE, FINE, BLUE], [])])
    [steps] = quote_groups(made.digest(FINE, (ONE, BLUE)))
    assert items_of(steps.items) == [("1.", [ONE, FINE, BLUE], [])]


def test_sentences_that_lean_on_one_another_are_shown_in_their_order():
    made = Manual()
    made.add("paragraph", ONE, TWO, BLUE, NEEDS)
    digest = made.digest((TWO, BLUE, NEEDS), (ONE, TWO), (TWO, BLUE), ONE)
    [shown] = quote_groups(digest)
    assert texts(shown.parts) == [ONE, TWO, BLUE, NEEDS]


def test_items_that_are_quoted_in_part_stay_in_the_item_around_them():
    made = Manual()
    made.add("step", OPEN, level=1, at=(1, 1, 2))
    made.add("item", LEFT, BLUE, level=2, at=(2, 1, 1))
    made.add("item", LIFT, NEEDS, level=2, at=(3, 1, 1))
    made.add("step", LAST, level=1, at=(1, 2, 2))
    [steps] = quote_groups(made.digest(OPEN, BLUE, NEEDS, LAST))
    assert items_of(steps.items) == [
        ("1.", [OPEN], [[("-", [f"… {BLUE}"], [])], [("-", [f"… {NEEDS}"], [])]]),
        ("2.", [LAST], []),
    ]


def test_a_paragraph_of_an_item_stays_in_it_with_what_is_quoted_before_it():
    made = Manual()
    made.add("step", ONE, level=1, at=(1, 1, 2))
    made.add("paragraph", NET, level=1)
    made.add("paragraph", PUMP, level=1)
    made.add("step", NEEDS, level=1, at=(1, 1, 2))
    made.blocks[3] = replace(made.blocks[3], kind="paragraph")
    made.add("step", LAST, level=1, at=(1, 2, 2))
    [steps] = quote_groups(made.digest(ONE, (ONE, PUMP, NEEDS), LAST))
    assert items_of(steps.items) == [("1.", [ONE, f"… {PUMP}", NEEDS], []), ("2.", [LAST], [])]


def test_two_lists_are_two_groups():
    made = Manual()
    for number in (1, 2):
        made.add("item", f"item a of {number}", level=1, at=(number, 1, 2))
        made.add("item", f"item b of {number}", level=1, at=(number, 2, 2))
    digest = made.digest("item a of 1", "item b of 1", "item a of 2", "item b of 2")
    assert [len(group.items) for group in quote_groups(digest)] == [2, 2]


def test_documents_are_not_mixed():
    first = manual().digest((LEAD, ONE))
    other = replace(manual(), name="other.html").digest((LEAD, TWO))
    both = digest_of(
        *first.sentences, *other.sentences, documents=(*first.documents, *other.documents)
    )
    assert len(quote_groups(both)) == 2


def test_a_heading_is_named_once_in_a_group():
    under = {"heading": "Filters"}
    (steps,) = quote_groups(manual().digest((LEAD, ONE), (LEAD, TWO), **{ONE: under, TWO: under}))
    assert [item.parts[0].under for item in steps.items] == ["under “Filters”", ""]


def test_a_heading_is_named_once_while_the_groups_of_a_source_stay_below_it():
    under = {"heading": "Use"}
    digest = manual().digest((LEAD, ONE), (FILE, CODE), **{ONE: under, CODE: under})
    steps, code = quote_groups(digest)
    assert steps.items[0].parts[0].under == "under “Use”"
    assert code.blocks[0][0].under == ""


def test_a_question_that_is_quoted_is_not_named_as_the_heading():
    (paragraph,) = quote_groups(manual().digest((PUMP, NEEDS), **{NEEDS: {"heading": PUMP}}))
    assert [part.under for part in paragraph.parts] == ["", ""]


def test_a_row_that_was_cut_is_one_row():
    made = Manual()
    made.add("header", "A\tB\tC")
    made.add("table", "a\tb", "c", at=(1, 1, 1))
    (table,) = quote_groups(made.digest(("A\tB\tC", "a\tb"), ("A\tB\tC", "c")))
    assert [row.cells for row in table.rows] == [("a", "b", "c")]


@pytest.mark.parametrize("second", ["|c|d|", "c"])
def test_a_later_part_of_a_row_of_markdown_is_below_the_names_of_its_columns(second):
    text = f"|A|B|C|D|\n|--|--|--|--|\n|a|b|{second.strip('|')}|"
    made = Manual()
    made.add("header", "|A|B|C|D|")
    made.add("table", second, at=(1, 1, 1))
    digest = made.digest(("|A|B|C|D|", second))
    start = text.rindex(second.strip("|")) - second.startswith("|")
    row = replace(digest.sentences[0], start=start, end=start + len(second))
    document = replace(digest.documents[0], text=text, format="markdown", blocks=())
    (table,) = quote_groups(replace(digest, sentences=(row,), documents=(document,)))
    assert table.header.cells[2:] == ("C", "D")
    assert table.rows[0].cells == ("", "", "c", "d" if "d" in second else "")


def test_cells_are_below_the_names_of_their_columns():
    made = Manual()
    made.text = "\t"
    made.add("header", "Summer\t\tWinter")
    made.text += "\t"
    made.add("header", "Day\tNight\tDay")
    made.add("table", "Adult\t12\t9\t10", at=(1, 1, 2))
    made.add("table", "Child\t6", "3\t5", at=(1, 2, 2))
    headers = ("Summer\t\tWinter", "Day\tNight\tDay")
    (table,) = quote_groups(made.digest((*headers, "Adult\t12\t9\t10"), (*headers, "Child\t6")))
    assert table.header.cells == ("", "Summer Day", "Night", "Winter Day")
    assert [row.cells for row in table.rows] == [("Adult", "12", "9", "10"), ("Child", "6", "", "")]
    made.text = made.text.replace("6 3", "6\t3")
    (table,) = quote_groups(made.digest((*headers, "3\t5")))
    assert table.header.cells == ("Summer Day", "Night", "Winter Day")
    assert [row.cells for row in table.rows] == [("", "3", "5")]


def test_the_title_of_rows_stands_above_the_names_of_the_columns_which_each_title_needs():
    made, names = Manual(), "Tide\tDepth"
    made.add("header", names)
    made.add("header", "Summer")
    made.add("table", "low\t2 m", at=(1, 1, 3))
    made.add("table", "high\t4 m", at=(1, 2, 3))
    made.add("header", "Winter")
    made.add("table", "low\t3 m", at=(1, 3, 3))
    summer, winter = (names, "Summer"), (names, "Winter")
    quoted = (*summer, "low\t2 m"), (*winter, "low\t3 m"), (*summer, "high\t4 m")
    one, other, again = quote_groups(made.digest(*quoted))
    assert [table.header.cells for table in (one, other, again)] == [("Tide", "Depth")] * 3
    assert [texts(table.lead) for table in (one, other, again)] == [
        ["Summer"], ["Winter"], ["Summer"],
    ]  # fmt: skip
    one, other = quote_groups(made.digest(quoted[0], quoted[2], quoted[1]))
    assert [len(one.rows), len(other.rows)] == [2, 1]


def test_a_header_of_plain_text_that_is_indented_names_the_other_columns(tmp_path):
    lines = (
        "            Summer    Winter",
        "Adult       12 coins  9 coins",
        "  Child     6 coins   5 coins",
    )
    file = tmp_path / "fares.txt"
    file.write_text("\n".join((*lines, "Dog         1 coin    2 coins")))
    digest = (
        Collection.read(file).fit(Options(sweeps=10)).digest("What does a child pay in winter?")
    )
    (table,) = (group for group in quote_groups(digest) if isinstance(group, Table))
    assert table.header.cells == ("", "Summer", "Winter")
    assert [row.cells[0] for row in table.rows] == ["Adult", "Child", "Dog"]


@pytest.mark.parametrize(
    ("header", "row", "expected"),
    [
        (
            "                2023     2024     2025",
            "Costs            800             1,000",
            {"": "Costs", "2023": "800", "2024": "", "2025": "1,000"},
        ),
        (
            "                2023     2024     2025",
            "Costs                            1,000",
            {"": "Costs", "2025": "1,000"},
        ),
        (
            "Fares           2023     2024     2025",
            "Dogs             800    1,340  999,000",
            {"Fares": "Dogs", "2023": "800", "2024": "1,340", "2025": "999,000"},
        ),
        (
            "\t\t2023\t2024\t2025",
            "Costs\t\t800\t\t900",
            {"": "Costs", "2023": "800", "2024": "", "2025": "900"},
        ),
        (
            "Place\t2023\t2024\t2025",
            "The old hall of the town\t1\t2\t3",
            {"Place": "The old hall of the town", "2023": "1", "2024": "2", "2025": "3"},
        ),
    ],
)
def test_a_cell_of_plain_text_is_below_the_name_of_its_column(header, row, expected):
    names = header.lstrip()
    made = Manual(text=header[: -len(names)])
    made.add("header", names)
    made.add("table", row, at=(1, 1, 1))
    digest = made.digest((names, row))
    documents = (replace(digest.documents[0], format="text", blocks=()),)
    (table,) = quote_groups(replace(digest, documents=documents))
    shown = dict(zip(table.header.cells, table.rows[0].cells, strict=True))
    assert {name: cell for name, cell in shown.items() if name in expected} == expected
    assert "".join(table.rows[0].cells) == "".join(expected.values())


@pytest.mark.parametrize(
    ("text", "format", "cells"),
    [
        ("| **a** | b \\| c |", "markdown", ("a", "b | c")),
        ("| a | \tb |", "markdown", ("a", "b")),
        ("a | b", "text", ("a", "b")),
        ("a | b", "html", ("a | b",)),
        ("a    b c", "text", ("a", "b c")),
        ("1\t1\t1", "docx", ("1", "1", "1")),
        ("a\t\tb", "docx", ("a", "b")),
        ("|", "text", ("",)),
    ],
)
def test_the_cells_of_a_row(text, format, cells):
    digest = one(text, format)
    row = replace(digest.sentences[0], kind="row")
    (table,) = quote_groups(replace(digest, sentences=(row,)))
    assert table.rows[0].cells == cells


@pytest.mark.parametrize(
    ("before", "number"),
    [
        ("1. ", "1."), ("  12) ", "12)"), ("x\n(b) ", "(b)"), ("iv. ", "iv."), ("- ", ""),
        ("in 1. ", ""), ("> 3. [x] ", "3."), ("y" * 80 + " 1. ", ""), ("", ""), ("1.2 ", "1.2"),
        ("12.3.a) ", "12.3.a)"), ("12 ", ""), ("e.g. ", ""),
    ],
)  # fmt: skip
def test_the_number_that_is_printed_before_an_item(before, number):
    assert printed_number(f"{before}Go on.", len(before)) == number


def test_the_number_of_the_next_item_is_no_gap():
    text = "1. One.\n2. Two.\n3. Three."
    assert not is_gap(text, 7, 11)
    assert is_gap(text, 7, 19)
    one, three = (3, 7, "1.", "One."), (19, 25, "3.", "Three.")
    assert passage(text, [one, (11, 15, "", "Two.")]) == "1. One.\nTwo."
    assert passage(text, [one, three]) == "1. One.\n[...]\n3. Three."


@pytest.mark.parametrize("label", ["A:", "A. ", "Answer:", "**A:**", "A3)"])
def test_the_label_of_an_answer_is_no_gap(label):
    text = f"Q: Is the lake deep?\n\n{label} It is very deep."
    assert not is_gap(text, text.index("?") + 1, text.index("It"))


def test_a_bullet_that_is_a_letter_is_no_gap():
    text = "Clocks:\n\n  o One.\n\n  o Two.\n\nSo on."
    assert not is_gap(text, 7, 13)
    assert not is_gap(text, 17, 23)
    assert is_gap(text, 7, 23)
    assert printed_number(text, 13) == ""
    assert is_gap("One. Too bad. Two.", 4, 14)
    assert not is_gap("To do:\n\n- [x] wash it\n", 6, 14)
    assert not is_gap("To do:\n\n- [ ] wash it\n", 6, 14)
    assert is_gap("To do:\n\n- [x] wash [x] it\n", 6, 23)


def test_items_of_plain_text_have_the_numbers_that_are_printed():
    text = (
        "How the pump is tested:\n\n7. Fill the cistern with water.\n8. Run the pump for hours.\n"
    )
    options = Options.preset("default", context=True, prose_only=False, order="reading")
    digest = Collection.of([Document("a.txt", "a.txt", text)]).fit(options).digest("test the pump")
    lists = [group for group in quote_groups(digest) if isinstance(group, List)]
    assert [item.mark for each in lists for item in each.items] == ["7.", "8."]


def test_steps_of_markdown_that_all_have_the_number_1_are_counted():
    text = (
        "How the pump is tested:\n\n1. Fill the cistern with water.\n1. Run the pump for hours.\n"
    )
    options = Options.preset("default", context=True, prose_only=False, order="reading")
    document = Document("a.md", "a.md", text, format="markdown")
    digest = Collection.of([document]).fit(options).digest("test the pump")
    lists = [group for group in quote_groups(digest) if isinstance(group, List)]
    assert [item.mark for each in lists for item in each.items] == ["1.", "2."]


def test_a_sentence_that_continues_an_item_knows_it():
    made = manual()
    blocks = tuple(made.blocks)
    document = Document("a.html", "a.html", made.text, format="html", blocks=blocks)
    options = Options.preset("default", context=True, prose_only=False, words=200)
    digest = Collection.of([document]).fit(options).digest("Is the valve blue?", words=200)
    positions = {each.text: each.position for each in digest.sentences}
    one, other = positions[TWO], positions[BLUE]
    assert (one.number, one.ordinal, one.begins) == (other.number, other.ordinal, True)
    assert not other.begins
    assert '"position"' not in digest.to_json()


def test_code_keeps_its_lines_and_its_indents():
    made = Manual()
    made.add("paragraph", FILE)
    text = "    if a:\n        b"
    made.text += "    "
    made.add("code", "if a:\n        b\n\tc")
    (code,) = quote_groups(made.digest((FILE, "if a:\n        b\n\tc")))
    assert code.blocks[0][0].code == f"{text}\n    c"


def test_rows_without_a_header_and_definitions_without_a_term():
    table, paragraph = quote_groups(manual().digest(E1, E2, NET))
    assert (table.header, len(table.rows)) == (None, 2)
    assert isinstance(paragraph, Paragraph)
    assert quote_groups(manual().digest((HEAD, E3)))[0].extent == "1 of 3 rows"


def test_further_sentences_of_a_definition_stay_with_its_term():
    made = Manual()
    for name in ("--zero", "--all"):
        made.add("term", name)
        made.add(
            "definition", f"Sets {name[2:]}.", f"This is for {name[2:]}.", f"Then {name} ends."
        )
    zero, other = quote_groups(
        made.digest(
            ("--zero", "Sets zero."),
            ("--zero", "Sets zero.", "This is for zero."),
            ("Sets zero.", "This is for zero.", "Then --zero ends."),
            ("--all", "Sets all.", "This is for all."),
        )
    )
    assert isinstance(zero, Definition) and isinstance(other, Definition)
    assert (texts(zero.terms), texts(other.terms)) == (["--zero"], ["--all"])
    assert texts(zero.below[0].parts) == ["Sets zero.", "This is for zero.", "Then --zero ends."]
    assert texts(other.below[0].parts) == ["Sets all.", "This is for all."]


def test_long_quotations_are_grouped_fast():
    made = Manual()
    sentences = [f"The pump number {number} works." for number in range(5000)]
    made.add("paragraph", *sentences)
    digest = made.digest(*sentences)
    started = time.process_time()
    (paragraph,) = quote_groups(digest)
    assert len(paragraph.parts) == len(sentences)
    assert time.process_time() - started < 2.0


def test_code_after_a_long_blank_line_does_not_show_what_is_before_it():
    made = Manual()
    made.add("paragraph", PUMP)
    made.text += " " * 5000
    made.add("code", "stop()")
    (code,) = quote_groups(made.digest("stop()"))
    assert code.blocks[0][0].code == "stop()"


def test_the_groups_after_the_answer_have_the_titles_of_their_sources():
    lead = {PUMP: {"lead": True}}
    paragraph, title, item = quote_groups(manual().digest(PUMP, OPEN, **lead))
    assert isinstance(paragraph, Paragraph)
    assert title == SourceTitle(paragraph.parts[0].source)
    assert title.title == "manual.html"
    assert isinstance(item, List)


def test_what_continues_the_answer_is_shown_with_it():
    lead = {PUMP: {"lead": True}}
    (paragraph,) = quote_groups(manual().digest(PUMP, NEEDS, **lead))
    assert texts(paragraph.parts) == [PUMP, NEEDS]


def test_a_title_that_is_quoted_is_not_shown_again():
    for answer, quoted in ((PUMP, [PUMP]), (ONE, [])):
        digest = manual().digest(*quoted, (LEAD, ONE), (FILE, CODE), **{answer: {"lead": True}})
        [document] = digest.documents
        for title, times in ((LEAD, 0), ("The pump", 1)):
            digest = replace(digest, documents=(replace(document, title=title),))
            shown = [isinstance(group, SourceTitle) for group in quote_groups(digest)]
            assert sum(shown) == times


def test_nothing_has_a_title_without_an_answer():
    assert not any(isinstance(g, SourceTitle) for g in quote_groups(manual().digest(*ALL)))


def test_an_item_without_its_first_sentence_has_a_gap_after_its_number():
    [steps] = quote_groups(manual().digest((LEAD, ONE), (LEAD, BLUE), (LEAD, LAST)))
    assert items_of(steps.items) == [
        ("1.", [ONE], []), ("2.", [f"… {BLUE}"], []), ("… 4.", [LAST], []),
    ]  # fmt: skip
    for render in (render_text, render_markdown):
        assert f"2. [...] {BLUE}" in render(manual().digest(ONE, BLUE)).replace("\\", "")
