"""The perplexity of held-out tokens follows the probabilities of the model."""

import numpy as np
import pytest

from hyperdigest.errors import OptionError
from hyperdigest.topics import fit_hdp
from hyperdigest.topics.chains import Growth, new_documents
from hyperdigest.topics.data import TopicSample, arrange
from hyperdigest.topics.gibbs import Concentrations, sweep
from hyperdigest.topics.sums import sums_of
from oracles.topics import corpus_tables, log_likelihood, partitions, topics_of_tables
from topics_made import bars

LAYERS = Concentrations(0.75, 1.5, 2.0)
MASS = 0.5
FITTED = (0, 0, 1)
TERMS = [0, 0, 1, 0, 1]
SENTENCES = [0, 0, 1, 2, 2]
DOCUMENTS = [0, 0, 1, 1]


@pytest.fixture
def module(script):
    return script("held_out_perplexity")


def evidence(terms, sentences, kept):
    """Probability of all terms, new topics and tables summed out, given those of the fit."""
    total = 0.0
    for z in partitions(len(terms)):
        if z[:3] == FITTED:
            states = corpus_tables(z[3:], sentences[3:], DOCUMENTS, *LAYERS[:2], kept)
            of_topics = sum(p * topics_of_tables(m, LAYERS.corpus) for m, p in states.items())
            total += of_topics * np.exp(log_likelihood(z, terms, 3, MASS))
    return total


@pytest.mark.parametrize("sentence", [2, 3])
def test_a_tokens_probability_is_the_sum_over_all_topics_and_tables(module, sentence):
    corpus = arrange(TERMS, SENTENCES, DOCUMENTS, 3)
    fitted = sums_of(TopicSample(np.array(FITTED, np.int32), 2), corpus.to_document(1))
    state = new_documents(Growth(corpus.from_document(1), 0, 1, LAYERS, MASS), fitted, 0)
    kept = fitted.documents.tolist()
    places = np.array(SENTENCES[3:]), np.array(DOCUMENTS), np.full(3, sentence)
    drawn = np.empty((3000, 3))
    for probability in drawn:
        sweep(state, *LAYERS, MASS)
        probability[:] = module.probabilities(state, *places, np.arange(3), LAYERS, MASS)
    assert drawn.sum(1) == pytest.approx(1.0)
    whole = evidence(TERMS, SENTENCES, kept)
    exact = [evidence([*TERMS, w], [*SENTENCES, sentence], kept) / whole for w in range(3)]
    assert drawn.mean(0) == pytest.approx(exact, abs=0.01)


def test_perplexity_is_better_than_chance_and_falls_with_more_documents(module):
    terms, sentences, documents, _ = (np.array(column) for column in bars())
    found = []
    for few in (3, 30):
        keep = (documents[sentences] < few) | (documents[sentences] >= 30)
        columns = terms[keep], sentences[keep], documents, 25
        fitted = int((documents[sentences] < few).sum())
        fit = fit_hdp(*(column[:fitted] for column in columns[:2]), documents, 25, samples=2)
        found.append(module.held_out_perplexity(fit, *columns, sweeps=20))
        assert module.held_out_perplexity(fit, *columns, sweeps=20) == found[-1]
    assert 5 < found[1] < found[0] < 25


def test_documents_of_one_token_have_the_perplexity_of_the_corpus(module):
    fit = fit_hdp([0, 1, 0], [0, 0, 0], [0], 2, sweeps=3)
    columns = [0, 1, 0, 1, 0, 0], [0, 0, 0, 1, 2, 2], [0, 1, 2], 2
    assert 1 < module.held_out_perplexity(fit, *columns, sweeps=4) < 4


def test_new_documents_without_a_second_token_are_an_error(module):
    fit = fit_hdp([0, 1, 0], [0, 0, 0], [0], 2, sweeps=3)
    with pytest.raises(OptionError, match="no second token"):
        module.held_out_perplexity(fit, [0, 1, 0, 1], [0, 0, 0, 1], [0, 1], 2)
