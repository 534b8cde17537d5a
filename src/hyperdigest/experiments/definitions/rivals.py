"""The product beside what a user would pick today."""

from __future__ import annotations

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.comparing import compare
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.definitions.summarizers import DEFAULT, PAPER, RIVALS
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.preset import Preset
from hyperdigest.experiments.published import SUMMARIZERS, WHY
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, R1, R2, SU4
from hyperdigest.experiments.summarizers.baseline import LeadOfLatest, LeadOfRandom
from hyperdigest.experiments.summarizers.random_sentences import RandomSentences
from hyperdigest.experiments.summarizers.ts_lexrank import TSLexRank
from hyperdigest.experiments.today.bm25 import BM25MMR
from hyperdigest.experiments.today.concepts import ConceptCoverage
from hyperdigest.experiments.today.embeddings import EmbeddingsMMR
from hyperdigest.experiments.today.feedback import BM25FeedbackMMR
from hyperdigest.experiments.today.klsum import KLSum
from hyperdigest.experiments.today.lexrank import LexRank
from hyperdigest.experiments.today.sumbasic import SumBasic
from hyperdigest.experiments.today.textrank import TextRank
from hyperdigest.experiments.today.tfisf import TfIsfMMR

TUNED = Entry("TS-LexRank, tuned", TSLexRank(question_weight=0.2, redundancy=0.3))
"""What is best of `rival-parameters` on the mean of the open development sets."""


def rivals(model: str = "") -> Comparison:
    """Both presets, the paper's rivals and today's summarizers.

    Parameters
    ----------
    model : folder of a sentence-transformers model; without one embeddings take no part.
    """
    embeddings = [
        Entry("preset default + embeddings", Preset.changed("default", embedding_model=model)),
        Entry("embeddings + MMR", EmbeddingsMMR(model)),
    ]
    return Comparison(
        title="All rivals",
        about="The preset default and the paper's method (MRC) beside the paper's rivals, beside"
        " what is mostly used today, beside summarizers that look at no question (concept coverage"
        " and those after it), and beside picking at random.",
        entries=(
            DEFAULT,
            PAPER,
            *RIVALS,
            TUNED,
            Entry("BM25 + document + RM3 + MMR", BM25FeedbackMMR()),
            Entry("BM25 + MMR", BM25MMR()),
            Entry("tf-isf + MMR", TfIsfMMR()),
            *(embeddings if model else ()),
            Entry("concept coverage (ILP)", ConceptCoverage()),
            Entry("LexRank", LexRank()),
            Entry("TextRank", TextRank()),
            Entry("SumBasic", SumBasic()),
            Entry("KL-Sum", KLSum()),
            Entry("lead of the latest", LeadOfLatest()),
            Entry("leads at random", LeadOfRandom()),
            Entry("random", RandomSentences()),
        ),
        reference=DEFAULT.label,
        measures=(CONTENT, SU4, R1, R2, DIVERSITY),
        watched=(PAPER.label,),
        paper="its method (MRC) is above TS-LexRank, Hubs & Authorities, HyperSum and HERF in"
        " nearly all of its figures; it has none of the other rows but the baseline.",
        why=WHY["MRC"],
        published=SUMMARIZERS,
    )


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    return compare(rivals(choices.model), bench, choices.model)
