"""How a digest reads: how soon the answer comes, and how much is read beside it.

What a digest shows is measured in units from top to bottom: a unit is a sentence with what is
quoted before it because it cannot be understood alone. Answers are strings, or all sentences that
people chose for a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from hyperdigest.digest import Digest
from hyperdigest.errors import BudgetError
from hyperdigest.experiments.data.tasks import Task, TaskSet
from hyperdigest.experiments.records import Scores
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.systems import AskedPreset, Case
from hyperdigest.options import Unit

FIRST, RANK, HELD, USED = "first", "MRR", "held", "used"
BESIDE, DANGLING, CONTEXT = "beside", "dangling", "context"
RECALL, PRECISION, UNITS = "recall", "precision", "sentences"

DOUBTED = "doubted"
"""1 if a digest says that the documents may not answer, else 0."""

TOP = {"ja": 120, "zh": 120}
TOP_CHARACTERS = 300
"""How many characters of the first unit a reader sees at once; fewer in the languages of `TOP`."""

SHARED_WORDS = 0.6
"""A unit quotes a sentence that people chose if this share of the runs of three words of the
shorter one is in the other."""


@dataclass(frozen=True)
class ReadPreset(AskedPreset):
    """A preset of the product whose digests are measured as they are read."""

    def measures(self, case: Case, task: Task) -> Scores:
        """Whether the digest doubts, and the measures that suit the answers of the task."""
        try:
            digest = self.answer(case).digest()
        except BudgetError:
            return {DOUBTED: 0.0} | text_measures([], task)
        shown = units_with_contexts(digest) if is_chosen(task) else units_as_shown(digest)
        found = {DOUBTED: float(bool(digest.doubt))} | text_measures(shown, task)
        return found | digest_measures(digest, task) if HELD in found else found


def is_chosen(task: Task) -> bool:
    """Whether its answer is the sentences that people chose."""
    return task.answers is not None and task.answers.chosen and bool(task.answers.parts)


def units_with_contexts(digest: Digest) -> list[str]:
    """The sentences in the order shown, each after all that it needs to be understood."""
    contexts = [[part.text for part in sentence.context] for sentence in digest.sentences]
    pairs = zip(contexts, digest.sentences, strict=True)
    return ["\n".join([*context, sentence.text]) for context, sentence in pairs]


def units_as_shown(digest: Digest) -> list[str]:
    """The sentences in the order shown, each after what is shown before it, nothing twice."""
    own = {(sentence.document, sentence.start) for sentence in digest.sentences}
    found: list[str] = []
    waiting: list[str] = []
    for place, part in digest.quoted.items():
        waiting.append(part.text)
        if place in own:
            found.append("\n".join(waiting))
            waiting = []
    return found


def text_measures(shown: Sequence[str], task: Task) -> Scores:
    """The measures of any text in units; none if the task has no answer, or one of several parts.

    For chosen sentences: whether the first unit is one of them, the share of them that is quoted,
    the share of the units that are among them, and the number of units. For other answers: whether
    the first unit has one near its beginning, 1 / the place of the first unit that has one, whether
    some unit has one, and the share of the budget that is used.
    """
    answers = task.answers
    if answers and is_chosen(task):
        chosen = [_runs(sentence) for (sentence,) in answers.parts]
        hits = [{k for k, c in enumerate(chosen) if _alike(c, _runs(unit))} for unit in shown]
        return {
            FIRST: float(bool(hits and hits[0])),
            RECALL: len(set().union(*hits)) / len(chosen),
            PRECISION: sum(map(bool, hits)) / max(1, len(hits)),
            UNITS: float(len(hits)),
        }
    if answers is None or len(answers.parts) != 1:
        return {}
    places = [k for k, unit in enumerate(shown, 1) if answers.quoted_share(unit)]
    top = shown[0][: TOP.get(task.language, TOP_CHARACTERS)] if shown else ""
    used = sum(len(unit) if task.unit == "characters" else len(unit.split()) for unit in shown)
    return {
        FIRST: answers.quoted_share(top),
        RANK: 1 / places[0] if places else 0.0,
        HELD: float(bool(places)),
        USED: used / task.words,
    }


def _runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))}


def _alike(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> bool:
    return len(one & other) >= SHARED_WORDS * min(len(one), len(other))


def digest_measures(digest: Digest, task: Task) -> Scores:
    """The measures that need the sources of what is quoted.

    The share of the budget that is used, the share of the characters that are quoted before a
    sentence for its sake, the number of sentences, that of English ones that dangle, and, if the
    task names the document that answers, the share of the characters that are of other documents.
    """
    characters = sum(len(part.text) for part in digest.quoted.values()) or 1
    own = sum(len(sentence.text) for sentence in digest.sentences)
    found = {
        USED: digest.used / digest.budget,
        CONTEXT: max(0, characters - own) / characters,
        UNITS: float(len(digest.sentences)),
    }
    if next(iter(digest.languages), "") == "en":
        found[DANGLING] = float(dangling(digest))
    if any(document.name == task.cluster for document in task.documents):
        parts = digest.quoted.items()
        others = sum(len(part.text) for (name, _), part in parts if name != task.cluster)
        found[BESIDE] = others / characters
    return found


_OPENER = re.compile(
    r"^[\"'“‘(]*(?:Its?|This|These|Those|They|Their|He|She|His|Her|Such|However|Therefore|Thus"
    r"|Hence|Moreover|Furthermore|Also|Then|Instead|Otherwise|But|And|So|For this|As such"
    r"|In (?:this|that|these|such)|On the other hand|The (?:former|latter))\b"
)
_IMPERSONAL = re.compile(
    r"^It (?:is|was) (?:\w+ ){0,2}(?:recommended|possible|important|necessary|likely|clear|known"
    r"|said|advised|required|easy|hard|difficult|better|best|true)\b"
)
_WHITE_SPACE = 5
"""A slice that ends fewer characters before a sentence stands right before it."""


def dangling(digest: Digest) -> int:
    """How many English sentences refer to one that is not shown right before them.

    The openers are a list of this measure's own, so that it can find what the product overlooks.
    """
    quoted = digest.quoted
    before = dict(zip(list(quoted)[1:], quoted.items(), strict=False))
    count = 0
    for sentence in digest.sentences:
        if not _OPENER.match(sentence.text) or _IMPERSONAL.match(sentence.text):
            continue
        ends = [part.end for part in sentence.context]
        (name, _), part = before.get((sentence.document, sentence.start), (("", 0), sentence))
        ends += [part.end] if name == sentence.document else []
        count += not any(0 <= sentence.start - end < _WHITE_SPACE for end in ends)
    return count


ABOUT = (
    "How the digests of questions with a known answer read, from top to bottom; a unit is a"
    " sentence with what is quoted before it for its sake. First: the first unit has the answer in"
    f" its first {TOP_CHARACTERS} characters ({TOP['zh']} in Chinese and Japanese). MRR: mean of 1"
    " / place of the first unit that has it. Held: some unit has it. Used: share of the budget."
    " Beside: share of the characters that are of documents other than the one that answers, where"
    " it is known, in digests that have the answer. Dangling: share of the sentences that begin"
    ' with "It", "This", "However" and the like while what is before them in the document is not'
    " shown right before them (English). Context: share of the characters that are quoted for the"
    " sake of a sentence."
)

ABOUT_CHOSEN = (
    "Questions for which people chose all sentences that answer. First: the first unit is one of"
    " them (in three words in a row, for 60%). Recall: share of them that are quoted. Precision:"
    " share of the units that are one of them."
)


def reading_blocks(results: Results, label: str, other: str) -> list[page.Block]:
    """A table of answers and one of chosen sentences, where there are such piles.

    `label` is the row of a `ReadPreset`, `other` that of a system that quotes text.
    """
    blocks: list[page.Block] = []
    own = (FIRST, RANK, HELD, USED, BESIDE, DANGLING, CONTEXT)
    of_chosen = (FIRST, RECALL, PRECISION, UNITS)
    for chosen, title, about, names, others in (
        (False, "Reading", ABOUT, own, own[:3]),
        (True, "Chosen sentences", ABOUT_CHOSEN, of_chosen, of_chosen),
    ):
        sets = tuple(s for s in results.sets if of_chosen_sentences(s) == chosen)
        rows = [
            cells(name, *(decimals(mine.get(n), 3) for n in names))
            + cells(*(decimals(theirs.get(n), 3) for n in others))
            for name, mine, theirs in mean_rows(replace(results, sets=sets), label, other)
        ]
        if rows:
            heads = [*names, *(f"{other}: {name}" for name in others)]
            blocks += [page.Heading(title), page.Grid(about, ("", *heads), tuple(rows))]
    return blocks


def of_chosen_sentences(task_set: TaskSet) -> bool:
    """Whether the answers of a set are the sentences that people chose."""
    return any(map(is_chosen, task_set.tasks))


Means = dict[str, float]
"""The mean of each measure."""


def mean_rows(results: Results, label: str, other: str) -> list[tuple[str, Means, Means]]:
    """The means over piles at each of their budgets, then those of each pile at each budget.

    Each row has a name and the means of both systems. Questions of several parts are left out.
    """
    rows: list[tuple[str, Means, Means]] = []
    of_level: dict[tuple[Unit, int], list[tuple[int, Means, Means]]] = {}
    for task_set in results.sets:
        unit = task_set.tasks[0].unit
        for level, budget in enumerate(task_set.budgets):
            of_digests, of_texts = [], []
            for task in task_set.at_budget(budget).tasks:
                if nothing := text_measures([], task):
                    places = ((row, task_set.name, task.id) for row in (label, other))
                    digest, plain = (results.records[place] for place in places)
                    of_digests.append(digest.scores or nothing)
                    lines = [line for line in plain.text.split("\n") if line]
                    of_texts.append(text_measures(lines, task))
            if of_digests:
                means = mean_measures(of_digests), mean_measures(of_texts)
                rows.append((f"{task_set.name}, {budget} {unit}", *means))
                of_level.setdefault((unit, level), []).append((budget, *means))
    over = []
    for (unit, _), found in of_level.items():
        if len(found) > 1:
            budgets, mine, theirs = zip(*found, strict=True)
            size = " / ".join(map(str, sorted(set(budgets))))
            over.append((f"mean, {size} {unit}", _over_piles(mine), _over_piles(theirs)))
    return over + rows


def mean_measures(found: Sequence[Scores]) -> Means:
    """The mean of each measure over questions.

    That of `DANGLING` is its share of all sentences, and that of `BESIDE` is over the digests that
    have the answer; it is left out if there are none.
    """
    names = dict.fromkeys(name for scores in found for name in scores)
    means = {name: fmean(scores.get(name, 0.0) for scores in found) for name in names}
    if DANGLING in means:
        means[DANGLING] /= means[UNITS] or 1.0
    beside = [scores[BESIDE] for scores in found if BESIDE in scores and scores[HELD]]
    means.pop(BESIDE, None)
    return means | ({BESIDE: fmean(beside)} if beside else {})


def _over_piles(found: Sequence[Means]) -> Means:
    names = dict.fromkeys(name for means in found for name in means)
    return {name: fmean(means[name] for means in found if name in means) for name in names}
