"""Other models of hyperedges under the paper's walk and selection."""

from __future__ import annotations

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.case import Hyperedges
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.comparing import compare
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.hyperedges.agglomerative import AGGLOMERATIVE
from hyperdigest.experiments.hyperedges.dbscan import DBSCAN
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.hyperedges.kmeans import KMEANS
from hyperdigest.experiments.hyperedges.lda import LDA
from hyperdigest.experiments.hyperedges.terms import TERMS
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.published import HYPEREDGES, WHY
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.selectors.mrc import MRC

MODELS: dict[str, Hyperedges] = {
    "MRC": HDP(),
    "LDA": LDA(),
    "TERMS": TERMS(),
    "KMEANS": KMEANS(),
    "AGGLOMERATIVE": AGGLOMERATIVE(),
    "DBSCAN": DBSCAN(),
}


def hyperedges() -> Comparison:
    """Table (tabHyperedges). The hyperedge models under the same walk and selection."""
    entries = (Entry(label, Pipeline(model, MRC())) for label, model in MODELS.items())
    return Comparison(
        title="Hyperedge models",
        about="The paper's walk and its selection MRC on the topics of the hierarchical Dirichlet"
        " process (MRC) and on five other models of hyperedges.",
        entries=tuple(entries),
        reference="MRC",
        paper="on DUC 2007 topics of the HDP (MRC) have 14% more ROUGE-SU4 than those of LDA, 5%"
        " more than TERMS and DBSCAN, and are above all.",
        why=WHY["hyperedges"],
        published=HYPEREDGES,
    )


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    return compare(hyperedges(), bench)
