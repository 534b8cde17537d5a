"""Perplexity of held-out documents by document completion (Wallach et al. 2009)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from hyperdigest.base.arrays import Floats, runs
from hyperdigest.base.sparse import count_pairs
from hyperdigest.errors import OptionError
from hyperdigest.topics.chains import new_documents
from hyperdigest.topics.data import TermPrior, arrange
from hyperdigest.topics.gibbs import Concentrations, sweep
from hyperdigest.topics.hdp import TopicFit, fitted_documents, growth_of
from hyperdigest.topics.state import TOPICS, UNSEEN_IN_CORPUS, State
from hyperdigest.topics.sums import sums_of


def held_out_perplexity(
    fit: TopicFit,
    terms: ArrayLike,
    sentences: ArrayLike,
    documents: ArrayLike,
    n_terms: int,
    *,
    seed: int = 0,
    sweeps: int = 50,
    term_concentration: float = 0.5,
    term_prior: TermPrior = "total",
) -> float:
    """Perplexity of every second token of new documents, given the other ones and a fit.

    The other tokens are folded in. The probability of a held-out token is that of the model given
    all counts and tables, averaged over the second half of the sweeps and over all samples.

    `fit` is the fit of the first tokens, with samples. `terms`, `sentences`, `documents`,
    `n_terms`, `term_concentration` and `term_prior` are as in `fold_in`. `sweeps` is the number of
    visits to every token that is folded in. Raises OptionError if a parameter is out of range or
    the tokens of the fit do not come first.
    """
    whole = arrange(terms, sentences, documents, n_terms)
    fitted = len(fit.best.assignments)
    first_new = fitted_documents(whole, fitted)
    term, sentence, home = (np.asarray(column) for column in (terms, sentences, documents))
    held_out = whole.order[fitted + 1 :: 2]
    if len(held_out) == 0:
        raise OptionError("no second token in new documents: give some after those of the fit")
    known = np.delete(np.arange(len(term)), held_out)
    corpus = arrange(term[known], sentence[known], home, n_terms)
    new, old = corpus.from_document(first_new), corpus.to_document(first_new)
    growth = growth_of(new, fit.concentrations, seed, sweeps, term_concentration, term_prior)

    layers, mass = growth.concentrations, growth.term_mass
    places = sentence[known][corpus.order[fitted:]], home, sentence[held_out]
    probability = np.zeros(len(held_out))
    for stream, sample in enumerate(fit.samples):
        state = new_documents(growth, sums_of(sample, old), stream)
        for done in range(sweeps):
            sweep(state, *layers, mass)
            if done >= sweeps // 2:
                probability += probabilities(state, *places, term[held_out], layers, mass)
    probability /= len(fit.samples) * (sweeps - sweeps // 2)
    return float(np.exp(-np.log(probability).mean()))


def probabilities(
    state: State,
    sentences: NDArray[np.integer],
    documents: NDArray[np.integer],
    asked: NDArray[np.integer],
    terms: NDArray[np.integer],
    layers: Concentrations,
    term_mass: float,
) -> Floats:
    """(H,) probability of each held-out token, given all counts, tables and sticks of a state.

    A token takes topic k with probability (n_ik + alpha * p_jk) / (n_i + alpha), where p_jk is
    (m_jk + beta * b0_k) / (m_j + beta); a new topic draws all terms with the same probability.
    `sentences` is the (T,) sentence of each token of the chain, `documents` the (N,) document of
    each sentence, and `asked` the (H,) sentence of each held-out token, in the caller's numbering.
    """
    alpha, beta, _ = layers
    n_terms, topics = len(state.slots), int(state.size[TOPICS])
    home = documents[asked]
    slots = runs(state.slot[:-1], state.slots)
    pairs = state.slot_topic[slots], np.repeat(np.arange(n_terms), state.slots)
    n_kw = csr_array((state.slot_count[slots], pairs), shape=(topics, n_terms))
    n_ki = count_pairs(state.z, sentences, (topics, len(documents)))
    n_ki = n_ki[:, asked].toarray()
    first = state.sentence[state.document[:-1]]
    entries = runs(first, state.tabled)
    document = np.repeat(documents[sentences[first]], state.tabled)
    shape = topics, int(documents.max()) + 1
    at = state.table_topic[entries], document
    m_kj = csr_array((state.table_count[entries], at), shape=shape)[:, home].toarray()
    of_document = beta / (m_kj.sum(0) + beta)
    of_sentence = alpha / (n_ki.sum(0) + alpha)
    stick, rest = state.stick[:topics, None], state.mass[UNSEEN_IN_CORPUS]
    share = (m_kj / beta + stick) * of_document * of_sentence + n_ki / alpha * of_sentence
    phi = (n_kw[:, terms].toarray() + term_mass) / (state.n_k[:topics, None] + n_terms * term_mass)
    of_terms: Floats = (share * phi).sum(0) + rest * of_document * of_sentence / n_terms
    return of_terms
