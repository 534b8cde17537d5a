"""Which numbered part a sentence belongs to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts_made import collection, sentence_with
from hyperdigest.features.references.labels import label_of
from hyperdigest.features.references.places import Places


def part(text, words, language="en", name="a.txt"):
    of = collection({name: text}, language)
    places = Places(of.documents[0], of.split.sentences, 0, len(of.split.sentences), language)
    found = places.part_of(sentence_with(of, words))
    return found and (found.kind, found.number, found.subs)


@pytest.mark.parametrize(
    ("line", "heading", "found"),
    [
        ("8.3 Late payment.", False, ("", "8.3")),
        ("8.3. Late payment", True, ("", "8.3")),
        ("## 2.1 Cause", True, ("", "2.1")),
        ("Article 5", False, ("article", "5")),
        ("Article 5 Principles", True, ("article", "5")),
        ("Section 4.2.1: Opening", False, ("section", "4.2.1")),
        ("§ 12 Kündigung", True, ("section", "12")),
        ("Figure 3: A pump", False, ("figure", "3")),
        ("TABLE 2 - Results", False, ("table", "2")),
        ("Annex B", True, ("annex", "b")),
        ("(a) the goods;", False, ("", "a")),
        ("A.6. Vote counting", True, ("", "a.6")),
        # References, amounts, dates and years.
        ("Clause 8.3 of the MSA is amended.", False, None),
        ("Clause 8.3 of the MSA", True, None),
        ("Section 4 applies to all.", False, None),
        ("3.5 litres of milk", False, None),
        ("30 days later it rained.", False, None),
        ("2024 was a good year.", False, None),
        ("12.03. Meeting", False, None),
    ],
)
def test_the_number_at_the_beginning_of_a_paragraph(line, heading, found):
    label = label_of(line, "de" if "§" in line else "en", is_heading=heading)
    assert (label and (label.kind, label.number)) == found


STEPS = """Setup

1. Open the box and look into it.

2. Take the cable out of it.

Now wait for a while and go on.

3. Plug the cable in and wait.
"""


def test_steps_go_on_after_a_paragraph_that_is_in_none():
    assert part(STEPS, "Take the cable") == ("", "2", ())
    assert part(STEPS, "Now wait for a while") is None
    assert part(STEPS, "Plug the cable in") == ("", "3", ())


def test_two_lists_of_steps_are_in_doubt():
    again = STEPS + "\nRemoval\n\n1. Pull the cable out of it.\n\n2. Close the box and go.\n"
    assert part(again, "Take the cable") is None
    assert part(again, "Plug the cable in") == ("", "3", ())


LETTERS = "\n\n".join(
    ["4. Duties", "The seller shall do all of this:"]
    + [
        f"({letter}) hand over the paper called {letter.upper()}{letter};"
        for letter in "abcdefghij"
    ]
)


def test_the_letter_i_goes_on_after_h():
    assert part(LETTERS, "paper called Hh") == ("", "4", ("h",))
    assert part(LETTERS, "paper called Ii") == ("", "4", ("i",))
    assert part(LETTERS, "paper called Jj") == ("", "4", ("j",))


def test_roman_numbers_stand_in_letters():
    lines = ("(a) write;", "(i) by post; and", "(ii) by mail;", "(b) call.")
    text = "\n\n".join(("4.1 The seller shall do all of this:", *lines))
    assert part(text, "by post") == ("", "4.1", ("a", "i"))
    assert part(text, "by mail") == ("", "4.1", ("a", "ii"))
    assert part(text, "call.") == ("", "4.1", ("b",))


def test_a_table_of_contents_has_no_parts_and_its_last_entry_no_text():
    text = (
        "Contents\n\n1 Aims\n\n2 Means\n\nPreface\n\nAll of this was written in May.\n\n"
        "1 Aims\n\nWe want to find out more.\n\n2 Means\n\nWe ask all of our friends.\n"
    )
    assert part(text, "All of this was written") is None
    assert part(text, "We want to find out") == ("", "1", ())
    assert part(text, "We ask all of our friends") == ("", "2", ())


def test_a_heading_without_a_number_ends_a_part_unless_it_is_a_smaller_one():
    text = (
        "# Guide\n\n## 2. Use\n\n### Fees\n\nAll of it is free.\n\n## Notes\n\n"
        "It was made in May.\n\n## 3. End\n\nGo home now, please.\n"
    )
    assert part(text, "All of it is free", name="a.md") == ("", "2", ())
    assert part(text, "It was made in May", name="a.md") is None


def test_an_appendix_with_a_letter_is_no_small_part_of_the_last_clause():
    text = "9.3. Trust\n\nMoney is held in trust.\n\nA. Rules\n\nAll of the rules are new here.\n"
    assert part(text, "Money is held") == ("", "9.3", ())
    assert part(text, "All of the rules") is None


def test_the_number_of_a_caption_is_only_its_own():
    text = "3.1 Pumps\n\nFigure 2: A pump\n\n3.2 Valves\n\nA valve is closed by hand.\n"
    assert part(text, "A valve is closed") == ("", "3.2", ())
    assert part(text, "Figure 2: A pump") == ("figure", "2", ())


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), unique=True, min_size=1, max_size=8)
)
def test_each_clause_with_a_number_of_its_own_is_found(numbers):
    numbers.sort()
    clauses = [f"{one}.{two} The word of it is w{one}x{two} here." for one, two in numbers]
    of = collection({"a.txt": "Contract\n\n" + "\n\n".join(clauses) + "\n"})
    places = Places(of.documents[0], of.split.sentences, 0, len(of.split.sentences), "en")
    for one, two in numbers:
        found = places.part_of(sentence_with(of, f"w{one}x{two} here"))
        assert found and found.number == f"{one}.{two}"
