"""Directives of reStructuredText in plain text, as in files called README.txt."""

from hyperdigest import Collection, Document
from hyperdigest.documents import SENTENCE_KINDS

PAGE = """Tank
====

.. meta::
   :keywords: tank, water

.. contents:: Table of contents

The tank is switched on like this::

    tank.engine = "on"
    tank.file = "/path/to/water"

.. note::
   The tank must be clean before it is filled.
"""


def test_notes_are_prose_and_what_no_reader_sees_is_left_out():
    collection = Collection.of([Document("tank", "tank", PAGE)], language="en")
    kinds = collection.split.sentences.kind
    of = {collection.text(n): SENTENCE_KINDS[kinds[n]] for n in range(len(kinds))}
    assert of["The tank must be clean before it is filled."] == "prose"
    assert of['tank.engine = "on"\n    tank.file = "/path/to/water"'] == "code"
    assert not any("keywords" in text or "contents" in text for text in of)
