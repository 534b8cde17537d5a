"""Later sentences of definitions and items: they are counted, and each has its notes below it."""

from dataclasses import replace

import pytest

from hyperdigest import Collection, Options
from hyperdigest.digest import Corroboration
from hyperdigest.documents import Document
from hyperdigest.render import render_html, render_markdown, render_text
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.parts import sources
from hyperdigest.render.quotations import quotations
from oracles.quoting import Manual

ALSO = Corroboration("Opened slowly.", "other.txt", "other.txt", 0, 14, "line 7", copy=False)
NOTE = "Also in 1 source: other.txt, line 7"
FIRST, SECOND, THIRD = "Opens the valve.", "It turns slowly.", "It stops by itself."


def with_note(kind):
    """A digest of three sentences of a definition or an item; the second also stands elsewhere."""
    made = Manual()
    lead = "--open" if kind == "definition" else "What the panel does:"
    made.add("term" if kind == "definition" else "paragraph", lead)
    made.add(kind, FIRST, SECOND, THIRD, level=1, at=(1, 1, 1))
    digest = made.digest((lead, FIRST), (lead, SECOND), (lead, THIRD))
    sentences = [replace(s, also=(ALSO,) * (s.text == SECOND)) for s in digest.sentences]
    return replace(digest, sentences=tuple(sentences))


@pytest.mark.parametrize("kind", ["definition", "item"])
@pytest.mark.parametrize("render", [render_text, render_markdown, render_html])
def test_a_note_is_between_its_sentence_and_the_next_one(kind, render):
    shown = render(with_note(kind))
    places = [shown.index(text) for text in (FIRST, SECOND, "other.txt", THIRD)]
    assert places == sorted(places)


OPEN, CLOSE, LATCH, HOLDS, FREE = "--open", "--close", "latch", "It holds.", "It is free."


def terms_shown(*quoted):
    """The terms before each sentence of a digest of two options; the first one has another term in
    what explains it."""
    made = Manual()
    made.add("term", OPEN, level=1)
    made.add("definition", FIRST, SECOND, level=1)
    made.add("term", LATCH, level=2)
    made.add("definition", HOLDS, level=2)
    made.add("term", CLOSE, level=1)
    made.add("definition", THIRD, level=1)
    made.add("paragraph", FREE)
    digest = made.digest(*quoted)
    found = quotations(digest, sources(digest))
    return [[part.text for part in one.context] for one in found]


def test_a_term_is_shown_again_where_its_entry_goes_on_after_something_else():
    first, second, third = (OPEN, FIRST), (OPEN, SECOND), (CLOSE, THIRD)
    assert terms_shown(first, second, third) == [[OPEN], [], [CLOSE]]
    assert terms_shown(second, third, first) == [[OPEN], [CLOSE], [OPEN]]
    assert terms_shown(second, first) == [[OPEN], [OPEN]]
    assert terms_shown(third, first, second, FREE) == [[CLOSE], [OPEN], [], []]
    assert terms_shown(first, FREE, second) == [[OPEN], [], [OPEN]]


def test_a_term_within_another_entry_is_shown_again_below_its_own():
    inner, outer, other = (OPEN, LATCH, HOLDS), (OPEN, SECOND), (CLOSE, THIRD)
    assert terms_shown(outer, inner) == [[OPEN], [LATCH]]
    assert terms_shown(inner, outer) == [[OPEN, LATCH], [OPEN]]
    assert terms_shown(outer, other, inner) == [[OPEN], [CLOSE], [OPEN, LATCH]]


def test_an_entry_with_two_terms_goes_on_after_a_sentence_that_only_needs_the_last_one():
    whole, last = (CLOSE, OPEN, SECOND), (OPEN, FIRST)
    made = Manual()
    made.add("term", CLOSE, level=1)
    made.add("term", OPEN, level=1)
    made.add("definition", SECOND, FIRST, THIRD, level=1)
    digest = made.digest(whole, last, (CLOSE, OPEN, THIRD))
    found = [len(one.context) for one in quotations(digest, sources(digest))]
    assert found == [2, 0, 0]


def test_a_term_that_is_quoted_itself_is_not_shown_again_right_below():
    assert terms_shown(OPEN, (OPEN, FIRST), (OPEN, SECOND)) == [[], [], []]
    assert terms_shown(OPEN, (CLOSE, THIRD), (OPEN, FIRST)) == [[], [CLOSE], [OPEN]]


@pytest.mark.parametrize("render", [render_text, render_markdown, render_html])
def test_all_formats_show_the_term_again(render):
    made = Manual()
    for kind, *texts in (
        ("term", "open"), ("definition", FIRST, SECOND), ("term", "close"), ("definition", THIRD),
    ):  # fmt: skip
        made.add(kind, *texts, level=1)
    shown = render(made.digest(("open", SECOND), ("close", THIRD), ("open", FIRST)))
    between = shown[shown.index(THIRD) : shown.index(FIRST)]
    assert shown.index(SECOND) < shown.index(THIRD)
    assert "open" in between


TERMS = """Settings
========

The pump has these settings:

--open
    Opens the valve of the lower tank. Default: slowly and from the left.

--drain
    Drains the whole mill. Default: into the river below the mill.

--close
    Closes the valve of the upper tank. Default: at once when it is full.
"""


def test_definitions_of_which_only_later_sentences_are_shown_are_counted():
    document = Document("a.txt", "a.txt", TERMS)
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    digest = model.digest("Which settings does the pump have?", words=100)
    later = [s for s in digest.sentences if s.text.startswith("Default: ")]
    positions = [s.position for s in later]
    assert [(p.ordinal, p.begins) for p in positions] == [(1, False), (2, False), (3, False)]
    (group,) = quote_groups(replace(digest, sentences=tuple(later[:1])))
    assert group.extent == ""
    *_, group = quote_groups(replace(digest, sentences=tuple(later[:2])))
    assert group.extent == "2 of 3 definitions"


def test_a_definition_below_a_term_that_is_quoted_itself_is_counted():
    made = Manual()
    entries = (("--open", FIRST), ("--close", SECOND), ("--drain", THIRD), ("--stop", HOLDS))
    for number, (term, text) in enumerate(entries, start=1):
        made.add("term", term, level=1)
        made.add("definition", text, level=1, at=(1, number, 4))
    quoted = (("--open", FIRST), "--close", ("--close", SECOND), ("--drain", THIRD))
    *_, group = quote_groups(made.digest(*quoted))
    assert group.extent == "3 of 4 definitions"
    *_, group = quote_groups(made.digest(*quoted, ("--stop", HOLDS)))
    assert group.extent == ""
