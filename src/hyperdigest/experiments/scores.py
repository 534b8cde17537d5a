"""How summaries are scored, and the scores of all rows of a table on all tasks.

A summary is scored by ROUGE, ROUGE-SU4 of content words and Lexical Diversity; where the answer is
known, by whether the digest quotes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from hyperdigest.evaluation.diversity import lexical_diversity
from hyperdigest.evaluation.rouge import STOP_WORDS, Rouge, count_stop_words, signature
from hyperdigest.experiments.data.sets import GENERAL
from hyperdigest.experiments.data.tasks import Answers, Task, TaskSet
from hyperdigest.experiments.score_cache import Record, Scores

R1, R2, SU4 = "rouge-1 recall", "rouge-2 recall", "rouge-su4 recall"

CONTENT = "content su4 recall"
"""ROUGE-SU4 of what is left where stop words are taken out of both sides."""

DIVERSITY = "diversity"

WORDS = "words"

STOPPED, TOKENS = "stop words", "tokens"
"""How many stop words are among the tokens of a summary, and how many tokens there are."""

ANSWERED = "answered"
"""The share of the parts of an answer that a digest quotes: 0 or 1 where it has one part."""


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


Place = tuple[str, str]
"""Name of a set, id of a task in it."""


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
        found = {}
        for place in self.clusters:
            record = self.records.get((label, *place))
            if record is not None:
                found[place] = value(record, measure)
        return found

    @property
    def failures(self) -> list[str]:
        """What went wrong, a line for each row and reason."""
        places: dict[tuple[str, str], list[str]] = {}
        for label in self.labels:
            for place in self.clusters:
                record = self.records.get((label, *place))
                if record is not None and record.failure:
                    places.setdefault((label, record.failure), []).append("/".join(place))
        return [
            f"{label} failed on {_some(tasks)}: {reason}; a failure counts 0"
            for (label, reason), tasks in places.items()
        ]

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


def value(record: Record, measure: str) -> float:
    """A measure of a record; 0 where the system failed."""
    if measure == "words":
        return float(record.words)
    return record.scores[measure] if record.scores else 0.0


def _some(tasks: list[str], shown: int = 3) -> str:
    if len(tasks) <= shown:
        return ", ".join(tasks)
    return f"{', '.join(tasks[:shown])} and {len(tasks) - shown} more tasks"
