"""The words of a text as they are compared, and the markup that is none of them."""

import pytest

from hyperdigest.base.readable import SOFT_HYPHEN
from hyperdigest.documents import Document
from hyperdigest.verify.words import covered, words_of


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  ## A title", "A title"),
        ("C# is not a title", "C# is not a title"),
        (
            "**Very** _well_ ~~not~~ `said` snake_case 2 \\* 3",
            "Very well not said snake_case 2 * 3",
        ),
        ("See [the report](a(b).md 'A'), ![it][1] and [it].", "See the report, it and [it]."),
        (
            "the `this-one`\nor **that**\nor a well-\nknown",
            "the this-one\nor that\nor a well-known",
        ),
        ("a <b>bold</b> word, <c> and 1 < 2 ~ 3", "a bold word, <c> and 1 < 2 ~ 3"),
    ],
)
def test_markup_is_covered(text: str, plain: str) -> None:
    shown = covered(Document("d", "", text, format="markdown"))
    assert len(shown) == len(text)
    assert shown.replace(SOFT_HYPHEN, "") == plain


def test_white_space_before_a_mark_takes_linear_time() -> None:
    text = " " * 300_000 + "-"
    assert [word.text for word in words_of(text, 0, len(text))] == ["-"]
