"""Web addresses, and links to passages of pages."""

from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.base.addresses import text_link, web_address

PAGE = "https://example.org/tram?line=1#top"


@pytest.mark.parametrize(
    "text",
    ["", "notes/a.txt", "javascript:alert(1)", "ftp://example.org/a", "https://", "http:///a",
     "//example.org/a", "https://e.org/" + "a" * 2000],
)  # fmt: skip
def test_what_is_no_web_address_is_none(text):
    assert web_address(text) == ""


def test_what_may_not_be_in_an_address_is_encoded_once():
    address = web_address('  https://example.org/Straße/a b?"<x>"&y=%20 ')
    assert address == "https://example.org/Stra%C3%9Fe/a%20b?%22%3Cx%3E%22&y=%20"
    assert web_address(address) == address


def test_a_short_text_is_given_as_a_whole():
    link = text_link(PAGE, "It  runs,\ntwice-daily & on Monday.")
    assert link == f"{PAGE}:~:text=It%20runs%2C%20twice%2Ddaily%20%26%20on%20Monday."
    assert text_link("https://example.org/a", "One.") == "https://example.org/a#:~:text=One."


def test_of_a_long_text_or_one_of_several_blocks_both_ends_are_given():
    words = [f"word{n}" for n in range(40)]
    ends = "word0%20word1%20word2%20word3%20word4,word35%20word36%20word37%20word38%20word39"
    assert text_link(PAGE, " ".join(words)) == f"{PAGE}:~:text={ends}"
    assert text_link(PAGE, "Monday\t\t9 to 5\tclosed") == f"{PAGE}:~:text=Monday,closed"
    assert text_link(PAGE, "To begin:\n\nRun it.") == f"{PAGE}:~:text=To%20begin%3A,Run%20it."


def test_a_fragment_of_text_in_the_address_is_replaced():
    assert text_link("https://e.org/a#b:~:text=old", "New.") == "https://e.org/a#b:~:text=New."


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_link_names_words_of_the_text_and_nothing_else(text):
    link = text_link(PAGE, text)
    assert urlsplit(link).scheme == "https"
    assert link.isascii()
    if not text.split():
        assert link == PAGE
        return
    ends = link.removeprefix(f"{PAGE}:~:text=").split(",")
    assert len(ends) <= 2
    flat = " ".join(text.split())
    assert flat.startswith(unquote(ends[0]))
    assert flat.endswith(unquote(ends[-1]))
    assert not any(character in "".join(ends) for character in "-&<>\"' ")
