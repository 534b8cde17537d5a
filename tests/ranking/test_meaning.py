"""Only candidates are compared with a question, each together with the passage around it."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoder import Encoder
from hyperdigest import Collection, Document, Options
from hyperdigest.ranking.meaning import MOST_CANDIDATES, candidates, meaning

AMOUNTS = st.lists(st.sampled_from([0.0, 0.0, 0.5, 1.0, 2.0]), min_size=1, max_size=40)
WORDS = ["flood", "river", "bridge", "ferry", "choir", "frost", "bees", "school", "stone", "day"]


def collection_of(n_sentences, per_document, seed=0):
    """A collection of sentences of the words that the stand-in model knows, and some others."""
    rng = np.random.default_rng(seed)
    texts = [" ".join(rng.choice(WORDS, 6)).capitalize() + "." for _ in range(n_sentences)]
    parts = [texts[i : i + per_document] for i in range(0, n_sentences, per_document)]
    return Collection.of(
        [Document(f"d{n}", f"d{n}", " ".join(part)) for n, part in enumerate(parts)], language="en"
    )


def slow_similarity(collection, question, encoder):
    """The similarity of every sentence, from the definition."""
    n = len(collection.split.sentences)
    document = collection.split.sentences.document
    rows = encoder.encode([collection.text(i) for i in range(n)], True, False).astype(float)
    [asked] = encoder.encode([question], True, False).astype(float)
    found = []
    for i in range(n):
        near = [j for j in range(n) if abs(i - j) <= 2 and document[i] == document[j]]
        passage = sum(rows[j] for j in near)
        of_passage = passage @ asked / math.sqrt(passage @ passage)
        found.append((rows[i] @ asked + of_passage / 2) / 1.5)
    return np.array(found)


@pytest.mark.parametrize("seed", range(4))
def test_sentences_are_as_near_as_themselves_and_half_as_much_as_their_passages(
    embedding_model, seed
):
    collection, question = collection_of(30, 7, seed), "Where is the ferry in the flood?"
    n = len(collection.split.sentences)
    similarity = slow_similarity(collection, question, Encoder(embedding_model))
    found = meaning(collection, question, embedding_model, np.ones(n))
    above = similarity - similarity.mean()
    expected = np.maximum(above, 0) / above.max()
    np.testing.assert_allclose(found.evidence, expected, atol=1e-6)
    assert found.nearness == pytest.approx(above.max() / (1 - similarity.mean()), rel=1e-5)


def test_of_many_sentences_only_the_best_by_other_evidence_are_compared(embedding_model):
    collection = collection_of(3 * MOST_CANDIDATES, 50)
    n = len(collection.split.sentences)
    total = np.zeros(n)
    total[: 2 * MOST_CANDIDATES] = np.linspace(2, 1, 2 * MOST_CANDIDATES)
    found = meaning(collection, "the river", embedding_model, total)
    assert not found.evidence[MOST_CANDIDATES:].any()
    assert found.evidence[:MOST_CANDIDATES].max() == 1
    texts = {collection.text(i) for i in range(MOST_CANDIDATES)}
    assert len(Encoder.encoded) == len(texts) + 1


@given(AMOUNTS, st.integers(1, 45))
def test_candidates_are_the_best_and_then_some_everywhere(amounts, most):
    total = np.array(amounts)
    found = candidates(total, most).tolist()
    assert found == sorted({*found}) and len(found) == min(most, len(total))
    others = [i for i in range(len(total)) if i not in found]
    least = min(amounts)
    assert all(total[i] >= total[j] for i in found for j in others if total[j] > least)
    silent = [i for i in found if total[i] == least]
    gaps = [sum(total[a:b] == least) for a, b in pairwise(silent)]
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_an_answer_in_other_words_is_found_among_many_sentences(embedding_model):
    texts = [f"Wall number {n} has stones of day {n}." for n in range(4 * MOST_CANDIDATES)]
    texts[200] = "The children of the school went home."
    model = Collection.of([Document("a", "a", " ".join(texts))], language="en").fit(
        Options(sweeps=2, samples=1)
    )
    digest = model.digest("Tell me about the pupils.", 12, embedding_model=embedding_model)
    assert digest.sentences[0].text == texts[200]
