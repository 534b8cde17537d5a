"""Clauses with no main clause are no statements."""

import pytest

from hyperdigest.documents import FORMS
from hyperdigest.split.forms import form_of, lacks_main_clause

ALONE = [
    "Because the cables of the old bridge had rusted.",
    "Although the town had known of the rust, which was old, and of the cables.",
    "Whereas the trams of the harbour run all day.",
    '"Though the bridge is closed to all of the trams."',
    "Because there is rust in the cables, of course, you know.",
    "While the town waited for a new bridge.",
    "Since they had no money for the cables.",
    "Which is why the bridge was closed, and the trams with it.",
    "Which I think we want to leave for the next meeting.",
    "Which brings us to the trams.",
    "Because they are old and rusted\nin the joints.",
]
WHOLE = [
    "Because the cables had rusted, the bridge was closed.",
    "Although it rained, we stayed.",
    "While fixing the deck, which was old, they found rust.",
    "While she waited it began to rain.",
    "Since 1990 the bridge has been closed.",
    "Since the war nobody has come.",
    "Since we have no money we wait.",
    "Since it rusts, paint it.",
    '"Because it is old," said Ann.',
    "Which cables rust is not known.",
    "Which is used depends on the bridge.",
    "Although (as we know) old, it held; Ann came.",
    "The bridge was closed because its cables had rusted.",
]


@pytest.mark.parametrize("sentence", ALONE)
def test_clauses_alone_are_stubs(sentence):
    assert lacks_main_clause(sentence)
    assert FORMS[form_of(sentence, "paragraph")] == "stub"


@pytest.mark.parametrize("sentence", WHOLE)
def test_clauses_with_their_main_clause_are_prose(sentence):
    assert not lacks_main_clause(sentence)
    assert FORMS[form_of(sentence, "paragraph")] == "prose"
