"""Later sentences of definitions and items: they are counted, and each has its notes below it."""

from dataclasses import replace

import pytest

from hyperdigest import Collection, Options
from hyperdigest.digest import Corroboration
from hyperdigest.documents import Document
from hyperdigest.render import render_html, render_markdown, render_text
from hyperdigest.render.grouping import quote_groups
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
