"""What is measured of a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hyperdigest.evaluation.diversity import lexical_diversity
from hyperdigest.evaluation.rouge import Rouge, signature
from hyperdigest.experiments.records import Scores

R1, R2, SU4 = "rouge-1 recall", "rouge-2 recall", "rouge-su4 recall"
DIVERSITY = "diversity"
WORDS = "words"


@dataclass(frozen=True)
class Scoring:
    """ROUGE-1, -2 and -SU4 as of version 1.5.5, and Lexical Diversity.

    Parameters
    ----------
    jackknife : leave each reference out in turn and take the mean, as NIST did for DUC.
    """

    jackknife: bool = False

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"{signature(limit, self.jackknife)}|diversity:summary"

    def judge(self, references: Sequence[str], limit: int) -> Judge:
        """Who scores summaries against some references.

        Parameters
        ----------
        limit : words of a text that count.
        """
        return Judge(Rouge(references, limit, self.jackknife))


@dataclass(frozen=True)
class Judge:
    """Scores summaries against references that were counted once."""

    rouge: Rouge

    def __call__(self, text: str) -> Scores:
        """Recall, precision and F of each ROUGE, and Lexical Diversity, by name."""
        scores = {}
        for name, score in self.rouge.score(text).items():
            scores[f"{name} recall"] = score.recall
            scores[f"{name} precision"] = score.precision
            scores[f"{name} f"] = score.f
        return scores | {DIVERSITY: lexical_diversity(text)}
