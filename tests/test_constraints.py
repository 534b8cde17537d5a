"""What a reader wants beside the question: places, and what a digest hands on to the next one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, bridge_model
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.errors import OptionError


def place(citation):
    return citation.document, citation.start


def test_places_in_every_form():
    given = ["a:b.txt:12", ["a.txt", 0], {"document": "b.txt", "start": 3, "text": "..."}]
    wishes = Constraints.of({"pinned": given, "excluded": [], "read": None, "words": 100})
    assert wishes.pinned == (("a:b.txt", 12), ("a.txt", 0), ("b.txt", 3))
    assert not wishes.excluded + wishes.read + wishes.earlier


def test_a_place_counts_once():
    assert Constraints(read=(("a", 1), ("b", 2), ("a", 1))).read == (("a", 1), ("b", 2))


def test_nothing_is_wished_by_default():
    assert not NO_CONSTRAINTS
    assert Constraints(earlier=("Why?",))


@pytest.mark.parametrize(
    "value", ["a.txt", "a.txt:", ":5", "a.txt:-1", "a.txt:x", 7, ["a.txt"], ["a.txt", "5"],
              ["a.txt", True], {"document": "a.txt"}, ["", 5]],
)  # fmt: skip
def test_what_is_no_place_is_refused(value):
    with pytest.raises(OptionError, match="DOCUMENT:START"):
        Constraints.of({"pinned": [value]})


@pytest.mark.parametrize("value", ["a.txt:1", 5, {"document": "a.txt", "start": 1}])
def test_places_are_a_list(value):
    with pytest.raises(OptionError, match="give a list"):
        Constraints.of({"excluded": value})


def test_earlier_questions_are_texts():
    for earlier in (["Why?", " "], [3]):
        with pytest.raises(OptionError, match="an earlier question is"):
            Constraints.of({"earlier": earlier})


def test_no_sentence_is_both_pinned_and_excluded():
    with pytest.raises(OptionError, match="is both pinned and excluded"):
        Constraints(pinned=(("a.txt", 4),), excluded=(("a.txt", 4),))


def test_every_wish_changes_the_hash():
    one = ("a.txt", 4)
    wishes = [
        Constraints(),
        Constraints(pinned=(one,)),
        Constraints(excluded=(one,)),
        Constraints(read=(one,)),
        Constraints(pinned=(("a.txt", 5),)),
        Constraints(earlier=("a.txt",)),
        Constraints(earlier=("a", ".txt")),
    ]
    assert len({each.hash for each in wishes}) == len(wishes)


def test_a_digest_hands_on_what_was_read_asked_and_excluded():
    model = bridge_model()
    first = model.digest(QUESTION, 40)
    wishes = Constraints(
        excluded=(place(first.sentences[0]),), read=(("history.txt", 0),), earlier=("Who?",)
    )
    second = model.digest(QUESTION, 40, wishes=wishes)
    then = second.follow_up()
    assert then.read == (("history.txt", 0), *map(place, second.sentences))
    assert then.earlier == ("Who?", QUESTION)
    assert then.excluded == wishes.excluded
    assert then.pinned == ()


names = st.text(min_size=1).filter(lambda name: "\0" not in name)
places = st.lists(st.tuples(names, st.integers(0, 9**9)), max_size=4)


@given(places, places, places, st.lists(names.filter(str.strip), max_size=3))
def test_what_is_told_of_wishes_is_wished(pinned, excluded, read, earlier):
    excluded = [place for place in excluded if place not in pinned]
    wishes = Constraints(*map(tuple, (pinned, excluded, read, earlier)))
    assert Constraints.of(json.loads(json.dumps(wishes.to_dict()))) == wishes


def test_the_json_of_a_digest_is_followed_as_the_digest():
    model = bridge_model()
    first = model.digest(QUESTION, 30)
    second = model.digest("Who paid?", 30, wishes=first.follow_up())
    for digest in (first, second):
        assert Constraints.after(json.loads(digest.to_json())) == digest.follow_up()
