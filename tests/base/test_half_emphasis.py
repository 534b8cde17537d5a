"""Emphasis of Markdown that runs over several sentences leaves no marks in any of them."""

import re

import pytest

from hyperdigest import Document


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Wait. Then go.**", ["Wait.", "Then go."]),
        ("Look: **wait here. Then\ngo** on.", ["Look: wait here.", "Then go on."]),
        ("__Wait.__ _Then go. Stay._", ["Wait.", "Then go.", "Stay."]),
        ("**Wait** *here. Then* go.", ["Wait here.", "Then go."]),
        ("A `**` goes. A `**` stays.", ["A ** goes.", "A ** stays."]),
        ("**kwargs go.\n\nTwo** stay.", ["**kwargs go.", "Two** stay."]),
        ("**Wait.\r\n\r\nThen go.**", ["**Wait.", "Then go.**"]),
    ],
)
def test_a_sentence_has_no_half_of_a_pair_of_marks(text, shown):
    document = Document("a.md", "a.md", text, format="markdown")
    sentences = re.finditer(r"\S[^.]*\.[*_]*", text)
    assert [document.displayed(*sentence.span()) for sentence in sentences] == shown
