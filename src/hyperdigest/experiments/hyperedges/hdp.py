"""Topics of the three-layer HDP as hyperedges: the paper's own."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.experiments.corpus import Corpus
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options

SWEEPS = Options.preset("paper").sweeps
"""Gibbs sweeps of the preset ``paper``, which other topic models have too."""


@dataclass(frozen=True)
class HDP:
    """Table (tabHyperedges), row MRC. The topics of the most likely sample of a three-layer HDP.

    Parameters
    ----------
    alpha, beta, gamma : concentrations of a sentence, a document and the corpus.
    zeta : prior mass of a topic's term distribution.
    sweeps : Gibbs sweeps.
    """

    alpha: float = 0.75
    beta: float = 1.5
    gamma: float = 7.0
    zeta: float = 0.5
    sweeps: int = SWEEPS
    seed: int = 0

    @property
    def options(self) -> Options:
        """The preset ``paper`` with these values."""
        return Options.preset(
            "paper",
            sentence_concentration=self.alpha,
            document_concentration=self.beta,
            corpus_concentration=self.gamma,
            term_concentration=self.zeta,
            sweeps=self.sweeps,
            seed=self.seed,
        )

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""
        return corpus.model(self.options).prepared.topics(self.options)
