"""No statement is told twice: not in a digest, not of what is known, not of what was read."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Constraints, Document

QUESTION = "What happened to the harbour bridge?"
CLOSED = (
    "The harbour bridge was closed to all traffic on 7 November after a third pillar was found"
    " cracked.",
    "In addition, the harbour bridge was closed to all traffic on 7 November after a third pillar"
    " was found cracked.",
    "The harbour bridge was closed to all traffic on November 7 after a third pillar was"
    " found cracked.",
)
OTHERS = (
    "Shopkeepers on the island fear for their Christmas trade.",
    "Engineers measured the pillars of the harbour bridge for a week.",
    "The ferry carries people on foot across the harbour every twenty minutes.",
    "The council will meet again in the town hall on Thursday.",
    "Buses go round by the northern road, which is narrow and steep.",
    "The harbour bridge was built by a firm that no longer exists.",
)
NAMES = ("echo.txt", "gazette.txt", "courier.txt")


def model_of(*texts: tuple[str, ...]):
    documents = (
        Document(name, name, " ".join(text)) for name, text in zip(NAMES, texts, strict=False)
    )
    return Collection.of(documents).fit()


MODEL = model_of(
    (CLOSED[0], OTHERS[0], OTHERS[3]), (OTHERS[1], CLOSED[1], OTHERS[4]), (OTHERS[2], CLOSED[2])
)


def closings(digest) -> list[str]:
    """The documents whose sentence on the closing is told."""
    return [each.document for each in digest.sentences if each.text in CLOSED]


def same(one, other) -> bool:
    """Whether the other is listed as saying the same as the one."""
    place = other.document, other.start
    return place in [(each.document, each.start) for each in one.also]


@given(st.integers(30, 150), st.sampled_from([{}, {"enough": True}]))
def test_no_sentence_of_a_digest_says_what_another_one_says(words, options):
    digest = MODEL.digest(QUESTION, words=words, **options)
    assert len(closings(digest)) == 1
    assert not any(same(*pair) for pair in permutations(digest.sentences, 2))
    assert digest.certificate.value <= digest.certificate.bound
    assert digest.used <= words


def test_an_exact_digest_repeats_no_statement():
    digest = MODEL.digest(QUESTION, words=60, exact=True)
    assert len(closings(digest)) == 1
    assert digest.certificate.ratio == pytest.approx(1)


def test_other_sources_are_listed_although_their_sentences_are_left_out():
    digest = MODEL.digest(QUESTION, words=60)
    (told,) = [each for each in digest.sentences if each.text in CLOSED]
    assert {each.document for each in told.also} == {*NAMES} - {told.document}


def test_pinned_sentences_stay_even_if_they_repeat_each_other():
    starts = {name: MODEL.collection.documents[n].text.index(CLOSED[n])
              for n, name in enumerate(NAMES)}  # fmt: skip
    pinned = [(name, starts[name]) for name in NAMES[:2]]
    digest = MODEL.digest(QUESTION, words=100, wishes=Constraints(pinned=tuple(pinned)))
    assert sorted(closings(digest)) == sorted(NAMES[:2])


def test_a_known_statement_is_not_selected_as_new():
    for name in NAMES:
        digest = MODEL.digest(QUESTION, words=100, wishes=Constraints(new=(name,)))
        assert closings(digest) == []
        assert {each.document for each in digest.sentences} == {name}


def test_a_document_of_known_statements_only_has_nothing_new():
    model = model_of((CLOSED[0], *OTHERS[:2]), (OTHERS[3], OTHERS[4]), (CLOSED[2],))
    digest = model.digest(QUESTION, words=60, wishes=Constraints(new=("courier.txt",)))
    assert digest.sentences == ()
    assert digest.doubt.startswith("Nothing is new: ")


def test_a_follow_up_repeats_nothing_that_was_read():
    first = MODEL.digest(QUESTION, words=20)
    assert closings(first)
    following = MODEL.digest("Why was the bridge closed?", words=150, wishes=first.follow_up())
    assert closings(following) == []


def test_the_preset_paper_may_repeat_statements():
    digest = MODEL.digest(QUESTION, words=150, preset="paper")
    assert len(closings(digest)) == len(NAMES)
