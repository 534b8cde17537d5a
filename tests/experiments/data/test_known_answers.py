"""A digest answers a question where it quotes the known answer."""

import pytest

from hyperdigest.experiments.data.tasks import Answers

TEXT = "The ferry carries thirty  carts\na day. It leaves at Noon."


@pytest.mark.parametrize(
    ("parts", "share"),
    [
        ((("thirty carts a day",),), 1),
        ((("forty carts", "at noon"),), 1),
        ((("forty carts",),), 0),
        ((("thirty carts",), ("at midnight", "in the evening")), 0.5),
        ((("the ferry",), ("thirty carts",), ("oars",), ("AT NOON",)), 0.75),
        ((), 0),
    ],
)
def test_a_digest_holds_the_share_of_the_parts_that_it_quotes(parts, share):
    assert Answers(parts).quoted_share(TEXT) == share


def test_capitals_count_where_that_is_said():
    assert Answers((("at noon",),)).quoted_share(TEXT) == 1
    assert Answers((("at noon",),), case=True).quoted_share(TEXT) == 0
    assert Answers((("at  Noon",),), case=True).quoted_share(TEXT) == 1


def test_capitals_of_any_alphabet_are_set_aside():
    assert Answers((("STRASSE",),)).quoted_share("Die Straße ist lang.") == 1
