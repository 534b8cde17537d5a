import pytest

from hyperdigest import Collection, Constraints, Document, Options
from hyperdigest.features.enough import MOST_NEAREST, ONLY_NEAREST

TEXTS = [
    "The old mill stands by the river. The baker bought flour at the mill every week.",
    "A ferry crossed the river until the bridge was built. The ferryman lived in the town.",
    "The town has a market on Friday. Farmers sell apples and bread at the market.",
    "The council mended the bridge in spring. The river flooded the meadows of the town.",
]


@pytest.fixture(scope="module")
def model():
    documents = [Document(f"{n}.txt", f"{n}.txt", text) for n, text in enumerate(TEXTS)]
    return Collection.of(documents, language="en").fit(Options(sweeps=5, samples=1))


def test_a_doubted_fact_has_the_nearest_sentences_alone(model):
    asked = "Who founded the astronomical observatory of the town?"
    digest = model.digest(asked, words=80)
    assert len(digest.sentences) == MOST_NEAREST
    assert f". {ONLY_NEAREST} " in digest.doubt
    everything = model.digest(asked, words=80, enough=False)
    assert len(everything.sentences) > MOST_NEAREST
    assert everything.doubt and ONLY_NEAREST not in everything.doubt
    best = sorted(everything.sentences, key=lambda sentence: -sentence.score)[:MOST_NEAREST]
    assert {sentence.text for sentence in digest.sentences} == {part.text for part in best}


def test_other_doubted_questions_keep_their_budget(model):
    asked = "What is known about the astronomical observatory of the town?"
    digest = model.digest(asked, words=80)
    assert digest.doubt and ONLY_NEAREST not in digest.doubt
    assert len(digest.sentences) > MOST_NEAREST


def test_a_fact_that_is_not_doubted_keeps_its_budget(model):
    digest = model.digest("When did the council mend the bridge of the river?", words=80)
    assert not digest.doubt


def test_a_pinned_sentence_stays_beside_the_nearest(model):
    asked = "Who founded the astronomical observatory of the town?"
    pinned = ("2.txt", TEXTS[2].index("Farmers"))
    digest = model.digest(asked, words=80, wishes=Constraints(pinned=(pinned,)))
    assert any(sentence.text.startswith("Farmers") for sentence in digest.sentences)
    assert len(digest.sentences) <= MOST_NEAREST + 1
