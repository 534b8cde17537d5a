"""New documents get topics given those of the fitted documents, which do not change."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.topics import fit_hdp, fold_in
from hyperdigest.topics.chains import Growth, new_documents
from hyperdigest.topics.data import TopicSample, arrange
from hyperdigest.topics.gibbs import Concentrations, sweep
from hyperdigest.topics.state import TOPICS
from hyperdigest.topics.sums import sums_of
from oracles.topics import corpus_tables, log_likelihood, partitions, topics_of_tables
from topics_made import bars, information, same


def grown(old=30, **options):
    """Bars whose documents from `old` on are folded in: the fit before and after."""
    terms, sentences, documents, planted = (np.array(column) for column in bars())
    fitted = int(np.searchsorted(documents[sentences], old))
    n_documents = int(np.searchsorted(documents, old))
    before = fit_hdp(terms[:fitted], sentences[:fitted], documents[:n_documents], 25, samples=3,
                     term_prior="each")  # fmt: skip
    after = fold_in(before, terms, sentences, documents, 25, term_prior="each", **options)
    return before, after, planted


def test_planted_topics_are_found_in_new_documents():
    before, after, planted = grown()
    new = slice(len(before.best.assignments), None)
    for sample in (after.best, *after.samples):
        assert information(sample.assignments[new], planted[new]) > 0.85


def test_fitted_tokens_keep_their_topics_and_the_fit_its_traces():
    before, after, planted = grown(old=1, sweeps=20)
    pairs = zip((before.best, *before.samples), (after.best, *after.samples), strict=True)
    for old, new in pairs:
        assert (new.assignments[: len(old.assignments)] == old.assignments).all()
        assert len(new.assignments) == len(planted)
        assert new.n_topics > old.n_topics
        assert (np.unique(new.assignments) == np.arange(new.n_topics)).all()
    assert after.trace is before.trace
    assert after.concentrations is before.concentrations


@pytest.mark.parametrize("processors", [1, 16])
def test_the_number_of_threads_does_not_change_the_result(monkeypatch, processors):
    _, expected, _ = grown(sweeps=5)
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert same(expected, grown(sweeps=5)[1])
    assert not same(expected, grown(sweeps=5, seed=1)[1])


def test_new_terms_are_folded_in():
    before = fit_hdp([0, 1, 0, 1] * 5, [0] * 20, [0], 2)
    after = fold_in(before, [0, 1, 0, 1] * 5 + [2, 3, 0] * 4, [0] * 20 + [1] * 12, [0, 1], 4)
    assert len(after.best.assignments) == 32


def test_without_new_documents_nothing_changes():
    terms, sentences, documents, _ = bars()
    fit = fit_hdp(terms, sentences, documents, 25, sweeps=10, samples=2)
    assert same(fit, fold_in(fit, terms, sentences, documents, 25))


def test_documents_may_be_added_in_several_steps():
    terms, sentences, documents, planted = (np.array(column) for column in bars())
    home = documents[sentences]
    fit = fit_hdp(terms[home < 20], sentences[home < 20], documents, 25, term_prior="each")
    for end in (25, 32, 40):
        now = home < end
        fit = fold_in(fit, terms[now], sentences[now], documents, 25, term_prior="each")
    assert information(fit.best.assignments, planted) > 0.85


TERMS = [0, 0, 1, 1, 2, 0, 0, 1, 2]
SENTENCES = [0, 0, 1, 1, 2, 3, 3, 4, 4]
DOCUMENTS = [0, 0, 1, 2, 2]
FITTED = [0, 0, 1, 0, 1]
OLD, NEW = slice(0, 5), slice(5, None)
LAYERS = Concentrations(0.75, 1.5, 2.0)
MASS = 0.5


def weigh(z, part, fixed=()):
    """The joint probability of the corpus's tables and the topics of a part of the tokens."""
    states = corpus_tables(
        z[part], SENTENCES[part], DOCUMENTS, LAYERS.sentence, LAYERS.document, fixed
    )
    return {m: p * topics_of_tables(m, LAYERS.corpus) for m, p in states.items()}


def shares(weights):
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


def parts(first_new, *columns):
    """The documents of a corpus before one, and from it on."""
    corpus = arrange(*columns)
    return corpus.to_document(first_new), corpus.from_document(first_new)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(0, 3)), min_size=1))
def test_the_sums_of_documents_are_counted_from_their_tokens(tokens):
    terms, sentences, topics = zip(*tokens, strict=True)
    home, n_topics = [0, 2, 1, 0, 1], max(topics) + 1
    corpus, sample = arrange(terms, sentences, home, 5), TopicSample(np.array(topics), n_topics)
    found = sums_of(sample, corpus)
    of_terms = Counter(zip(terms, topics, strict=True))
    of_documents = {(home[sentence], topic) for _, sentence, topic in tokens}
    for k in range(n_topics):
        assert found.tokens[k] == topics.count(k)
        assert found.documents[k] == sum(topic == k for _, topic in of_documents)
        assert found.of_terms.toarray()[:, k].tolist() == [of_terms[w, k] for w in range(5)]


def test_topics_of_new_tokens_have_the_exact_conditional_distribution():
    old, new = parts(2, TERMS, SENTENCES, DOCUMENTS, 3)
    sums = sums_of(TopicSample(np.array(FITTED, np.int32), 2), old)
    fixed = sums.documents.tolist()
    assert fixed == [1, 2]
    state = new_documents(Growth(new, 7, 1, LAYERS, MASS), sums, 0)
    exact = shares({
        z: sum(weigh(z, NEW, fixed).values()) * np.exp(log_likelihood(z, TERMS, 3, MASS))
        for z in partitions(len(TERMS)) if z[OLD] == tuple(FITTED)
    })  # fmt: skip
    number = {z: n for n, z in enumerate(exact)}
    batches = np.zeros((50, len(exact)))
    for share in batches:
        for _ in range(1000):
            sweep(state, *LAYERS, MASS)
            topics = np.concatenate([FITTED, state.z])
            _, first, z = np.unique(topics, return_index=True, return_inverse=True)
            share[number[tuple(np.argsort(np.argsort(first))[z].tolist())]] += 1e-3
    probability = np.array(list(exact.values()))
    error = batches.std(0, ddof=1) / 50**0.5
    common = probability > 0.005
    shift = (batches.mean(0) - probability)[common] / error[common]
    assert abs(shift).max() < 4.5
    assert (shift**2).mean() < 2.0


def test_fitted_tokens_take_little_memory_and_are_in_all_counts():
    terms, sentences = np.arange(900) % 3, np.arange(900) // 30
    old, new = parts(9, terms, sentences, np.arange(30) // 3, 3)
    fitted = np.arange(810, dtype=np.int32) % 2
    growth = Growth(new, 0, 1, LAYERS, MASS)
    state = new_documents(growth, sums_of(TopicSample(fitted, 2), old), 0)
    assert np.diff(state.slot).tolist() == [2 + 30] * 3
    assert len(state.z) == len(state.table_topic) == 90
    for _ in range(20):
        sweep(state, *LAYERS, MASS)
    used = int(state.size[TOPICS])
    topics = np.concatenate([fitted, state.z])
    assert state.n_k[:used].tolist() == np.bincount(topics).tolist()
    for term in range(3):
        slots = slice(state.slot[term], state.slot[term] + state.slots[term])
        counts = np.zeros(used, int)
        counts[state.slot_topic[slots]] = state.slot_count[slots]
        assert counts.tolist() == np.bincount(topics[terms == term], minlength=used).tolist()


@pytest.mark.parametrize(
    ("sentences", "documents"),
    [([0, 0, 1, 0], [0, 1]), ([1, 1, 1, 0], [0, 1]), ([0, 0, 0, 1], [0, 0])],
)
def test_new_tokens_that_do_not_come_last_are_refused(sentences, documents):
    fit = fit_hdp([0, 1, 0], [0, 0, 0], [0], 2, sweeps=3)
    with pytest.raises(OptionError, match="the first 3 tokens are not those of the first doc"):
        fold_in(fit, [0, 1, 0, 1], sentences, documents, 2)


def test_options_out_of_range_are_refused():
    fit = fit_hdp([0, 1, 0], [0, 0, 0], [0], 2, sweeps=3)
    with pytest.raises(OptionError, match="sweeps is 0"):
        fold_in(fit, [0, 1, 0, 1], [0, 0, 0, 1], [0, 1], 2, sweeps=0)
