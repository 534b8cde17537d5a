from pathlib import Path

import pytest
from docutils.parsers.rst import directives, roles
from docutils.statemachine import StringList
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.read import read_file
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content
from hyperdigest.read.markup import rst, rst_parser


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


def test_rows_of_values_and_options_have_their_own_lines():
    text = (
        "The ferry.\n\n.. csv-table:: Times\n   :header: Day, Hour\n\n   Sunday, ten\n"
        "   Sunday, two\n   Monday, ten\n\nAll options:\n\n"
        "-a       Show all.\n-b, --brief\n         Show few.\n"
    )
    content = read(text)
    lines = text.split("\n")
    found = [(place.name, content.text[place.start :].split("\n")[0]) for place in content.places]
    assert [words for name, words in found if lines[int(name[5:]) - 1].strip() != words] == [
        *("Times", "Day\tHour", "Sunday\tten", "Sunday\ttwo", "Monday\tten", "-a", "Show all."),
    ]
    assert [int(name[5:]) for name, _ in found] == [1, 3, 4, 6, 7, 8, 10, 12, 12, 13, 14]


def test_a_table_with_very_many_columns_is_read_as_plain_text():
    rule = "+---" * (rst.MOST_COLUMNS + 1) + "+"
    text = f"{rule}\n{'| a ' * (rst.MOST_COLUMNS + 1)}|\n{rule}\n"
    content = read(text)
    assert content.notes == (
        "is read as plain text, because a table of it has more than 2,000 columns",
    )
    assert content.text.count("a") == rst.MOST_COLUMNS + 1


@given(st.lists(st.text("ab  \u0301é+", max_size=12), min_size=1, max_size=4), st.data())
def test_cells_are_cut_as_docutils_cuts_them(lines: list[str], data: st.DataObject):
    top, left = (data.draw(st.integers(0, 5)) for _ in range(2))
    bottom, right = top + data.draw(st.integers(0, 4)), left + data.draw(st.integers(1, 8))
    blocks = [
        kind(lines, "").get_2D_block(top, left, bottom, right)
        for kind in (StringList, rst_parser._TableLines)
    ]
    assert list(blocks[0]) == list(blocks[1])


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        (":ref:`the times <times>` hold", "the times hold"),
        (":py:func:`~ferry.sails.hoist` does", "hoist does"),
        ("`~ferry.hoist` and `~/boats`", "hoist and ~/boats"),
        (":var:`FLAGS_<LANG>` and :ref:`the sea<sea>`", "FLAGS_<LANG> and the sea"),
        ("Set SEA_<PORT>_DEPTH by the sea_.", "Set SEA_<PORT>_DEPTH by the sea."),
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

.. tabs::

   .. code-tab:: toml
      :caption: boat.toml

      sails = [
          "jib",
      ]

.. version-added:: 3.2

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
        ("code", 'sails = [\n    "jib",\n]'),
        ("paragraph", "Added in version 3.2."),
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


def test_a_name_set_as_code_above_an_indented_block_is_a_term():
    term = "``speed``\n\n  How fast it is.\n\n  *Default*: 5\n\n"
    text = f"{term}``north``\n\nThe ``tank``\n\n  It is full.\n"
    assert parts(text) == [
        *(("term", "speed"), ("definition", "How fast it is."), ("definition", "Default: 5")),
        *(("paragraph", "north"), ("paragraph", "The tank"), ("paragraph", "It is full.")),
    ]


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
            "\u00a0",
            "\f",
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
