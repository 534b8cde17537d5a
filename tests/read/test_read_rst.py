from pathlib import Path

import pytest
from docutils.parsers.rst import directives, roles
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.read import read_file
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content
from hyperdigest.read.markup import rst


def read(text: str) -> Content:
    return read_content(text.encode(), "rst")


def parts(text: str) -> list[tuple[str, str]]:
    content = read(text)
    return [(block.kind, content.text[block.start : block.end]) for block in content.blocks]


FERRY = """\
=====
Ferry
=====

:Author: Ada Lovelace
:Date: 2026-03-05

.. contents::
.. A comment that nobody reads.
.. _times:

Times
-----

It sails at *nine*, see ``times.txt``
and the `map <https://map.example>`_ [1]_.

- one

  more of one
- two

3. three
4. four

rope
  Keeps the boat.

-v, --verbose  Says more.

Run this::

    ferry --start

+-------+-------+
| Day   | Hour  |
+=======+=======+
| Sunday| ten   |
+-------+-------+

.. [1] Drawn by hand.
"""


def test_the_parts_of_a_text_are_blocks_without_marks():
    content = read(FERRY)
    assert (content.title, content.authors, content.date) == (
        "Ferry", ("Ada Lovelace",), "2026-03-05",
    )  # fmt: skip
    assert parts(FERRY)[5:] == [
        ("heading", "Times"),
        ("paragraph", "It sails at nine, see times.txt\nand the map."),
        ("item", "one"),
        ("paragraph", "more of one"),
        ("item", "two"),
        ("step", "three"),
        ("step", "four"),
        ("term", "rope"),
        ("definition", "Keeps the boat."),
        ("term", "-v, --verbose"),
        ("definition", "Says more."),
        ("paragraph", "Run this:"),
        ("code", "ferry --start"),
        ("header", "Day\tHour"),
        ("table", "Sunday\tten"),
        ("paragraph", "Drawn by hand."),
    ]
    assert "3. three" in content.text and "[1] Drawn" in content.text


def test_the_place_of_a_sentence_is_its_line_in_the_file(tmp_path: Path):
    path = tmp_path / "ferry.rst"
    path.write_text(FERRY)
    document = read_file(path)
    written = FERRY.split("\n")
    for words, line in [("It sails", "It sails"), ("and the map", "and the `map"),
                        ("more of one", "more of"), ("Keeps", "Keeps"), ("ferry --start", "ferry"),
                        ("Sunday\tten", "| Sunday"), ("Drawn", "Drawn")]:  # fmt: skip
        found = document.place(document.text.index(words))
        number = next(n for n, each in enumerate(written, 1) if line in each and "=" not in each)
        assert found == f"line {number}" or line == "ferry"


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        (":ref:`the times <times>` hold", "the times hold"),
        (":py:func:`~ferry.sails.hoist` does", "hoist does"),
        ("`~ferry.hoist` and `~/boats`", "hoist and ~/boats"),
        (":var:`FLAGS_<LANG>` and :ref:`the sea<sea>`", "FLAGS_<LANG> and the sea"),
        (r"`The tag \<b>`_ is bold", "The tag <b> is bold"),
        (":class:`!Boat` floats", "Boat floats"),
        (":pep:`8` says so", "PEP 8 says so"),
        ("`Ferry <https://a.example>`__ and harbour_", "Ferry and harbour"),
        (r"a\*b and \\n, H\ :sub:`2`\ O", r"a*b and \n, H2O"),
        (r"10\ :sup:`3` m, the 5\ :sup:`th`", "10³ m, the 5th"),
        ("``*args`` and 2 * 3 * 4", "*args and 2 * 3 * 4"),
        ("**strong *star** text", "strong *star text"),
        ("an *open star and `an open tick", "an *open star and `an open tick"),
        ("see [Knuth]_ and |unknown|", "see [Knuth] and |unknown|"),
        ("snake_case and __init__ stay", "snake_case and __init__ stay"),
    ],
)
def test_inline_marks_are_taken_out(markup: str, shown: str):
    assert read(markup).text == shown


def test_directives_of_sphinx_give_their_text():
    text = """\
.. note:: Mind the *gap*.

.. versionadded:: 3.1
   The ``sail`` option.

.. deprecated:: 2.0

.. versionchanged::

   It sails.

.. code-block:: python
   :linenos:

   hoist()

.. py:function:: hoist(sail)
   :async:

   Hoists it.

   :param sail: which one

.. only:: html

   Shown on pages.

.. toctree::
   :maxdepth: 2

   other

.. topic:: Ropes

   They age.

.. unknown-thing::

   Kept, too.
"""
    assert parts(text) == [
        ("paragraph", "Mind the gap."),
        ("paragraph", "Added in version 3.1: The sail option."),
        ("paragraph", "Deprecated since version 2.0."),
        ("paragraph", "Changed in version: It sails."),
        ("code", "hoist()"),
        ("term", "hoist(sail)"),
        ("definition", "Hoists it."),
        ("term", "param sail"),
        ("definition", "which one"),
        ("paragraph", "Shown on pages."),
        ("heading", "Ropes"),
        ("paragraph", "They age."),
        ("paragraph", "Kept, too."),
    ]


def test_nothing_is_included_or_shown_as_it_is_in_one_format():
    text = """\
.. include:: /etc/hostname
.. literalinclude:: /etc/hostname
.. raw:: html

   <script>no</script>

.. csv-table:: Days
   :file: /etc/hostname

.. role:: raw-html(raw)
   :format: html

Only :raw-html:`<b>` this.
"""
    assert read(text).text.split("\n\n")[-1] == "Only  this."
    assert "script" not in read(text).text


def test_a_table_that_is_broken_keeps_its_text():
    assert "Sunday" in read("+----+\n| Sunday\n+--\n\nMore.\n").text


def test_substitutions_that_stand_for_one_another_end():
    text = (
        ".. |a| replace:: |b| |b|\n.. |b| replace:: |a| |a|\n.. |c| unicode:: U+00A9\n\n|a| |c| 1\n"
    )
    assert read(text).text == "|b| |b| © 1"


def test_a_text_that_is_too_long_or_too_deep_is_read_as_plain_text(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rst, "MOST_PARSED_LINES", 3)
    content = read("*a*\n\nb\n\nc\n")
    assert (content.text, content.format) == ("*a*\n\nb\n\nc\n", "text")
    assert content.notes == ("is read as plain text, because it has more than 3 lines or 4 MB",)
    monkeypatch.undo()
    deep = "\n\n".join(" " * depth + "- word" for depth in range(400))
    assert read(deep).text.count("word") == 400


def test_docutils_is_left_as_it_was():
    before = dict(directives._directives), dict(roles._roles)
    read(".. role:: mine\n.. default-role:: mine\n\n:mine:`a` `b`\n\n.. foo:: bar\n")
    assert (directives._directives, roles._roles) == before


MARKS = st.lists(
    st.sampled_from(
        [
            "*",
            "`",
            "|",
            "_",
            "\\",
            ":",
            "::",
            ".. ",
            "- ",
            "a",
            "b c",
            "\n",
            "\n\n",
            "  ",
            "===",
            "+-",
            "[1]",
        ]
    )
)


@given(MARKS)
def test_any_marks_can_be_read(marks: list[str]):
    content = read("Words.\n\n" + "".join(marks))
    assert content.text.startswith("Words.")
    assert [place.start for place in content.places] == sorted({p.start for p in content.places})
