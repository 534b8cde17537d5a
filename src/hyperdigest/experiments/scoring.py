"""What is measured of a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hyperdigest.evaluation.diversity import lexical_diversity
from hyperdigest.evaluation.rouge import STOP_WORDS, Rouge, signature
from hyperdigest.evaluation.stop_words import count_stop_words
from hyperdigest.evaluation.tasks import Task
from hyperdigest.experiments.records import Scores

R1, R2, SU4 = "rouge-1 recall", "rouge-2 recall", "rouge-su4 recall"
CONTENT = "content su4 recall"
"""ROUGE-SU4 of what is left where stop words are taken out of both sides."""

DIVERSITY = "diversity"
WORDS = "words"
STOPPED, TOKENS = "stop words", "tokens"
"""How many stop words are among the tokens of a summary, and how many tokens there are."""


@dataclass(frozen=True)
class Scoring:
    """ROUGE-1, -2 and -SU4 as of version 1.5.5, SU4 of content words, and Lexical Diversity.

    Parameters
    ----------
    jackknife : leave each reference out in turn and take the mean, as NIST did for DUC.
    """

    jackknife: bool = False

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"{signature(limit, self.jackknife)}|content:stop-removed|diversity:summary"

    def judge_of(self, task: Task) -> Judge:
        """Who scores summaries of a task."""
        return self.judge([summary.text for summary in task.references], task.words)

    def judge(self, references: Sequence[str], limit: int) -> Judge:
        """Who scores summaries against some references.

        Parameters
        ----------
        limit : words of a text that count.
        """
        content = Rouge(references, limit, self.jackknife, STOP_WORDS)
        return Judge(Rouge(references, limit, self.jackknife), content)


@dataclass(frozen=True)
class Judge:
    """Scores summaries against references that were counted once, with stop words and without."""

    rouge: Rouge
    content: Rouge

    def __call__(self, text: str) -> Scores:
        """Recall, precision and F of each ROUGE, and what else is measured, by name."""
        scores = {}
        for name, score in self.rouge.score(text).items():
            scores[f"{name} recall"] = score.recall
            scores[f"{name} precision"] = score.precision
            scores[f"{name} f"] = score.f
        stopped, tokens = count_stop_words(text)
        return scores | {
            CONTENT: self.content.score(text)["rouge-su4"].recall,
            DIVERSITY: lexical_diversity(text),
            STOPPED: float(stopped),
            TOKENS: float(tokens),
        }
