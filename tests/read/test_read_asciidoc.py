import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Document
from hyperdigest.read.content import Content
from hyperdigest.read.isolated import read_content

FERRY = """\
= The ferry
Ada Lovelace <ada@example.org>; Charles Babbage
v1.2, 2026-03-05: second edition
:boat: Swan

// Nobody reads this.
The {boat} *sails* at `nine`, see https://a.example[the map^].

== Times

.Days of sailing
[cols="1,1",options="header"]
|===
|Day |Hour
|Sunday
|ten
|===

* one
more of one
** inner
+
attached
* two

//-
. first
. second

//-
rope:: Keeps the boat.
sail::
  Pulls it.

NOTE: Mind the gap.

[source,ruby]
----
hoist <1>
// in code
----

[quote, A sailor]
____
The sea is wide.
____

////
Left out.
////

Old heading
~~~~~~~~~~~

++++
<b>raw</b>
++++

The end.footnote:[Nearly.]
"""


def read(text: str) -> Content:
    return read_content(text.encode(), "asciidoc")


def parts(text: str) -> list[tuple[str, str, int]]:
    content = read(text)
    return [(b.kind, content.text[b.start : b.end], b.level) for b in content.blocks]


def test_the_parts_of_a_text_are_blocks_without_marks():
    content = read(FERRY)
    assert (content.title, content.authors, content.date) == (
        "The ferry", ("Ada Lovelace", "Charles Babbage"), "2026-03-05",
    )  # fmt: skip
    assert parts(FERRY) == [
        ("heading", "The ferry", 1),
        ("paragraph", "The Swan sails at nine, see the map.", 0),
        ("heading", "Times", 2),
        ("paragraph", "Days of sailing", 0),
        ("header", "Day\tHour", 0),
        ("table", "Sunday\tten", 0),
        ("item", "one\nmore of one", 1),
        ("item", "inner", 2),
        ("paragraph", "attached", 2),
        ("item", "two", 1),
        ("step", "first", 1),
        ("step", "second", 1),
        ("term", "rope", 1),
        ("definition", "Keeps the boat.", 1),
        ("term", "sail", 1),
        ("definition", "Pulls it.", 1),
        ("paragraph", "Mind the gap.", 0),
        ("code", "hoist <1>\n// in code", 0),
        ("quote", "The sea is wide.", 0),
        ("quote", "A sailor", 0),
        ("heading", "Old heading", 3),
        ("paragraph", "The end.", 0),
        ("paragraph", "Nearly.", 0),
    ]
    assert "NOTE: Mind" in content.text and "2. second" in content.text


def test_the_place_of_each_line_is_its_line_in_the_file():
    content = read(FERRY)
    document = Document("a", "a", content.text, blocks=content.blocks, places=content.places)
    lines = FERRY.split("\n")
    for words in ("sail", "more of one", "attached", "Pulls", "in code", "The sea", "The end"):
        number = next(n for n, line in enumerate(lines, 1) if words in line.replace("*", ""))
        assert document.place(document.text.index(words)) == f"line {number}"


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("_a_ **b**old #c# +d+ [.lead]#e#", "a bold c d e"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        (r"\*kept* and &eacute;", "*kept* and é"),
        ("link:a.html[the page,window=_blank] or <<times,Times>> or xref:a[b]",
         "the page or Times or b"),
        ("kbd:[Ctrl+C] menu:File[Save] linkgit:git-add[1]", "Ctrl+C File > Save git-add(1)"),
        ('"`quoted`" ((term)) (((a, b)))here', "“quoted” term here"),
        ("10^3^ m of H~2~O on the 5^th^ day", "10³ m of H2O on the 5th day"),
        ("{unknown} stays", "{unknown} stays"),
        ("include::/etc/hostname[]\nimage::a.png[A boat]\nonly this", "only this"),
        ("ifdef::x[]\nno\nendif::[]\nifndef::x[]\nyes\nendif::[]", "yes"),
        (":x:\n\nifdef::x[]\nyes\nendif::[]", "yes"),
        (":a: {b}{b}\n:b: {a}{a}\n\n{a}", "{b}{b}"),
    ],
)  # fmt: skip
def test_marks_are_taken_out_and_conditions_hold(markup: str, shown: str):
    assert read(markup).text == shown


def test_cells_that_span_rows_are_repeated_and_those_that_span_columns_are_read_once():
    text = '[cols="3*"]\n|===\n|a |b |c\n\n.2+|x 2+|wide\n|y |z\n|===\n'
    assert [part[:2] for part in parts(text)] == [
        ("header", "a\tb\tc"),
        ("table", "x\twide"),
        ("table", "x\ty\tz"),
    ]


def test_attributes_insert_a_bounded_amount():
    text = f":a: {'x' * 900}\n\n" + "{a} " * 30_000
    assert len(read(text).text) < 6 * len(text)


MARKS = st.lists(
    st.sampled_from(
        [
            "\u00a0",
            "\f",
            "=",
            "== ",
            "* ",
            ". ",
            "::",
            "----",
            "====",
            "|===",
            "|",
            "+",
            "[a]",
            "{a}",
            ":a: b",
            "//",
            "`",
            "_",
            "a",
            " ",
            "\n",
            "\n\n",
            "ifdef::a[]",
            "endif::[]",
            "____",
        ]
    )
)


@given(MARKS)
def test_any_marks_can_be_read(marks: list[str]):
    content = read("Words.\n\n" + "".join(marks))
    assert content.text.startswith("Words.")
    lines = [int(place.name.removeprefix("line ")) for place in content.places]
    assert lines[:1] == [1] and max(lines) <= len(marks) * 2 + 3


def test_a_table_whose_columns_are_not_stated_is_read():
    assert "nine" in read('[cols=""]\n|===\n|Ferry |nine\n|Train |ten\n|===\n').text


@pytest.mark.parametrize(
    ("attributes", "who"),
    [
        ("quote, Ann Lee, The Sea", "Ann Lee, The Sea"),
        ('quote#sea.wide,"Kim Po, the elder"', "Kim Po, the elder"),
        ("verse, Bo Ek", "Bo Ek"),
        ("quote,,The Sea", "The Sea"),
        ("quote, attribution=Di Aro", "Di Aro"),
    ],
)
@pytest.mark.parametrize("block", ["____\nThe sea waits.\n____", "The sea waits."])
def test_who_is_quoted_stands_below_the_quote(attributes: str, who: str, block: str):
    found = [(kind, text) for kind, text, _ in parts(f"[{attributes}]\n{block}\n\nSo it is.\n")]
    assert found == [("quote", "The sea waits."), ("quote", who), ("paragraph", "So it is.")]


def test_a_title_has_the_values_of_the_attributes_below_it():
    found = read("= The ferry {boat}\n:boat: Swan\n\nIt sails at nine.\n")
    assert found.title == found.text.split("\n")[0] == "The ferry Swan"
