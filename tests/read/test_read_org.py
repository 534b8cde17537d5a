import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Document
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content

FERRY = """\
#+TITLE: Notes on the ferry
#+AUTHOR: Ada Lovelace
#+DATE: <2026-01-03 Sat>
# Nobody reads this.
It /sails/ at *nine*, =not= ten, see [[https://a.example][the map]].

* TODO [#A] Buy rope :shop:
  SCHEDULED: <2026-01-05 Mon>
  :PROPERTIES:
  :ID: 17
  :END:
  - thick
    and long
    - very long
  - length :: in
    metres
  3. measure
  4) cut
| Day    | Hour |
|--------+------|
| Sunday | ten  |
#+BEGIN_SRC sh
  ferry --start
#+END_SRC
#+BEGIN_QUOTE
The sea is wide.
#+END_QUOTE
** COMMENT Secret
Left out.
** Seen[fn:1]
: fixed
[fn:1] Drawn by hand.
"""


def read(text: str) -> Content:
    return read_content(text.encode(), "org")


def parts(text: str) -> list[tuple[str, str, int]]:
    content = read(text)
    return [(b.kind, content.text[b.start : b.end], b.level) for b in content.blocks]


def test_the_parts_of_a_text_are_blocks_without_marks():
    content = read(FERRY)
    assert (content.title, content.authors, content.date) == (
        "Notes on the ferry", ("Ada Lovelace",), "2026-01-03",
    )  # fmt: skip
    assert parts(FERRY) == [
        ("heading", "Notes on the ferry", 1),
        ("paragraph", "It sails at nine, not ten, see the map.", 0),
        ("heading", "Buy rope", 1),
        ("paragraph", "SCHEDULED: 2026-01-05 Mon", 0),
        ("item", "thick\nand long", 1),
        ("item", "very long", 2),
        ("term", "length", 1),
        ("definition", "in\nmetres", 1),
        ("step", "measure", 1),
        ("step", "cut", 1),
        ("header", "Day\tHour", 1),
        ("table", "Sunday\tten", 1),
        ("code", "ferry --start", 1),
        ("quote", "The sea is wide.", 0),
        ("heading", "Seen", 2),
        ("code", "fixed", 0),
        ("paragraph", "Drawn by hand.", 0),
    ]
    assert "TODO Buy rope" in content.text


def test_the_place_of_each_line_is_its_line_in_the_file():
    content = read(FERRY)
    document = Document("a", "a", content.text, blocks=content.blocks, places=content.places)
    lines = FERRY.split("\n")
    for words in ("It ", "thick", "and long", "metres", "Sunday", "--start", "The sea", "Drawn"):
        number = next(n for n, line in enumerate(lines, 1) if words in line)
        assert document.place(document.text.index(words)) == f"line {number}"


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("a ~code~ and +old+ _new_", "a code and  new"),
        ("10^{3} m of H_{2}O, x^2", "10³ m of H2O, x^2"),
        ("1/2 and a*b*c stay", "1/2 and a*b*c stay"),
        ("[[file:boat.png]]A boat", "A boat"),
        (
            "CLOSED: [2026-01-03 Sat] DEADLINE: <2026-01-05 Mon>",
            "CLOSED: 2026-01-03 Sat DEADLINE: 2026-01-05 Mon",
        ),
        ("CLOCK: [2026-01-03 Sat 10:00]\nDone.", "Done."),
        ("[[file:notes.org]] and <2026-01-03 Sat>", "notes.org and 2026-01-03 Sat"),
        ("with a note[fn:: Inline one.] here", "with a note here\n\nInline one."),
        ("#+INCLUDE: /etc/hostname\nonly this", "only this"),
        ("#+begin_comment\nno\n#+end_comment\nyes", "yes"),
        ("#+begin_comment\nnot closed", "not closed"),
        (":open drawer:\ntext", ":open drawer:\ntext"),
    ],
)
def test_marks_are_taken_out_and_text_stays(markup: str, shown: str):
    assert read(markup).text == shown


MARKS = st.lists(
    st.sampled_from(
        [
            "\u00a0",
            "\f",
            "* ",
            "- ",
            "1. ",
            ":a:",
            ":END:",
            "#+begin_src",
            "#+end_src",
            "|",
            "[[",
            "]]",
            "[fn:1]",
            "a",
            " ",
            "\n",
            "*",
            "/",
            "=",
            "\\begin{a}",
        ]
    )
)


@given(MARKS)
def test_any_marks_can_be_read(marks: list[str]):
    content = read("Words.\n\n" + "".join(marks))
    assert content.text.startswith("Words.")
    lines = [int(place.name.removeprefix("line ")) for place in content.places]
    assert lines == sorted(lines)
