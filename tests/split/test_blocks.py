"""Blocks of text: where they begin, which lines they join, and what they leave out."""

import textwrap

import pytest

from hyperdigest.split.blocks import find_blocks


def blocks(text: str, format: str = "text") -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in find_blocks(text, format)]


def test_blocks_of_markdown():
    text = """\
---
title: not text
---
# Heading with a [link](x.md) #

A paragraph that
goes on here.

Underlined
==========

- an item
- another
  with a second line
  1. a nested one

> Quoted words
> go on.

| a | b |
|---|---|

```python
print("x. Y")

# no heading
```

After a rule:

* * *

    indented = code

The end.
"""
    assert blocks(text, "markdown") == [
        ("heading", "Heading with a [link](x.md)"),
        ("paragraph", "A paragraph that\ngoes on here."),
        ("heading", "Underlined"),
        ("item", "an item"),
        ("item", "another\n  with a second line"),
        ("step", "a nested one"),
        ("quote", "Quoted words\n> go on."),
        ("header", "| a | b |"),
        ("code", 'print("x. Y")\n\n# no heading'),
        ("paragraph", "After a rule:"),
        ("code", "indented = code"),
        ("paragraph", "The end."),
    ]


def test_an_indented_line_right_below_a_heading_of_markdown_is_code():
    text = "## Start it:\n    pump --start\nThe pump\n    rings a bell.\n"
    assert blocks(text, "markdown") == [
        ("heading", "Start it:"),
        ("code", "pump --start"),
        ("paragraph", "The pump\n    rings a bell."),
    ]


def test_a_paragraph_of_markdown_that_is_only_a_command_is_code():
    text = "## `npm run all`\n\nTo push:\n\n`relay push box:2`\n\n`--flag`\n\n- `relay stop all`\n"
    assert blocks(text, "markdown") == [
        ("heading", "`npm run all`"),
        ("paragraph", "To push:"),
        ("code", "relay push box:2"),
        ("paragraph", "`--flag`"),
        ("item", "`relay stop all`"),
    ]


def test_lines_wrapped_at_a_margin_are_one_paragraph():
    text = (
        "The council met on Monday to hear what the town thinks of the\n"
        "Harbour Bridge. About\n"
        "1,200 people came, and most of them asked for more time before\n"
        "12. June, when the old one will be closed to all but the trams.\n"
        "\n"
        "It will meet again.\n"
    )
    assert blocks(text) == [
        ("paragraph", text[: text.index("\n\n")].split("About")[0] + "About"),
        ("paragraph", text[text.index("1,200") : text.index("\n\n")]),
        ("paragraph", "It will meet again."),
    ]


def test_a_wrapped_sentence_goes_on_in_a_line_that_begins_with_an_address():
    text = (
        "A proposal is sent to the board first, and members talk about it before\n"
        "they vote. The talk shall take\n"
        "place on\n"
        "https://lists.harbour.example/mailman/listinfo/members-general[the list].\n"
        "During the talk nobody votes, and the board says nothing but what it\n"
        "was asked for by three members, who sign their letter and send it to\n"
        "the\n"
        "<https://lists.harbour.example/mailman/listinfo/board-of-the-harbour>\n"
        "before the talk ends.\n"
    )
    assert blocks(text) == [("paragraph", text.rstrip())]


def test_an_address_below_a_title_is_no_part_of_it():
    text = (
        "The harbour is run by a board of nine members, who meet on each Monday\n"
        "of the year in the old customs house above the eastern quay.\n"
        "\n"
        "Home page\n"
        "https://lists.harbour.example/mailman/listinfo/members-general/index.html\n"
    )
    assert blocks(text)[1] == ("heading", "Home page")


@pytest.mark.parametrize("format", ["markdown", "text"])
def test_sentences_above_a_rule_are_no_heading(format):
    words = "The bridge is closed at night. Trams go round by the old mill, and take an hour."
    closed = f"Opening hours\n---\n\n{words}\n---\n\nThe ferry\n---\n\nIt sails at noon.\n"
    assert blocks(closed, format) == [
        ("heading", "Opening hours"),
        ("paragraph", words),
        ("heading", "The ferry"),
        ("paragraph", "It sails at noon."),
    ]


@pytest.mark.parametrize(
    "heading", ["The bridge is closed.", "Is it closed? Who says so?", "Not open. Go home."]
)
def test_a_short_sentence_above_a_long_rule_is_a_heading(heading):
    text = f"{heading}\n{'-' * len(heading)}\n\nTrams go round by the old mill.\n"
    assert blocks(text, "markdown")[0] == ("heading", heading)


def test_a_date_in_italics_is_no_heading():
    text = "# Ferry\n\n_Last updated: August 6, 2020_\n\nIt sails.\n\n_On Sundays_\n\nIt rests.\n"
    assert [kind for kind, _ in blocks(text, "markdown")] == [
        *("heading", "paragraph", "paragraph"),
        *("heading", "paragraph"),
    ]


def test_lines_of_one_sentence_each_are_not_joined():
    lines = [
        "The first sentence stands alone on its line and has no full stop",
        "Second one",
        "A third, much longer than the others, stands on a line that nobody would have wrapped at"
        " any margin that is in use, for it is far too long",
        "Fourth",
    ]
    assert [block for _, block in blocks("\n".join(lines))] == lines


def test_headings_of_plain_text_are_found():
    text = "THE HARBOUR\n\nWhat the Town Thinks\n\nIt is old, it thinks.\n\nMore\n====\n\nYes."
    assert [kind for kind, _ in blocks(text)] == [
        "heading", "heading", "paragraph", "heading", "paragraph"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "kind"),
    [
        *((bullet, "item") for bullet in ("-", "*", "+", "•", "–", "o", "○", "□", "➢")),
        *((number, "step") for number in ("1.", "23)", "(4)", "a)", "(iv)", "ii.", "Step 3:")),
    ],
)
def test_list_markers_are_known(mark, kind):
    text = f"{mark} one thing\n{mark} two things\n"
    assert blocks(text) == [(kind, "one thing"), (kind, "two things")]


def test_speakers_turns_are_found():
    lines = [
        "Ann Lee: We wait.",
        "Tom: Yes, and",
        "Ann Lee: Agreed.",
        "[0:12] Dr. Hall: So?",
    ]
    assert blocks("\n".join(lines)) == [("turn", line) for line in lines]


def test_a_single_label_is_no_speaker():
    text = "Note: the bridge is closed.\nIt opens in May.\nTrams run as before."
    assert [block for _, block in blocks(text)] == text.split("\n")


def test_blocks_of_mail():
    text = (
        "From: Ann <ann@example.org>\nTo: Tom\nSubject: The bridge\n\nDear Tom,\n\nIt is closed.\n"
    )
    assert [block for _, block in blocks(text)] == [
        "From: Ann <ann@example.org>", "To: Tom", "Subject: The bridge", "Dear Tom,",
        "It is closed.",
    ]  # fmt: skip


def test_html_tags_separate_blocks():
    text = "<h2>Summary</h2> It is old. <ul><li>First<li>Second</ul> The end."
    assert [(kind, block.strip()) for kind, block in blocks(text) if block.strip()] == [
        ("heading", "Summary"),
        ("paragraph", "It is old."),
        ("item", "First"),
        ("item", "Second"),
        ("paragraph", "The end."),
    ]


def test_columns_are_a_table():
    text = "Year   Bridges   Trams\n2015   12   400\n2016   13   410\n"
    assert [kind for kind, _ in blocks(text)] == ["header", "table", "table"]


HEAD = "RFC 99      The Channel Protocol      May 2024"
FOOT = "Miller      Standards Track      [Page 2]"


@pytest.mark.parametrize(
    "text",
    [
        f"A channel is open.\n\n\n{FOOT}\n\f\n{HEAD}\n\n\nA channel is closed.\n",
        f"A channel is open.\n\n\n{FOOT}\n\n\nA channel is closed.\n",
    ],
)
def test_the_heads_and_feet_of_pages_are_no_rows(text):
    assert {kind for kind, _ in blocks(text)} == {"paragraph"}


def pages(*heads: str) -> str:
    """A text of pages of 40 lines, each with a head, on which one list goes on."""
    pages = (f"{head}\n\n" + f"- The tram {n} goes on.\n" * 37 for n, head in enumerate(heads))
    return "\n".join(pages)


@pytest.mark.parametrize(
    "head",
    ["The Tram Guide        {}", "May 2024      Tram      Page {}", " " * 30 + "{}"],
)
def test_heads_that_recur_on_each_page_are_no_blocks(head):
    text = pages(*(head.format(number) for number in range(1, 5)))
    assert {kind for kind, _ in blocks(text)} == {"item"}


@pytest.mark.parametrize("head", ["The Tram Guide {}", "Part {}"])
def test_lines_without_gaps_that_recur_are_headings(head):
    text = pages(*(head.format(number) for number in range(1, 5)))
    assert [kind for kind, _ in blocks(text)].count("heading") == 4


def test_lines_with_gaps_that_recur_at_other_places_stay():
    text = "".join(f"Subtotal      {n}\n\n" + "It goes.\n\n" * n for n in range(1, 9))
    found = [block for _, block in blocks(text)]
    assert sum("Subtotal" in block for block in found) == 8


@pytest.mark.parametrize("line", ["Total due      ${}.00", " " * 30 + "{}"])
def test_amounts_that_recur_on_each_page_stay(line):
    text = pages(*(line.format(amount) for amount in (812, 95, 4310, 77, 640)))
    found = [block for _, block in blocks(text)]
    assert sum("4310" in block for block in found) == 1


@pytest.mark.parametrize(
    "field", ["**Status:** open", "*Author*: Ann Bell", "__Owner:__ Ann\n__Age:__ 7"]
)
def test_fields_with_bold_names_are_no_headings(field):
    text = f"# The Tram\n\n{field}\n\nThe tram is old.\n"
    assert [block.kind for block in find_blocks(text, "markdown")] == [
        *("heading", "paragraph", "paragraph")
    ]
    step = text.replace(field, "**Step 1:** Buy a ticket")
    assert [block.kind for block in find_blocks(step, "markdown")][1] == "heading"


@pytest.mark.parametrize("gap", ["", "\n"])
def test_fields_below_each_other_are_no_headings(gap):
    text = f"The Tram\n\nIdentity: 17a\n{gap}License: open\n\nThe tram is old.\n"
    kinds = [kind for kind, block in blocks(text) if ":" in block]
    assert kinds == ["paragraph" if not gap else "heading"] * len(kinds) != []


def test_an_indented_grid_below_a_lead_in_is_a_table():
    grid = "+-----+------------+\n| No. | Place      |\n+-----+------------+\n| 1   | Harbour    |"
    grid = textwrap.indent(f"{grid}\n+-----+------------+", "    ")
    text = f"The tram stops at these places:\n\n{grid}\n"
    assert [kind for kind, _ in blocks(text)] == ["paragraph", "header", "table"]


def test_rows_between_blank_lines_are_a_table():
    text = "Rates\n\nTram      12      400\n\nBridge      13      410\n"
    assert [kind for kind, _ in blocks(text)] == ["heading", "table", "table"]


def test_a_short_line_that_breaks_a_word_continues():
    text = "The administra-\ntion of the harbour decided.\n\nThe bridge:\n\n- closed\n"
    assert next(iter(find_blocks(text))).end == text.index("\n\n")


def test_a_table_of_a_database_has_a_header_and_rows():
    text = " name  | age\n-------+-----\n Ann   |  33\n Bob   |    \n(2 rows)\n"
    assert blocks(text)[:3] == [
        ("header", "name  | age"),
        ("table", "Ann   |  33"),
        ("table", "Bob   |"),
    ]


def test_the_summary_of_details_in_markdown_is_a_block_without_its_tags():
    text = "<details>\n<summary><b>Is it open?</b></summary>\n\nYes, all day.\n\n</details>\n"
    found = [words.strip() for _, words in blocks(text, "markdown")]
    assert [words for words in found if words] == ["Is it open?", "Yes, all day."]


def test_a_term_of_markdown_may_have_two_definitions():
    found = blocks("Tram\n: A car on rails.\n: A beam.\n", "markdown")
    assert [(kind, words.strip()) for kind, words in found] == [
        ("term", "Tram"),
        ("definition", "A car on rails."),
        ("definition", "A beam."),
    ]


WRAPPED_BEFORE_MARKS = """\
A licence holds for all works that were first shown in the hall and (1) had no picture
of the mayor, and were thus lent to the museum before the winter of that year began, and
(2) were returned before the first of May.

The people of the harbour guard the rights of each fisher with two steps, which are these:
(1) they write down who owns a boat, and (2) they give him a sign of wood for the mast.

You may choose up to sixteen lamps for the pier, eight bells, and as many as MaxRopes
(32) ropes of hemp for each of the boats.

The table of the tides has a column for the level, in which you may put a plus or a
- sign before the number.

If the list of the boats is in order, the search gives the place of the boat or (-1 -
ix) where the boat would have to be put in.
"""


@pytest.mark.parametrize("text", WRAPPED_BEFORE_MARKS.split("\n\n"))
def test_a_wrapped_sentence_goes_on_with_what_looks_like_the_mark_of_an_item(text):
    above = "The board of the harbour met on the first Monday of the month and wrote this down.\n"
    found = list(find_blocks(f"{above}{above}\n{text}"))
    assert [block.kind for block in found] == ["paragraph", "paragraph"]


@pytest.mark.parametrize("marks", [("-", "-"), ("(1)", "(2)"), ("(a)", "(b)"), ("+", "+")])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_list_right_below_a_filled_line_stays_a_list(marks, between):
    first, second = marks
    above = "The keeper of the lamp has to do these two things each evening before he goes home"
    found = list(find_blocks(f"{above}\n{first} light the lamp{between}{second} lock the door\n"))
    kind = "step" if "(" in first else "item"
    assert [block.kind for block in found[1:]] == [kind, kind]


def test_a_list_stays_one_if_a_step_names_the_next_one():
    text = """\
The keeper of the lamp has to do all of these things in the order that is given here
(1) Turn off the lamp above the gate and (2) the one at the pier, and wait for a moment.
(2) Lock the door of the store.
"""
    assert [kind for kind, _ in blocks(text)] == ["paragraph", "step", "step"]


@pytest.mark.parametrize("last", ["in May", "for you"])
def test_one_bullet_below_a_filled_line_is_an_item(last):
    text = f"""\
The board of the harbour asks all of its members to bring to the meeting {last}
- copies of the contract that both of the fishers and the keeper of the lamp signed
"""
    assert [kind for kind, _ in blocks(text)] == ["paragraph", "item"]


def test_a_long_line_that_begins_as_the_definition_of_a_link_is_text():
    link = f"[a]: https://example.org/{'a' * 2950}"
    assert not blocks(link, "markdown")
    line = f"{link}{'a' * 50} says that the wheel of the mill turns."
    assert blocks(line, "markdown") == [("paragraph", line)]


def test_a_table_wider_than_the_text_does_not_end_its_paragraphs():
    text = """\
The third column of the book of the mill is the name that the miller
Anna Bell gave each wheel.

The second column has the place of the wheel in the mill, which has a
Red Door and no lock.

+--------+------------------------------------------+----------------------------------------------+
| Number | The place of the wheel in the mill       | The name of the wheel                        |
+========+==========================================+==============================================+
| 1      | Below the sluice, at the left of the door| Old Lady, after the grandmother of the miller|
| 2      | Below the sluice, at the right of it     | Young Lady                                   |
| 3      | In the cellar                            | Nobody's wheel                               |
+--------+------------------------------------------+----------------------------------------------+
"""
    assert [kind for kind, _ in blocks(text)[:3]] == ["paragraph", "paragraph", "header"]


def test_where_the_links_of_markdown_lead_is_in_no_block():
    text = """\
See the [plan][] of the [`gate`][gate], and what [Anna]: says.

[plan]: https://example.org/plan "The plan of the mill"
[`gate`]: #the-gate
[DNS codes (all)]: codes.md#list
[^1]: A note that a reader sees.

[Anna]: Yes.
[gate]: <a gate.md>
"""
    assert blocks(text, "markdown") == [
        ("paragraph", "See the [plan][] of the [`gate`][gate], and what [Anna]: says."),
        ("paragraph", "[^1]: A note that a reader sees."),
        ("paragraph", "[Anna]: Yes.\n[gate]: <a gate.md>"),
    ]
