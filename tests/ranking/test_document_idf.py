"""The idf of a term in a document that repeats it."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from hyperdigest import Collection, Document, Options
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.document_idf import DocumentBM25
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.split.languages import analyzer_of

REPEATED = csr_array(np.array([[1] * 400 + [0] * 3599 + [1]]))
"""A term in all 400 sentences of one document, and in one of 3,600 of another."""


def test_a_term_counts_less_in_a_document_that_repeats_it():
    index = DocumentBM25(REPEATED, np.repeat([0, 1], [400, 3600]), 0.6, 0.4)
    share = 401 / 4000
    idf = np.log1p(3599.5 / 401.5)
    repeated = np.log((399 + 1000 * share) / 1400 / share)
    [*first, elsewhere] = index.idf_at(np.array([0]), np.array([401]), REPEATED.indices)
    assert first == pytest.approx([idf - repeated] * 400)
    assert elsewhere == pytest.approx(idf)


def test_in_a_collection_of_one_document_it_is_the_idf_of_bm25():
    index = DocumentBM25(REPEATED, np.zeros(4000, int), 0.6, 0.4)
    scores = BM25(REPEATED, 0.6, 0.4).scores(np.ones(1))
    np.testing.assert_array_equal(index.scores(np.ones(1)), scores)


def test_words_that_name_a_document_count_half_in_it():
    lease = "The lease of Acme begins in May. The rent is due on the first day of each month."
    notes = "Acme signed a lease with Bolt. The barn was painted green. Rain fell on the hay."
    documents = [Document("acme-lease.txt", "", lease), Document("notes.txt", "", notes)]
    index = Indexes.of(Collection.of(documents, language="en").fit(Options(sweeps=5)))
    bm25, numbers = index.evidence.sentences, index.term_numbers
    acme, of_lease, rent = (numbers[term] for term in analyzer_of("en").terms("Acme lease rent"))
    asked = np.zeros(len(numbers))
    asked[[acme, rent]] = 1.0  # "Acme" alone does not name a document of two words
    named = asked.copy()
    named[of_lease] = 1.0
    both = np.zeros(len(numbers))
    both[[acme, of_lease]] = 1.0
    apart = bm25.scores(np.eye(len(numbers))[acme]) + bm25.scores(np.eye(len(numbers))[of_lease])
    assert bm25.scores(both)[:3] == pytest.approx([apart[0] / 2, 0, apart[2]])
    assert bm25.scores(named)[1] == pytest.approx(bm25.scores(asked)[1])
