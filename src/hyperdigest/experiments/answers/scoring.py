"""Whether a digest quotes the known answer, as the score of a summary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hyperdigest.evaluation.answers import Answers
from hyperdigest.evaluation.tasks import Task
from hyperdigest.experiments.records import Scores

ANSWERED = "answered"
"""The share of the parts of an answer that a digest quotes: 0 or 1 where it has one part."""


@dataclass(frozen=True)
class AnswerScoring:
    """The share of a known answer that a digest quotes; references have no part in it."""

    jackknife: bool = False

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"answers|quoted:verbatim|limit:{limit}"

    def judge_of(self, task: Task) -> Callable[[str], Scores]:
        """What scores digests for a task."""
        answers = task.answers or Answers(())
        return lambda text: {ANSWERED: answers.held(text)}
