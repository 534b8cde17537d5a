"""How summaries are scored, and the scores of all rows of a table on all tasks.

A summary is scored by ROUGE, ROUGE-SU4 of content words and Lexical Diversity; where the answer is
known, by whether the digest quotes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from hyperdigest.evaluation.diversity import lexical_diversity
from hyperdigest.evaluation.rouge import MEASURES, STOP_WORDS, Rouge, count_stop_words, signature
from hyperdigest.experiments.data.sets import GENERAL
from hyperdigest.experiments.data.tasks import Answers, Task, TaskSet
from hyperdigest.experiments.score_cache import Record, Scores

R1, R2, SU4 = "rouge-1 recall", "rouge-2 recall", "rouge-su4 recall"
CONTENT = "content su4 recall"
"""ROUGE-SU4 of what is left where stop words are taken out of both sides."""

DIVERSITY = "diversity"
STOPPED, TOKENS = "stop words", "tokens"
"""How many stop words are among the tokens of a summary, and how many tokens there are."""

ANSWERED = "answered"
"""The share of the parts of an answer that a digest quotes: 0 or 1 where it has one part."""


Judge = Callable[[str], Scores]
"""Scores a summary: recall, precision and F of each ROUGE and what else is measured, by name."""


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
        """Who scores summaries against references, which are counted once, with stop words and not.

        Only `limit` words of a text count.
        """
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
class AnswerScoring:
    """The share of a known answer that a digest quotes; references have no part in it."""

    jackknife: bool = False

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"answers|quoted:verbatim|limit:{limit}"

    def judge_of(self, task: Task) -> Judge:
        """What scores digests for a task."""
        answers = task.answers or Answers(())
        return lambda text: {ANSWERED: answers.held(text)}


Place = tuple[str, str]
"""Name of a set, id of a task in it."""

NAMED = 3
"""How many of the tasks that a row failed on a warning names."""


@dataclass(frozen=True)
class Results:
    """Records of the rows of a table on the tasks of some sets.

    Parameters
    ----------
    labels : of the rows, in their order.
    records : by label, name of the set and id of the task.
    warnings : what a user should know, a sentence each.
    """

    sets: tuple[TaskSet, ...]
    labels: tuple[str, ...]
    records: Mapping[tuple[str, str, str], Record]
    warnings: tuple[str, ...] = ()

    @property
    def clusters(self) -> dict[Place, str]:
        """The cluster of each task, its name unique among all sets."""
        return {
            (task_set.name, task.id): f"{task_set.name.removesuffix(GENERAL)}/{task.cluster}"
            for task_set in self.sets
            for task in sorted(task_set.tasks, key=lambda task: task.id)
        }

    def values(self, label: str, measure: str) -> dict[Place, float]:
        """A measure of a row on each task it has a score for, in order of sets and ids.

        A task on which it failed counts 0.
        """
        records = {place: self.records.get((label, *place)) for place in self.clusters}
        return {
            place: record.scores[measure] if record.scores else 0.0
            for place, record in records.items()
            if record is not None
        }

    @property
    def failures(self) -> list[str]:
        """What went wrong, a line for each row and reason."""
        places: dict[tuple[str, str], list[str]] = {}
        for label in self.labels:
            for place in self.clusters:
                record = self.records.get((label, *place))
                if record is not None and record.failure:
                    places.setdefault((label, record.failure), []).append("/".join(place))
        told = []
        for (label, reason), tasks in places.items():
            more = f" and {len(tasks) - NAMED} more tasks" if len(tasks) > NAMED else ""
            some = f"{', '.join(tasks[:NAMED])}{more}"
            told.append(f"{label} failed on {some}: {reason}; a failure counts 0")
        return told

    @property
    def headline(self) -> Results:
        """The results on the headline sets."""
        return replace(self, sets=headline_sets(self.sets))

    def restricted(self, set_name: str) -> Results:
        """The results of one set."""
        return replace(self, sets=tuple(s for s in self.sets if s.name == set_name))


def headline_sets(sets: tuple[TaskSet, ...]) -> tuple[TaskSet, ...]:
    """The sets but those of general questions, unless there are no others."""
    return tuple(s for s in sets if not s.name.endswith(GENERAL)) or sets
