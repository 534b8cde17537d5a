"""Entries of indexes, menus and tables of contents are never quoted, and what only looks like them
is."""

import pytest

from hyperdigest import Collection, Document
from hyperdigest.documents import Block
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.read.html.reader import read_html

WORDS = "The pump must be drained before the winter begins in the mountains."


def quotable(text, format="markdown", blocks=()):
    document = Document("a", "a", text, format=format, blocks=blocks)
    sentences = Collection.of([document], language="en").split.sentences
    may_be = may_be_quoted(sentences, 5)
    return [
        " ".join(text[start:end].split())
        for start, end, quoted in zip(sentences.start, sentences.end, may_be, strict=True)
        if quoted
    ]


def quotable_of_page(body):
    content = read_html(f"<title>Pumps</title><body>{body}<p>{WORDS}".encode())
    return quotable(content.text, "html", content.blocks)


@pytest.mark.parametrize(
    "heading",
    [
        "Chapter 12 - Option Index",
        "Appendix C Index",
        "B.5 Command Index",
        "B.5 Winch Command Index",
        "Kapitel 3: Index",
        "C.1 Index for all winch commands",
        "Index of options and commands",
        "Short Table of Contents",
    ],
)
def test_items_below_a_heading_of_an_index_are_entries(heading):
    text = f"# {heading}\n\n- How the valves are oiled\n- Where tanks stand\n\n# Use\n\n- a valve\n"
    assert quotable(text) == ["a valve"]


@pytest.mark.parametrize(
    "heading",
    [
        "Creating a Type Index",
        "Building Command Index",
        "Price Index",
        "Index of prices",
        "I Winch",
    ],
)
def test_items_below_other_headings_are_quoted(heading):
    assert len(quotable(f"# {heading}\n\n- Bread and butter\n- Salt and oil\n")) == 2


def test_signs_and_letters_go_on_with_an_index():
    entries = "<dl><dt>--<dd><a href='a'>The winch [Of ropes]</a><dt>-v<dd><a href='a'>Use</a></dl>"
    page = f"<h2>Chapter 9 - Option Index</h2><h3>Symbols</h3>{entries}<h3>A</h3>{entries}"
    assert quotable_of_page(page) == [WORDS]


def test_a_part_with_its_page_goes_on_with_contents():
    entries = "- Oiling of pumps 63\n- Winter 64\n"
    text = f"# Contents\n\n{entries}\n# II Pumps 62\n\n{entries}\n# 2 Pumps\n\n- a valve\n"
    assert quotable(text) == ["a valve"]


def test_a_whole_sentence_about_a_term_of_an_index_is_quoted():
    drains = "This command drains all pumps of the town at once."
    page = f"<h2>Command Index</h2><dl><dt>drain<dd>{drains}</dl>"
    assert quotable_of_page(page) == [drains, WORDS]


def test_an_entry_of_an_index_of_info_is_never_quoted_below_any_heading():
    entries = "* tank_fill:           Filling Tanks.  (line  77)\n* ropes:   Use.  (line  3)\n"
    assert quotable(f"Winches\n=======\n\n* Menu:\n\n{entries}", "text") == []
    assert quotable("tank_fill: Filling the tanks.   (line  77)\n", "text") == []


def test_menus_of_info_are_never_quoted():
    text = (
        "INFO-DIR-SECTION Winches\nSTART-INFO-DIR-ENTRY\n"
        "* winch: (winch)Invoking winch.     Lifting the tanks of a town.\n"
        "* Ropes: (ropes).                   Knotting and splicing of ropes.\n"
        f"END-INFO-DIR-ENTRY\n\n{WORDS}\n\n"
        "* Menu:\n\n* Lifting Tanks::   How tanks are lifted.\n* Ropes::   Which rope is strong.\n"
    )
    assert quotable(text, "text") == [WORDS]


@pytest.mark.parametrize(
    "item",
    [
        "mode: (optional). The mode in which the winch lifts.",
        "Lift the tank, *note Lifting Tanks::, before the rope is cut.",
    ],
)
def test_an_item_that_is_no_entry_of_a_menu_is_quoted(item):
    assert quotable(f"Winches have these:\n\n- {item}\n- Another one.\n", "text")


@pytest.mark.parametrize("mark", ["1.", "1.2", "A.3", "IV.", "b)"])
def test_contents_with_numbers_outside_their_links_are_never_quoted(mark):
    titles = ("Tanks", "Where are the valves oiled?", "Draining pumps before the winter begins")
    items = "".join(f"<li>{mark} <a href='a.html'>{title}</a></li>" for title in titles)
    assert quotable_of_page(f"<h1>Pumps</h1><ul>{items}</ul>") == [WORDS]
    inner = f"<ul>{items}</ul>"
    assert quotable_of_page(f"<h1>Pumps</h1><ul><li>1. <a href='b'>Use</a>{inner}</ul>") == [WORDS]


def test_numbered_links_that_are_introduced_are_quoted():
    items = "".join(f"<li>{n}. <a href='a.html'>Oil valve {n}</a></li>" for n in (1, 2, 3))
    assert len(quotable_of_page(f"<p>Do this in the spring:<ul>{items}</ul>")) == 4


def test_rows_of_links_are_never_quoted_from_the_first_one():
    row = "<tr><td><a href='a'>{}</a>:<td><a href='b'>Lifting</a>"
    rows = "".join(map(row.format, ("drain", "lift", "oil", "turn")))
    page = f"<h1>Winches</h1><table><tr><th>Entry<th>Section{rows}</table>"
    assert quotable_of_page(page) == [WORDS]


@pytest.mark.parametrize("heading", ["General Index: F – L", "Names"])
def test_rows_below_the_names_of_the_columns_of_an_index_are_never_quoted(heading):
    rows = "<tr><td>{}<td>{}"
    table = "".join(
        rows.format(f"pump {number}", f"{number}.2 Oil the pump") for number in range(3)
    )
    page = f"<h2>{heading}</h2><table><tr><th>Index Entry<th>Section{table}</table>"
    assert quotable_of_page(page) == [WORDS]


def test_the_letters_of_an_index_are_never_quoted():
    page = "<table><tr><td>Jump to:<td>_ A B C D P</table><p>Jump to: A B C</p>"
    assert quotable_of_page(page) == [WORDS]


def test_what_a_page_says_that_leads_to_another_one_is_never_quoted():
    here = "The page you are looking for is <a href='pump.html'>Pump</a>."
    move = '<meta http-equiv="Refresh" content="0; url=pump.html">'
    for head, text, is_quoted in (
        (move, here, False),
        ("", here, True),
        (move, 8 * f"<p>{WORDS}</p>", True),
        ('<meta http-equiv="refresh" content="300">', WORDS, True),
    ):
        content = read_html(f"<head>{head}<title>Pumps</title></head><p>{text}".encode())
        assert bool(quotable(content.text, "html", content.blocks)) == is_quoted


def test_the_items_of_contents_without_a_heading_are_no_answers():
    items = [("Pumps", 1), ("Cleaning them", 2), ("Tanks", 1)]
    text, blocks = "Contents:\n\n", [Block(0, 9, "paragraph")]
    for words, level in items:
        blocks.append(Block(len(text), len(text) + len(words), "item", level))
        text += f"{words}\n\n"
    blocks.append(Block(len(text), len(text) + len(WORDS), "paragraph"))
    assert quotable(text + WORDS, "docx", tuple(blocks)) == [WORDS]


def test_what_is_below_the_own_entry_of_a_page_in_a_map_of_links_is_part_of_the_map():
    links = [f"<li><a href='{name}.html'>{name}</a>" for name in ("pump", "tank", "mill", "gate")]
    assert quotable_of_page(f"<ul>{''.join(links)}<li>map{''.join(links)}</ul>") == [WORDS]
    then = "<li><a href='weir.html'>Then open the weir.</a>"
    after = f"<ul><li>Fill the <a href='tank.html'>tank</a>.{then}</ul>"
    found = quotable_of_page(f"<ul>{''.join(links)}</ul>{after}")
    assert found == ["Fill the tank.", "Then open the weir.", WORDS]
