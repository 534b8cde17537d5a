"""How a summary is scored: ROUGE, Lexical Diversity, news, and answers that it quotes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hyperdigest.evaluation.diversity import lexical_diversity
from hyperdigest.evaluation.rouge import MEASURES, STOP_WORDS, Rouge, count_stop_words, signature
from hyperdigest.experiments.data.tasks import Answers, Task
from hyperdigest.experiments.records import Scores

R1, R2, SU4 = "rouge-1 recall", "rouge-2 recall", "rouge-su4 recall"
CONTENT = "content su4 recall"
"""ROUGE-SU4 after the stop words are removed from the summary and the references."""

DIVERSITY = "diversity"
STOPPED, TOKENS = "stop words", "tokens"
"""How many tokens of a summary are stop words, and how many tokens there are."""

NEWS = "news recall"
"""Content SU4 of what is not in the documents that the reader knows."""

RELEVANT, AGAIN, KNOWN = "relevant", "repeated", "known"
"""Content SU4 of an update, not jackknifed; the part of it that is in known documents; and the
share of the references that is in known documents."""

ANSWERED = "answered"
"""The share of the parts of an answer that a digest quotes: 0 or 1 if it has one part."""

Judge = Callable[[str], Scores]
"""Scores a summary: recall, precision and F of each ROUGE, and other measures, by name."""


@dataclass(frozen=True)
class Scoring:
    """ROUGE-1, -2 and -SU4 of version 1.5.5, SU4 of content words, and Lexical Diversity.

    If `jackknife`, each reference is left out in turn and the mean is taken, as NIST did for DUC.
    """

    jackknife: bool = False

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"{signature(limit, self.jackknife)}|content:stop-removed|diversity:summary"

    def judge_of(self, task: Task, references: Sequence[str] = ()) -> Judge:
        """The judge of summaries of a task, which replaces its references by others if given."""
        return self.judge(references or task.texts, task.words)

    def judge(self, references: Sequence[str], limit: int) -> Judge:
        """The judge by some references, of which, as of a summary, `limit` words count."""
        rouge = Rouge(references, limit, self.jackknife)
        content = Rouge(references, limit, self.jackknife, STOP_WORDS)

        def scores(text: str) -> Scores:
            found = {
                f"{name} {measure}": getattr(score, measure)
                for name, score in rouge.score(text).items()
                for measure in MEASURES
            }
            stopped, tokens = count_stop_words(text)
            return found | {
                CONTENT: content.score(text)["rouge-su4"].recall,
                DIVERSITY: lexical_diversity(text),
                STOPPED: float(stopped),
                TOKENS: float(tokens),
            }

        return scores


@dataclass(frozen=True)
class UpdateScoring(Scoring):
    """Scores of a summary, and how much of what it shares with the references is new.

    A unit of SU4 is known if a known document contains it, within a sentence or across two. Units
    that are in no reference do not count, so that nonsense cannot make a summary look new.
    """

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"{super().signature(limit)}|news:units of no known document"

    def judge_of(self, task: Task, references: Sequence[str] = ()) -> Judge:
        """The judge of summaries of a task, which replaces its references by others if given."""
        texts = references or task.texts
        judge = self.judge(texts, task.words)
        known = [document.text for document in task.documents[: task.known]]
        relevant = Rouge(texts, task.words, False, STOP_WORDS)
        new = Rouge(texts, task.words, False, STOP_WORDS, known)
        metric = "rouge-su4"
        new_share = new.size(metric) / max(1, relevant.size(metric))

        def scores(text: str) -> Scores:
            shared = relevant.score(text)[metric].recall
            news = new.score(text)[metric].recall
            again = max(0.0, shared - new_share * news)
            return judge(text) | {NEWS: news, RELEVANT: shared, AGAIN: again, KNOWN: 1 - new_share}

        return scores


@dataclass(frozen=True)
class AnswerScoring:
    """The share of a known answer that a digest quotes; references are not used."""

    jackknife: bool = False

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"answers|quoted:verbatim|limit:{limit}"

    def judge_of(self, task: Task, references: Sequence[str] = ()) -> Judge:
        """The judge of digests for a task. Raises TypeError if there are references."""
        if references:
            raise TypeError("summaries that the data brings are compared with references")
        answers = task.answers or Answers(())
        return lambda text: {ANSWERED: answers.quoted_share(text)}
