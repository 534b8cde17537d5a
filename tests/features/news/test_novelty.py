"""How far one sentence tells again what another says, against a slow count."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Model
from hyperdigest.constraints import Constraints
from hyperdigest.documents import Document
from hyperdigest.features.news.novelty import known_share, novelty_factor
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.record import ModelRecord

WORDS = ["tram", "harbour", "bear", "apple", "orchard", "fence", "collar", "fort"]
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=5, max_size=9).map(
    lambda words: f"The {' '.join(words)} stood there."
)


@given(st.lists(SENTENCES, min_size=2, max_size=6), st.data())
def test_shares_are_those_of_the_nearest_other_sentence(texts, data):
    documents = [Document(f"{n}", "", text) for n, text in enumerate(texts)]
    collection = Collection.of(documents)
    split = collection.split
    count = len(split.sentences)
    others = np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)))
    model = ModelRecord(collection, Options(), None)
    found = known_share(split, Indexes.of(model).counts, np.ones(count), others)
    terms = [set(split.terms[split.sentence_of == number].tolist()) for number in range(count)]

    def weigh(some):
        return sum(np.log1p(count / sum(term in each for each in terms)) for term in some)

    for number in range(count):
        weight = weigh(terms[number])
        shared = [weigh(terms[number] & terms[other]) for other in np.flatnonzero(others)]
        told = max(shared, default=0.0) / weight if weight else 0.0
        assert found[number] == pytest.approx(0.0 if others[number] else told)


@given(st.lists(st.floats(0, 1), min_size=1))
def test_the_novelty_factor_falls_with_similarity(shares):
    left = novelty_factor(np.sort(shares))
    assert (np.diff(left) <= 0).all()
    assert ((left > 0) & (left <= 1)).all()


def test_news_goes_before_what_a_known_sentence_says_in_other_words_around_it():
    known = "A brown bear ate the apples of three orchards above the village in one night."
    again = "Growers: a brown bear ate the apples of three orchards above the village in one night."
    news = "Rangers caught the bear above the village and gave her a collar with a radio."
    documents = (Document("old.txt", "", known), Document("new.txt", "", f"{again} {news}"))
    model: Model = Collection.of(documents).fit()
    question = "What did the bear do to the apples of the orchards?"
    [told] = model.digest(question, words=20, wishes=Constraints(new=("new.txt",))).sentences
    assert told.text == news
    [sentence] = model.digest(question, words=20, wishes=Constraints(new=("*.txt",))).sentences
    assert sentence.text in (known, again)
