"""The experiment `updates`: digests for a reader who knows the earlier documents.

Systems know all earlier documents, only the earlier digests, or nothing. They are scored by content
SU4, by the part of it that is in no known document, and by the part that is.
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
from hyperdigest.experiments.paper.duc import (
    LEAD,
    PERSON,
    author_row,
    people,
    rank_authors,
    systems,
)
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page, tables
from hyperdigest.experiments.report.findings import findings
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.results import Results, mean_over_sets
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import AGAIN, CONTENT, KNOWN, NEWS, R2, RELEVANT, SU4
from hyperdigest.experiments.systems import AskedPreset, Case, Row

Knows = Literal["documents", "digests", "nothing"]


@dataclass(frozen=True)
class Update(AskedPreset):
    """A preset of the product that picks from the documents of the last part of a task.

    It knows all documents of the earlier parts, only its own digests of these, or nothing.
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


KNOWS_ALL = Row("knowing all documents", Update())
OTHER_WEIGHTS = tuple(
    Row(f"knowing all, weight {weight:g}", Update("default", (("known_weight", weight),)))
    for weight in (0.0, 0.25, 1.0)
)
ROWS = (
    KNOWS_ALL,
    *OTHER_WEIGHTS,
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
    " earlier digests only (--after), or nothing; every row picks only from the new documents."
    " Rivals are BM25 with maximal marginal relevance, with and without the sentences of known"
    " documents treated as picked before, and random sentences. In the update task of DUC 2007"
    " the references are written for such a reader; of other sets, the documents of each task are"
    " split into thirds, and the references are those of the whole.",
    rows=ROWS,
    reference=KNOWS_ALL.label,
    measures=(CONTENT, NEWS, SU4, R2),
)

CAPTION_OF_NEWS = (
    "Content: content SU4. News: content SU4 of what is in the references and in no known document."
    " Again: of what a row shares with the references, the share that is in known documents too."
    " What is in no reference counts for none of the three, so that nonsense makes no digest look"
    " new. A document contains a pair of words if it matches by ROUGE-SU4."
)


def run_updates(runner: Runner, choices: Choices) -> page.Report:
    """The report."""
    blocks: list[page.Block] = [page.Paragraph(COMPARISON.about)]
    numbers: dict[str, Any] = {}
    warnings: list[str] = []
    duc = tuple(s for s in runner.sets if s.name == UPDATE)
    others = tuple(s for s in runner.sets if s.name != UPDATE)
    if others:
        results = replace(runner, sets=others).score(ROWS)
        blocks += [
            findings(COMPARISON, results),
            page.Heading("News and repetition"),
            news_grid(results),
            page.Heading("The weight chosen on the other sets"),
            *weight_grids(results),
            *tables.comparison_blocks(COMPARISON, results),
        ]
        numbers = tables.numbers(results)
        warnings += [*results.warnings, *results.failures]
    for task_set in duc:
        authors = sorted({*people(task_set), *systems(task_set)})
        rows = [*ROWS, LEAD, *map(author_row, authors)]
        results = replace(runner, sets=(task_set,)).score(rows)
        warnings += [*results.warnings, *results.failures]
        ranked, who = rank_authors(results, tuple(row.label for row in ROWS))
        blocks += [
            page.Heading("The update task of DUC 2007"),
            page.Bullets(who),
            tables.set_grid(replace(COMPARISON, unranked=(PERSON,)), ranked),
            news_grid(ranked),
        ]
        numbers["campaign"] = tables.numbers(ranked)
    return page.Report(COMPARISON.title, blocks, numbers, warnings=tuple(warnings))


def only_updates(results: Results) -> Results:
    """The results on the tasks with documents that the reader knows."""
    sets = tuple(task_set.where(lambda task: task.known > 0) for task_set in results.sets)
    return replace(results, sets=tuple(task_set for task_set in sets if task_set.tasks))


def known_part(results: Results, label: str) -> float | None:
    """Of the units of SU4 that a row shares with references, the part that known documents have."""
    again, relevant = (sum(results.values(label, m).values()) for m in (AGAIN, RELEVANT))
    return again / relevant if relevant else None


def news_grid(results: Results) -> page.Grid:
    """Content SU4, news and the known part: the means over sets, and each set."""
    updates = only_updates(results)
    unranked = [label == PERSON for label in results.labels]
    names = [task_set.name for task_set in updates.sets]
    several = len(names) > 1
    columns = []
    for part in ([updates] if several else []) + [updates.restricted(name) for name in names]:
        for measure in (CONTENT, NEWS):
            values = [mean_over_sets(part, label, measure) for label in part.labels]
            columns.append(page.column(list(map(decimals, values)), values, unranked))
        columns.append([*cells(*(decimals(_mean_known_part(part, la)) for la in part.labels))])
    shares = ", ".join(f"{name} {_known_share(updates.restricted(name)):.2f}" for name in names)
    groups = [(name, 3) for name in (["Mean over sets"] if several else []) + names]
    return page.columns_grid(
        f"{len(updates.clusters):,} updates. {CAPTION_OF_NEWS} The share of the references that is"
        f" in known documents: {shares}.",
        ("Content", "News", "Again") * len(groups),
        updates.labels,
        columns,
        groups,
    )


def _mean_known_part(results: Results, label: str) -> float | None:
    """The mean over sets of the known part; None if a row shares nothing on one of them."""
    found = [known_part(results.restricted(s.name), label) for s in results.sets]
    shares = [share for share in found if share is not None]
    return fmean(shares) if shares and len(shares) == len(found) else None


def _known_share(results: Results) -> float:
    """The share of the references of a set that is in known documents."""
    return fmean(results.values(KNOWS_ALL.label, KNOWN).values())


def weight_grids(results: Results) -> list[page.Block]:
    """For each set, the weight with the most news on the mean of the other sets, with its scores
    and those of the default; no table if there is only one set."""
    names = [task_set.name for task_set in results.sets]
    labels = [row.label for row in (KNOWS_ALL, *OTHER_WEIGHTS)]
    rows = []
    for name in names if len(names) > 1 else ():
        others = replace(results, sets=tuple(s for s in results.sets if s.name != name))
        here = results.restricted(name)
        means = {label: mean_over_sets(others, label, NEWS) or 0.0 for label in labels}
        chosen = max(labels, key=means.__getitem__)
        scores = (
            mean_over_sets(here, label, measure)
            for measure in (NEWS, CONTENT)
            for label in (chosen, KNOWS_ALL.label)
        )
        rows.append(cells(name, chosen, *map(decimals, scores)))
    head = ("", "Chosen", "News, chosen", "News, default", "Content, chosen", "Content, default")
    caption = "For each set, the weight with the most news on the mean of all other sets."
    return [page.Grid(caption, head, tuple(rows))] if rows else []
