import re
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Document
from hyperdigest.base import text as text_module
from hyperdigest.base.slices import is_gap
from hyperdigest.base.text import UNSAFE, displayed, line, visible, without_markup


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred", "a␛[31mred"),
        ("bell\x07, delete\x7f", "bell␇, delete␡"),
        ("\x9b2J", "�2J"),
        ("exe.\u202etxt\u2066", "exe.�txt�"),
        ("\ud800", "�"),
        ("two\nlines\u2028and\ttabs\r\n", "two␊lines�and␉tabs␍␊"),
    ],
)
def test_control_characters_become_symbols(text, shown):
    assert visible(text) == shown


@given(st.text(st.characters()))
def test_visible_keeps_the_length_and_can_be_encoded(text):
    assert len(visible(text)) == len(text)
    assert not UNSAFE.search(visible(text))
    visible(text).encode()


@given(st.text())
def test_a_line_is_one_line_with_single_spaces(text):
    assert "  " not in line(text)
    assert len(line(text).splitlines()) <= 1


def test_controls_to_keep_are_unchanged():
    assert visible("a\n\tb\x00", keep="\n\t") == "a\n\tb␀"


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("**Totality** lasts *two* minutes.", "Totality lasts two minutes."),
        ("***very*** __long__ and _late_ ~~early~~", "very long and late"),
        ("**bold *and slanted* words**", "bold and slanted words"),
        ("See [the map](https://e.org/a_(b) 'Map') now.", "See the map now."),
        ("See [the map][1] and [^2]that.", "See the map and that."),
        ("[![chart](a.png)](b.html) shows", "chart shows"),
        ("<https://e.org> is <b>bold</b>", "https://e.org is bold"),
        ("use `code` here", "use code here"),
        ("5 * 3 * 2 and snake_case_name", "5 * 3 * 2 and snake_case_name"),
        ("as shown in [1][2] and [sic]", "as shown in [1][2] and [sic]"),
        (r"a \*star\* and AT&amp;T", "a *star* and AT&T"),
        ("run `git clone <url>`, then `a*b` or ``c*d``", "run git clone <url>, then a*b or c*d"),
        (r"`\d\.\d` and **a `&lt;*b*` c**", r"\d\.\d and a &lt;*b* c"),
        ("10<sup>3</sup> m on the 5<sup>th</sup> <!-- or 6 -->day", "10³ m on the 5th day"),
        ("> ## Heading", "Heading"),
        ("- [x] done", "done"),
        ("<b>tide</b></td>\n<td>8125</td><TD>old</td>", "tide | 8125 | old"),
        ("> The rope\n> is `thick\n> enough`; 3 > 2", "The rope\nis thick\nenough; 3 > 2"),
    ],
)
def test_markup_of_markdown_is_removed(markdown, shown):
    assert without_markup(markdown) == shown


def test_markup_is_removed_only_from_markdown():
    assert displayed("a *b* c", "text") == "a *b* c"
    assert displayed("a *b* c", "markdown") == "a b c"


@pytest.mark.parametrize(
    ("restructured", "shown"),
    [
        ("Use ``--all`` or ``-a``.", "Use --all or -a."),
        ("See `Other Trams`_ and `the map <map.html>`__.", "See Other Trams and the map."),
        ("Run this::", "Run this:"),
        ("He said ``yes'' and `no' of std::move and `x`.",) * 2,
        ("A ``half and a `link_` and a::b.",) * 2,
    ],
)
def test_literals_and_links_of_restructured_text_are_shown_without_their_marks(restructured, shown):
    assert displayed(restructured, "text") == shown
    assert displayed(restructured, "html") == restructured


def test_a_sentence_of_only_markup_is_unchanged():
    assert displayed("![](map.png)", "markdown") == "![](map.png)"


@pytest.mark.parametrize(
    "opener",
    ["[", "*", "_a ", "`", "<a", "</td ", "<td ", "[a](", "[a](b(", "**a ", "~~a ", "<!--"],
)
def test_unclosed_markup_takes_linear_time(opener):
    text = opener * (100_000 // len(opener))
    assert len(without_markup(text)) <= len(text)


def counted(text: str, offset: int) -> int:
    before = text[:offset]
    return before.count("\n") + before.count("\r") - before.count("\r\n") + 1


@given(st.text("a\r\n", max_size=30), st.integers(0, 30), st.integers(1, 5))
def test_a_line_has_the_number_that_counting_from_the_start_gives(text, offset, step):
    text_module._breaks_before.cache_clear()
    with patch.object(text_module, "_COUNTED_STEP", step):
        assert text_module.line_number(text, offset) == counted(text, offset)
    text_module._breaks_before.cache_clear()


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


@pytest.mark.parametrize(
    ("between", "gap"),
    [
        ("\n\n```shell\n", False),
        ("\n\n.. code-block:: yaml\n   :linenos:\n\n", False),
        ("\n\n2. ", False),
        ("\n\nFirst this.\n\n```shell\n", True),
        ("\n\nthe pump\n", True),
        ("</td>\n</tr>\n<tr class='odd'><td>", False),
        ("</td></tr><tr><td>the pump</td></tr><tr><td>", True),
    ],
)
def test_what_opens_code_is_no_gap(between, gap):
    text = f"Run this:{between}pump --stop"
    assert is_gap(text, len("Run this:"), len(text) - len("pump --stop")) is gap


def test_the_marks_of_quoted_lines_are_not_shown_within_a_sentence():
    assert (
        displayed("The pool is\n> closed until\n>> August.", "text")
        == "The pool is closed until August."
    )
    assert displayed("The level is\n> 3 m\nor less.", "text") == "The level is > 3 m or less."
