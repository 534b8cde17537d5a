"""Sentences as the vertices of a fuzzy hypergraph; topics or terms are its hyperedges.

Letters: N sentences, V terms, K hyperedges, T tokens. Everything is sparse and linear in the
number of non-zero memberships; nothing of size N x N, K x V or N x K is ever filled in.
"""

from hyperdigest.hypergraph.fuzzy import FuzzyHypergraph, stack
from hyperdigest.hypergraph.terms import cosine_hypergraph, term_hypergraph
from hyperdigest.hypergraph.topics import topic_hypergraph

__all__ = ["FuzzyHypergraph", "cosine_hypergraph", "stack", "term_hypergraph", "topic_hypergraph"]
