"""The experiment `updates`: what digests tell a reader who knows the earlier documents.

Systems that know all earlier documents, the earlier digests alone, or nothing are scored by content
SU4 to the references, by the part of it that no known document says, and by what is told again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, Literal

from hyperdigest.answer.answer import Answer
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.experiments.baselines.generic import RandomSentences
from hyperdigest.experiments.baselines.retrieval import BM25MMR
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.data.duc import UPDATE
from hyperdigest.experiments.data.updates import YEARS
from hyperdigest.experiments.paper.duc import LEAD, PERSON, people, standing, systems, written
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page, tables
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import (
    AGAIN,
    CONTENT,
    KNOWN,
    NEWS,
    R2,
    RELEVANT,
    SU4,
    Results,
)
from hyperdigest.experiments.systems import AskedPreset, Case, Row

Knows = Literal["documents", "digests", "nothing"]


@dataclass(frozen=True)
class Update(AskedPreset):
    """A preset of the product that is asked for the sentences of the last part of a task.

    It `knows` all documents of the earlier parts, or its digests of these alone, as a reader gives
    them one after the other, or nothing.
    """

    knows: Knows = "documents"

    def answer(self, case: Case) -> Answer:
        """All that the product computes for a task."""
        model = case.corpus.model(self.options)
        changes = {**dict(self.changes), case.corpus.unit: case.budget}
        *before, last = YEARS[: len(case.parts)]
        known = sum(case.parts[:-1])
        if self.knows == "documents":
            documents = case.corpus.collection.documents[known:]
            wishes = Constraints(new=tuple(document.name for document in documents))
            return model.ask(case.question, preset=self.name, wishes=wishes, **changes)
        wishes = NO_CONSTRAINTS
        for year in before if self.knows == "digests" else ():
            of_year = replace(wishes, since=year, until=year)
            digest = model.digest(case.question, preset=self.name, wishes=of_year, **changes)
            wishes = digest.follow_up()
        wishes = replace(wishes, since=last)
        return model.ask(case.question, preset=self.name, wishes=wishes, **changes)


def _weighted(weight: float) -> Row:
    return Row(f"knowing all, weight {weight:g}", Update("default", (("known_weight", weight),)))


KNOWING = Row("knowing all documents", Update())
OTHERS = tuple(map(_weighted, (0.0, 0.25, 1.0)))
ROWS = (
    KNOWING,
    *OTHERS,
    Row("knowing earlier digests", Update(knows="digests")),
    Row("knowing nothing", Update(knows="nothing")),
    Row("BM25 + MMR against known sentences", BM25MMR(against_known=True)),
    Row("BM25 + MMR, knowing nothing", BM25MMR()),
    Row("random", RandomSentences()),
)

COMPARISON = Comparison(
    title="Updates",
    about="Digests of 100 words for a reader who knows the earlier documents. The preset default"
    " knows all of these, at several strengths (the option known_weight), or its own"
    " earlier digests alone (--after), or nothing; every row picks from the new documents alone."
    " Beside it stand BM25 with maximal marginal relevance, with and without the sentences of known"
    " documents among what was picked before, and random sentences. In the update task of DUC 2007"
    " the references are written for such a reader; of other sets, the documents of each task are"
    " dealt out in thirds, and the references are those of the whole.",
    rows=ROWS,
    reference=KNOWING.label,
    measures=(CONTENT, NEWS, SU4, R2),
)

AGAIN_CAPTION = (
    "Content: content SU4. News: content SU4 of what the references say and no known document does."
    " Again: of what a row shares with the references, the share that known documents say too. What"
    " no reference says counts for none of the three, so that nonsense makes no digest look new."
    " A pair of words stands in a document where it would match by ROUGE-SU4."
)


def run_updates(runner: Runner, choices: Choices) -> page.Report:
    """The report."""
    blocks: list[page.Block] = [page.Text(COMPARISON.about)]
    numbers: dict[str, Any] = {}
    warnings: list[str] = []
    campaign = tuple(s for s in runner.sets if s.name == UPDATE)
    others = tuple(s for s in runner.sets if s.name != UPDATE)
    if others:
        results = replace(runner, sets=others).score(ROWS)
        blocks += [
            tables.findings(COMPARISON, results),
            page.Heading("Told again"),
            again_grid(results),
            page.Heading("The strength chosen on the other sets"),
            *strength_grids(results),
            *tables.comparison_blocks(COMPARISON, results),
        ]
        numbers = tables.numbers(results)
        warnings += [*results.warnings, *results.failures]
    for task_set in campaign:
        authors = sorted({*people(task_set), *systems(task_set)})
        rows = [*ROWS, LEAD, *map(written, authors)]
        results = replace(runner, sets=(task_set,)).score(rows)
        warnings += [*results.warnings, *results.failures]
        ranked, who = standing(results, tuple(row.label for row in ROWS))
        beyond = replace(COMPARISON, beyond=(PERSON,))
        blocks += [
            page.Heading("The update task of DUC 2007"),
            page.Bullets(who),
            tables.set_grid(beyond, ranked),
            again_grid(ranked),
        ]
        numbers["campaign"] = tables.numbers(ranked)
    return page.Report(COMPARISON.title, blocks, numbers, warnings=tuple(warnings))


def updates_alone(results: Results) -> Results:
    """The results on the tasks of which some documents are known."""
    sets = tuple(task_set.where(lambda task: task.known > 0) for task_set in results.sets)
    return replace(results, sets=tuple(task_set for task_set in sets if task_set.tasks))


def told_again(results: Results, label: str) -> float | None:
    """The share of what a row tells of the references that known documents say too."""
    again, relevant = (sum(results.values(label, m).values()) for m in (AGAIN, RELEVANT))
    return again / relevant if relevant else None


def again_grid(results: Results) -> page.Grid:
    """Content SU4, news and what is told again: the means over sets, and each set."""
    updates = updates_alone(results)
    names = [task_set.name for task_set in updates.sets]
    several = len(names) > 1
    columns = []
    for part in ([updates] if several else []) + [updates.restricted(name) for name in names]:
        for measure in (CONTENT, NEWS):
            values = [tables.mean_over_sets(part, label, measure) for label in part.labels]
            columns.append(page.column(list(map(decimals, values)), values, _beyond(part)))
        columns.append([*cells(*(decimals(_mean_again(part, label)) for label in part.labels))])
    held = ", ".join(f"{name} {_known_share(updates.restricted(name)):.2f}" for name in names)
    groups = [(name, 3) for name in (["Mean over sets"] if several else []) + names]
    return page.columns_grid(
        f"{len(updates.clusters):,} updates. {AGAIN_CAPTION} Of what the references say, known"
        f" documents say: {held}.",
        ("Content", "News", "Again") * len(groups),
        updates.labels,
        columns,
        groups,
    )


def _mean_again(results: Results, label: str) -> float | None:
    """The mean over sets of what is told again; None where one has nothing to share."""
    found = [told_again(results.restricted(s.name), label) for s in results.sets]
    shares = [share for share in found if share is not None]
    return fmean(shares) if shares and len(shares) == len(found) else None


def _beyond(results: Results) -> list[bool]:
    return [label == PERSON for label in results.labels]


def _known_share(results: Results) -> float:
    """The share of the references of a set that known documents say."""
    return fmean(results.values(KNOWING.label, KNOWN).values())


def strength_grids(results: Results) -> list[page.Block]:
    """For each set, the strength that is best in news on the mean of the others, and what it gives
    there beside the default; nothing where there is but one set."""
    names = [task_set.name for task_set in results.sets]
    labels = [row.label for row in (KNOWING, *OTHERS)]
    rows = []
    for name in names if len(names) > 1 else ():
        others = replace(results, sets=tuple(s for s in results.sets if s.name != name))
        here = results.restricted(name)
        means = {label: tables.mean_over_sets(others, label, NEWS) or 0.0 for label in labels}
        chosen = max(labels, key=means.__getitem__)
        told = (
            tables.mean_over_sets(here, label, measure)
            for measure in (NEWS, CONTENT)
            for label in (chosen, KNOWING.label)
        )
        rows.append(cells(name, chosen, *map(decimals, told)))
    head = ("", "Chosen", "News, chosen", "News, default", "Content, chosen", "Content, default")
    caption = "For each set, the strength with the most news on the mean of all other sets."
    return [page.Grid(caption, head, tuple(rows))] if rows else []
