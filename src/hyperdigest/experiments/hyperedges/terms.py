"""Terms as hyperedges."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.corpus import Corpus
from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph


@dataclass(frozen=True)
class TERMS:
    """One hyperedge a term, as `term_hypergraph` makes them."""

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""
        split = corpus.split
        return term_hypergraph(split.terms, split.sentence_of, corpus.n_sentences, corpus.n_terms)
