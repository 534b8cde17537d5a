"""Quotations between marks of all languages, nested, unbalanced, and what only looks like one."""

import re

import pytest

from hyperdigest.documents import Document
from hyperdigest.verify.quoting import find_quotations


def quotes(text: str, format: str = "text") -> list[str]:
    draft = Document("draft", "", text, format=format)
    found, _ = find_quotations(draft)
    return [text[each.start : each.end] for each in found]


@pytest.mark.parametrize(
    "marks",
    ["“{}”", "„{}“", "„{}”", "«{}»", "« {} »", "»{}«", "‹{}›", "‘{}’", "‚{}‘", "「{}」", "『{}』",
     '"{}"', "'{}'", "”{}”", "``{}''", "＂{}＂"],
)  # fmt: skip
def test_marks_of_all_languages(marks: str) -> None:
    text = f"He wrote {marks.format('the sea was calm that day')} and left."
    assert quotes(text) == ["the sea was calm that day"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“He said ‘I go now’ and left”, they say.", ["He said ‘I go now’ and left"]),
        ("\"He said 'I go now' and left\", they say.", ["He said 'I go now' and left"]),
        ("“One “two three” four” is nested.", ["One “two three” four"]),
        ("“First” and “second” here.", ["First", "second"]),
        ("‘The dogs’ bowls are full’, she said.", ["The dogs’ bowls are full"]),
        ("Don't say it isn't so; the dogs' bowls of the '90s.", []),
        ('A 6" pipe and a 12" pipe.', []),
        ('He wrote "a 6" pipe is too long" today.', ['a 6" pipe is too long']),
        ("Wait—“go on”—she said.", ["go on"]),
        ('("in brackets here")', ["in brackets here"]),
        (
            "Wir lesen »-d setzt das Ziel« und «$HOME ist leer».",
            ["-d setzt das Ziel", "$HOME ist leer"],
        ),
        ("Il dit « va », puis « viens ».", ["va", "viens"]),
    ],
)
def test_nested_marks_apostrophes_and_inches(text: str, expected: list[str]) -> None:
    assert quotes(text) == expected


def test_quotation_over_paragraphs() -> None:
    again = "“One two three.\n\n“Four five six.”\n\nThen “seven”."
    assert quotes(again) == ["One two three.\n\n“Four five six.", "seven"]
    once = "“One two three.\n\nFour five six.” And then “seven”."
    assert quotes(once) == ["One two three.\n\nFour five six.", "seven"]


def test_an_unclosed_mark_is_told_and_does_not_take_the_rest() -> None:
    draft = Document("draft", "", "He said “one two.\n\nAnd “three four” later.")
    found, warnings = find_quotations(draft)
    assert [draft.text[each.start : each.end] for each in found] == ["three four"]
    assert "never closed" in warnings[0]
    assert "line 1" in warnings[0]


def test_quoted_lines_and_their_attribution() -> None:
    text = "Intro:\n\n> The sea was calm\n> that day.\n> — harbour.txt\n\n> Second one.\n\nEnd."
    assert quotes(text) == ["The sea was calm\n> that day.", "Second one."]


@pytest.mark.parametrize(
    "lines", ["“One two.” And:\n> Three four.\n“Five six.”", "> Three four.\n"]
)
def test_marks_in_lines_beside_quoted_ones(lines: str) -> None:
    found = quotes(lines)
    assert found == re.findall(r"\w+ \w+\.", lines)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<q>One</q> and <q lang="en">two “three” four</q>.', ["One", "two “three” four"]),
        ("“One <q>two</q>” and <Q>a <q>b</q></Q>.", ["One <q>two</q>", "a <q>b</q>"]),
        ("So <blockquote>One two.</blockquote> and “three”.", ["One two.", "three"]),
        ("<blockquote>\n\n*One*.\n\n<blockquote>Two</blockquote></blockquote>", ["*One*.", "Two"]),
        ("<blockquote>One two.\n<footer>— <cite>Report</cite></footer></blockquote>", ["One two."]),
        ("Press <q> to quit, `<q>no</q>`, </q> and <blockquote> or so.", []),
    ],
)  # fmt: skip
def test_tags_of_quotations_in_markdown(text: str, expected: list[str]) -> None:
    assert quotes(text, "markdown") == expected


def test_code_is_no_quotation() -> None:
    text = 'Type `echo "hello you"`.\n\n```\nprint("no quotation here")\n```\n\nBut "this is one".'
    assert quotes(text, "markdown") == ["this is one"]


def test_hostile_drafts_take_linear_time() -> None:
    for text in (
        *("“" * 200_000, '"a ' * 100_000, "> " * 100_000, "'a" * 100_000, "[" * 100_000),
        *("<q>a" * 50_000, "<blockquote>" * 20_000, "a\n> b\n" * 30_000),
    ):
        quotes(text)
        quotes(text, "markdown")


def test_a_long_quotation_is_looked_up_in_parts() -> None:
    words = "word " * 20_000
    parts = quotes(f"“{words.strip()}”")
    assert len(parts) > 1
    assert " ".join(parts) == words.strip()


def test_a_source_at_the_end_of_a_quoted_paragraph_is_no_part_of_it() -> None:
    said = "The sea was calm. It rained. — No one came."
    assert quotes(f"> {said}") == [said]
    assert quotes("> The sea was calm. — Report of the council, p. 3") == ["The sea was calm."]
