"""Threads as evidence: the titles above their posts, and how far a post is to be trusted."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Options
from hyperdigest.documents import POST_KINDS, Document, Post
from hyperdigest.ranking.post_quality import qualities

SCORES = st.none() | st.integers(-(10**9), 10**9) | st.integers(-20, 60)
POSTS = st.lists(
    st.none()
    | st.builds(
        Post,
        kind=st.sampled_from(POST_KINDS),
        thread=st.sampled_from(["", "T", "U"]),
        position=st.integers(0, 9),
        score=SCORES,
        accepted=st.booleans(),
        standing=SCORES,
    ),
    max_size=12,
)


def quality(*posts):
    return qualities(posts).tolist()


@given(POSTS)
def test_quality_is_bounded_and_zero_for_documents_that_are_no_posts(posts):
    found = qualities(posts)
    assert (found >= -1).all()
    assert (found <= 1.0).all()
    assert all(q == 0 for q, post in zip(found, posts, strict=True) if post is None)


@given(POSTS.filter(any), st.data(), st.integers(1, 10**6))
def test_more_votes_acceptance_and_standing_never_count_less(posts, data, more):
    place = data.draw(st.sampled_from([n for n, post in enumerate(posts) if post]))
    post = posts[place]
    before = qualities(posts)[place]

    def after(**changes):
        changed = [*posts]
        changed[place] = replace(post, **changes)
        return qualities(changed)[place]

    assert after(accepted=True) >= before
    if post.score is not None:
        assert after(score=post.score + more) >= before - 1e-12
    if post.standing is not None:
        assert after(standing=post.standing + more) >= before - 1e-12


@given(POSTS, st.integers(-(10**9), 10**9))
def test_one_large_score_changes_the_quality_of_others_little(posts, score):
    """By half of what votes weigh, where there are three others in its thread or more."""
    three = [Post("answer", "V", n, n) for n in (2, 3, 4)]
    usual = qualities([*posts, *three, Post("answer", "V", 5, 3)])[-4:-1]
    crazy = qualities([*posts, *three, Post("answer", "V", 5, score)])[-4:-1]
    assert np.abs(usual - crazy).max() < 0.06


def test_the_terms_of_quality_by_hand():
    asked = Post("question", "T", 1, 900)
    assert quality(asked) == [0]
    assert quality(asked, Post("comment", "T", 2)) == [-1, 0]
    assert quality(Post("comment", "T", 2)) == [0]
    assert quality(Post("answer", "T", 2)) == pytest.approx([0.1])
    assert quality(Post("answer", "T", 2, accepted=True)) == pytest.approx([0.4])
    assert quality(Post("answer", "T", 2, 0), Post("answer", "T", 3, 0)) == pytest.approx([0.1] * 2)
    # The median of |score| is 10: 40 / 51, and -10 / 21.
    scored = [Post("answer", "T", n, score) for n, score in enumerate([40, -10, 3], 2)]
    assert quality(*scored)[:2] == pytest.approx([0.1 + 20 / 51, 0.1 - 5 / 21])
    known = [Post("answer", "T", n, standing=standing) for n, standing in enumerate([100, 300], 2)]
    assert quality(*known) == pytest.approx([0.1 + 0.1 / 3, 0.1 + 0.06])


def test_later_messages_of_a_thread_have_a_higher_quality():
    thread = [Post("message", "T", n) for n in (1, 2, 3)]
    assert quality(*thread, Post("message", "U", 1), Post("message")) == pytest.approx(
        [0, 0.05, 0.1, 0, 0]
    )


SAME = "Solder closes the joint of a zinc gutter for good."
OTHER = "Tape closes the joint of a zinc gutter for good."


def model_of(*posts, texts=(SAME, OTHER), rest=()):
    documents = [
        Document(f"d{n}", f"d{n}", text, post=post)
        for n, (text, post) in enumerate(zip(texts, posts, strict=True))
    ]
    filler = [
        Document(f"r{n}", f"r{n}", f"The {word} stood in the garden by the wall.", post=post)
        for n, (word, post) in enumerate(rest)
    ]
    return Collection.of([*documents, *filler]).fit(Options(sweeps=5, samples=1))


REST = [(word, None) for word in ("bench", "table", "ladder", "basket", "fountain")]
QUESTION = "How is the joint of a gutter closed?"


def evidence_of(model, **options):
    table = model.ask(QUESTION, **options).table()
    return dict(zip(table["document"], table["evidence"], strict=True))


def test_an_accepted_answer_with_votes_precedes_an_equal_one_without():
    good, bad = Post("answer", "T", 3, 40, True), Post("answer", "T", 2, -3)
    for first, second in ((good, bad), (bad, good)):
        model = model_of(first, second, rest=REST)
        [cited] = model.digest(QUESTION, words=10).sentences
        assert cited.post == good
        found = evidence_of(model)
        assert max(found, key=found.get) == ("d0" if first is good else "d1")


def test_votes_do_not_select_a_sentence_without_other_evidence():
    loved = [("bench", Post("answer", "U", 2, 10**6, True, 10**6)), *REST[1:]]
    model = model_of(None, None, rest=loved)
    found = evidence_of(model)
    assert found["d0"] > 2 * found["r0"]


def test_a_weight_of_0_and_the_preset_paper_leave_votes_out():
    model = model_of(Post("answer", "T", 3, 40, True), Post("answer", "T", 2, -3), rest=REST)
    plain = model_of(Post("answer", "T", 3), Post("answer", "T", 3), rest=REST)
    assert Options.preset("paper").post_weight == 0
    for how in ({"post_weight": 0.0}, {"preset": "paper"}):
        found, without = evidence_of(model, **how), evidence_of(plain, **how)
        assert found == pytest.approx(without, rel=1e-9)


def test_the_title_of_a_thread_counts_as_a_heading_of_its_posts():
    titled = Post("message", "Closing the joint of a gutter", 2)
    texts = ("Zinc wants solder and a warm iron.", "Zinc wants paint and a broad brush.")
    rest = [("gutter joint", None), ("closed joint", None), *REST]
    found = evidence_of(model_of(titled, None, texts=texts, rest=rest), post_weight=0.0)
    assert found["d0"] > 0
    assert found["d0"] > found["d1"]


def test_threads_without_a_title_or_a_question_are_read_as_any_document():
    plain = model_of(None, None, rest=REST)
    posts = model_of(Post("message"), Post("comment"), rest=REST)
    assert evidence_of(posts) == pytest.approx(evidence_of(plain), rel=1e-12)
