"""What stands around a cited sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document
from hyperdigest.answer.expand import LIMITS, expand
from hyperdigest.documents import Block
from hyperdigest.errors import OptionError

LOG = """# The bridge

Engineers closed the old bridge on Monday. They had found cracks in two arches.

The mayor denied the following statement.

The state pays for half of the repair.

- Lorries go through the valley.
- Buses stop at the mill.
"""


def collection_of(text, format="markdown", **known):
    return Collection.of([Document("log.md", "a/log.md", text, format=format, **known)])


def around(text, sentence, **how):
    return expand(collection_of(text), ("log.md", text.index(sentence)), **how)


def test_whole_paragraphs_stand_around_a_sentence():
    found = around(LOG, "The state pays")
    assert found.text == (
        "The mayor denied the following statement.\n\nThe state pays for half of the repair.\n\n"
        "- Lorries go through the valley."
    )
    assert LOG[found.start : found.end] == found.text
    assert LOG[found.sentence_start : found.sentence_end].startswith("The state pays")
    assert (found.document, found.path, found.place) == ("log.md", "a/log.md", "line 7")
    assert (found.heading, found.characters) == ("The bridge", len(LOG))
    found = around(LOG, "They had", paragraphs=0)
    assert found.text == LOG.split("\n\n")[1]
    assert around(LOG, "They had", paragraphs=100).end == len(LOG.rstrip())


def test_the_paragraphs_are_those_that_the_format_marks():
    text = "One goes up.\nTwo goes down.\nThree stands still.\nFour is far away."
    lines = [(text.index(each), text.index(each) + len(each)) for each in text.splitlines()]
    made = collection_of(text, "html", blocks=tuple(Block(*each) for each in lines))
    assert expand(made, ("log.md", lines[1][0])).text == text[: lines[2][1]]
    assert expand(made, ("log.md", lines[1][0]), paragraphs=0).text == "Two goes down."


def test_at_most_so_many_characters_stand_before_and_after_without_cutting_a_word():
    found = around(LOG, "The state pays", characters=20)
    assert found.text == ("statement.\n\nThe state pays for half of the repair.\n\n- Lorries go")
    assert around(LOG, "The state pays", characters=10**4).text == LOG


def test_a_script_without_spaces_is_cut_anywhere():
    text = "月亮遮住了太阳两分钟。" * 60
    found = expand(collection_of(text), ("log.md", 11 * 30), characters=50)
    assert found.start == found.sentence_start - 50
    assert found.end == found.sentence_end + 50


def test_long_paragraphs_are_cut():
    text = "The moon covers the sun again. " * 3000
    found = around(text, "The moon", paragraphs=1)
    assert found.end - found.sentence_end <= LIMITS["characters"]
    assert found.text.endswith(("The", "moon", "covers", "the", "sun", "again."))


def test_what_a_digest_gives_is_a_place():
    model = Collection.read("examples/eclipse").fit()
    digest = model.digest("How long does totality last?", words=80)
    for sentence in digest.sentences:
        expected = model.expand((sentence.document, sentence.start))
        assert expected.sentence_end == sentence.end
        assert expected.heading == sentence.heading
        for place in (
            sentence,
            f"{sentence.document}:{sentence.start}",
            {"document": sentence.document, "start": sentence.start},
        ):
            assert model.expand(place) == expected


def test_where_no_sentence_begins_it_is_that_around_the_place_or_after_it():
    start = LOG.index("They had")
    for offset in (start + 3, start - 1):
        found = expand(collection_of(LOG), ("log.md", offset))
        assert found.sentence_start == start
    assert around(LOG, "\n\nThe mayor").sentence_start == LOG.index("The mayor")


@pytest.mark.parametrize(
    ("place", "how", "reason"),
    [
        ("log.md", {}, "name a sentence as DOCUMENT:START"),
        (7, {}, "name a sentence as DOCUMENT:START"),
        ("log.txt:3", {}, "give a name such as log.md"),
        (("log.md", len(LOG)), {}, f"has no character {len(LOG)}: give one from 0 to"),
        (("log.md", -1), {}, "has no character -1"),
        ("log.md:0", {"paragraphs": 101}, "paragraphs is 101: give a whole number from 0 to 100"),
        ("log.md:0", {"characters": 0.5}, "characters is 0.5"),
    ],
)
def test_a_mistake_is_told_in_one_line(place, how, reason):
    with pytest.raises(OptionError, match=reason) as raised:
        expand(collection_of(LOG), place, **how)
    assert "\n" not in str(raised.value)


pieces = st.sampled_from(
    ["The moon is round. ", "Who pays? ", "# Costs", "- one item of it", "\n", "\n\n", "\r\n", " ",
     "\x0c", "    code = 1\n", "a" * 60, "月亮遮住了太阳。", "e\u0301", "| a | b |\n"]
)  # fmt: skip


@given(
    st.lists(pieces, max_size=30).map("".join),
    st.integers(0, 400),
    st.integers(0, 4),
    st.integers(0, 60),
    st.sampled_from(["text", "markdown"]),
)
def test_it_is_a_slice_with_the_sentence_and_grows_with_what_is_asked_for(
    text, offset, paragraphs, characters, format
):
    text = f"The sun is far away. {text}"
    made, place = collection_of(text, format), ("log.md", min(offset, len(text) - 1))
    for name, number in (("paragraphs", paragraphs), ("characters", characters + 1)):
        small, large = (expand(made, place, **{name: n}) for n in (number, number + 1))
        for found in (small, large):
            assert text[found.start : found.end] == found.text
            assert found.start <= found.sentence_start < found.sentence_end <= found.end
        if name == "paragraphs":
            assert large.start <= small.start <= small.end <= large.end
        else:
            assert small.start >= small.sentence_start - number
            assert small.end <= small.sentence_end + number
            assert found.text == found.text.strip() or {large.start, large.end} & {0, len(text)}
