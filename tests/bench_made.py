"""Small task sets of our own, and systems that misbehave on purpose."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hyperdigest.documents import Document
from hyperdigest.experiments.data.tasks import Summary, Task, TaskSet
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.task_input import Case, fill

VILLAGES = {
    "harbour": (
        "The harbour of Lund froze in the second week of January and stayed frozen. "
        "Eleven fishing boats lay fast in the ice until the breaker came from the south. "
        "The harbour master paid for coal so that the crews could keep warm. "
        "Cod was dear in the market for a month because nobody could sail.",
        "An ice breaker opened the harbour in February and freed all the fishing boats. "
        "The crews sailed on the same day and came home with full nets of cod. "
        "The harbour master wants a smaller breaker of the town's own next winter.",
    ),
    "orchard": (
        "The orchard on the hill lost most of its blossom to frost in late April. "
        "Growers lit small fires between the rows of apple trees all night long. "
        "Pear trees bloom later and were hardly hurt by the frost this year.",
        "The growers of the hill ask the county for help after the April frost. "
        "The county offers loans but the growers want new and hardier apple trees. "
        "A school planted forty young pear trees beside the old orchard wall.",
    ),
    "theatre": (
        "The old theatre was closed because rain came through the roof onto the stage. "
        "Actors played in the town hall and sold more tickets there than before. "
        "Carpenters found that two of the great oak beams were rotten to the core.",
        "The theatre opens again in autumn with a new roof of copper and oak. "
        "The town paid one half of the roof and the friends of the theatre the other. "
        "The first play after the repair is about the carpenters themselves.",
    ),
}
QUESTIONS = {
    "harbour": ("What did the ice do to the fishing boats?", "What does the harbour master want?"),
    "orchard": ("What did the frost do to the apple trees?",),
    "theatre": ("Why was the theatre closed, and who paid for the roof?",),
}
ANSWERS = {
    "harbour": ("Boats lay fast in the ice until a breaker came.", "Ice held the fishing boats."),
    "orchard": ("Frost took most of the apple blossom.", "The apple trees lost their blossom."),
    "theatre": ("Rain came through the roof.", "The town and the friends of the theatre paid."),
}


def village_set(name: str = "village", words: int = 30, systems: tuple[str, ...] = ()) -> TaskSet:
    """Four tasks in three clusters; peers, where `systems` are named, say the first sentences."""
    return TaskSet(name, tuple(_tasks(words, systems)))


def _tasks(words: int, systems: tuple[str, ...]) -> list[Task]:
    tasks = []
    for cluster, texts in VILLAGES.items():
        names = [f"{cluster}-{n}.txt" for n in range(len(texts))]
        documents = tuple(Document(n, n, t) for n, t in zip(names, texts, strict=True))
        references = tuple(map(Summary, "ABC", ANSWERS[cluster]))
        peers = tuple(
            Summary(system, " ".join(texts[0].split()[place : place + words]))
            for place, system in enumerate(systems)
        )
        for number, question in enumerate(QUESTIONS[cluster]):
            dates = ("20240101",) * len(texts)
            name = f"{cluster}-q{number}"
            tasks.append(Task(name, cluster, question, documents, dates, references, words, peers))
    return tasks


def write_villages(folder: Path, name: str = "village/dev") -> Path:
    """The same tasks as a data folder; returns the folder."""
    lines = [
        {
            "id": task.id,
            "query": task.question,
            "documents": [
                {"id": f"{task.cluster}-{n}", "title": "", "text": document.text}
                for n, document in enumerate(task.documents)
            ],
            "references": [summary.text for summary in task.references],
            "budget_words": task.words,
        }
        for task in village_set().tasks
    ]
    path = folder / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return folder


def village_runner(out: Path, **changes: object) -> Runner:
    """A runner of the village's tasks."""
    return Runner((village_set(),), out, **changes)


@dataclass(frozen=True)
class First:
    """The first sentences that fit, after some that are left out; every call is written down."""

    skipped: int = 0
    log: str = ""

    def __call__(self, case: Case) -> list[int]:
        if self.log:
            with Path(self.log).open("a", encoding="utf-8") as file:
                file.write(f"{case.question}\n")
        return fill(case, np.arange(self.skipped, case.corpus.n_sentences))


@dataclass(frozen=True)
class Stopped:
    """As `First`, but ends the process, or is interrupted, at the question about a word."""

    log: str
    word: str
    flag: str
    hard: bool = False

    def __call__(self, case: Case) -> list[int]:
        chosen = First(log=self.log)(case)
        if self.word in case.question and Path(self.flag).exists():
            if self.hard:
                os.kill(os.getpid(), signal.SIGKILL)
            raise KeyboardInterrupt
        return chosen


@dataclass(frozen=True)
class Failing:
    """Fails at the question about a word."""

    word: str

    def __call__(self, case: Case) -> list[int]:
        if self.word in case.question:
            raise ValueError(f"nothing is known of\n the {self.word}")
        return First()(case)


@dataclass(frozen=True)
class Picks:
    """What it is told to pick, allowed or not."""

    chosen: tuple[int, ...]

    def __call__(self, case: Case) -> list[int]:
        return list(self.chosen)
