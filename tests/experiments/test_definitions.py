"""The experiments as they are defined: their rows, their reports, and the rivals in the docs."""

import dataclasses
import importlib
import pkgutil
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench_made import village_runner, village_set
from hyperdigest.experiments import baselines
from hyperdigest.experiments.baselines.hyperedges import HDP
from hyperdigest.experiments.data.tasks import Summary, Task, TaskSet
from hyperdigest.experiments.paper import duc, example, tables
from hyperdigest.experiments.paper.tables import (
    CHAIN,
    READINGS,
    ablation,
    hyperedges,
    readings,
    rivals,
    selection,
    summarizers,
)
from hyperdigest.experiments.registry import ALL, EXPERIMENTS, Choices
from hyperdigest.experiments.report.page import Bullets, Grid
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import CONTENT, R2, SU4
from hyperdigest.experiments.systems import Pipeline
from hyperdigest.relevance import relevance

COMPARISONS = (
    hyperedges(), selection(), summarizers(), rivals(), readings(), ablation(),
)  # fmt: skip


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda c: c.title)
def test_every_row_is_a_system_of_its_own(comparison):
    labels = [row.label for row in comparison.rows]
    assert comparison.reference in labels
    assert len(set(labels)) == len(labels)
    assert len({repr(row.system) for row in comparison.rows}) == len(labels)


@pytest.mark.parametrize("comparison", (*COMPARISONS, duc.DUC), ids=lambda c: c.title)
def test_content_comes_first_and_the_usual_measure_beside_it(comparison):
    assert comparison.measures[:2] == (CONTENT, SU4)


@pytest.mark.parametrize("comparison", COMPARISONS[:5], ids=lambda c: c.title)
def test_every_row_summarizes(comparison, tmp_path):
    results = village_runner(tmp_path).score(comparison.rows)
    assert results.failures == []
    assert len(results.records) == 4 * len(comparison.rows)
    assert any(record.chosen for record in results.records.values())


def test_embeddings_take_part_only_where_a_model_is_named():
    labels = [row.label for row in rivals("here").rows]
    assert set(labels) - {row.label for row in rivals().rows} == {
        "preset default + embeddings",
        "embeddings + MMR",
    }


def test_an_experiment_called_all_has_the_tables():
    assert set(ALL) < set(EXPERIMENTS)


@pytest.fixture(scope="module")
def standing(tmp_path_factory):
    task_set = village_set("duc2001", systems=("1", "4", "15", "20", "24", "29"))
    runner = Runner((task_set, village_set()), tmp_path_factory.mktemp("duc"))
    return runner, duc.run_duc(runner, Choices())


def test_the_best_systems_and_the_worst_person_are_found(standing):
    _, report = standing
    [grid] = [block for block in report.blocks if isinstance(block, Grid)]
    assert [row[0].text for row in grid.rows] == [
        "Hum", "preset default", "MRC", "1st", "2nd", "3rd", "4th", "Syst. Av.", "Basel.",
    ]  # fmt: skip
    _, [who] = (block.items for block in report.blocks if isinstance(block, Bullets))
    scores = report.numbers["scores"]["duc2001"]

    def mean(label):
        found = [of[label]["scores"][R2] for of in scores.values() if label in of]
        return sum(found) / len(found)

    systems = sorted(("S15", "S20", "S24", "S29", "S4"), key=lambda s: -mean(s))
    assert f"1st is {systems[0]}" in who
    assert "Basel. is S1; systems in Syst. Av.: 5." in who
    worst = min(("person A", "person B"), key=mean)
    assert f"Hum is {worst}" in who
    assert not any(cell.bold for cell in grid.rows[0])
    average = sum(mean(system) for system in systems) / 5
    shown = float(grid.rows[7][3].text.split()[0])
    assert shown == pytest.approx(average, abs=0.02)


def test_sets_without_systems_are_left_out_with_a_note(standing, tmp_path):
    assert standing[1].warnings[-1].endswith("left out: village")
    alone = duc.run_duc(village_runner(tmp_path), Choices())
    assert "No set brings" in alone.blocks[0].text


def test_a_person_without_another_to_compare_with_has_no_score(tmp_path):
    task_set = village_set("duc2001", systems=("1", "4"))
    first, *others = task_set.tasks
    alone = replace(first, references=(Summary("Z", "Boats lay fast in the ice."),))
    mixed = replace(task_set, tasks=(alone, *others))
    report = duc.run_duc(Runner((mixed,), tmp_path), Choices())
    _, [who] = (block.items for block in report.blocks if isinstance(block, Bullets))
    assert "person Z" not in who
    assert report.warnings == ()


def test_systems_and_people_of_duc_are_jackknifed(standing):
    scores = standing[1].numbers["scores"]["duc2001"]["orchard-q0"]
    assert "jackknife:yes" in scores["S4"]["signature"]


def test_the_example_shows_sentences_with_their_topics(tmp_path):
    [harbour] = {task.documents for task in village_set().tasks if task.cluster == "harbour"}
    question = "What did the ice do?"
    task = Task("documents", "documents", question, harbour, ("", ""), (), 60)
    runner = Runner((TaskSet("documents", (task,)),), tmp_path)
    report = example.run_example(runner, Choices())
    grids = [block for block in report.blocks if isinstance(block, Grid)]
    assert len(grids) == 3
    texts = " ".join(" ".join(document.text.split()) for document in harbour)
    for grid in grids:
        assert any(row[3].text for row in grid.rows)
        for number, (place, sentence, document, topics) in enumerate(grid.rows, 1):
            assert place.text == f"{number}."
            assert sentence.text in texts
            assert document.text in ("harbour-0.txt", "harbour-1.txt")
            assert not set(topics.text) & set("0123456789")


def test_selection_tells_lexical_diversity_in_two_readings(tmp_path):
    report = tables.run_selection(village_runner(tmp_path), Choices())
    grid = [block for block in report.blocks if isinstance(block, Grid)][-1]
    assert grid.full_head == ("", "Distinct terms Mean", "All words Mean", "All words village")
    assert [row[0].text for row in grid.rows] == [e.label for e in selection().rows]
    for row in grid.rows:
        assert all(0.5 < float(cell.text) <= 1 for cell in row[1:])
        assert row[2].text == row[3].text


class Kept:
    """A selection that keeps the scores it was given."""

    def __call__(self, case, ranked):
        self.scores = ranked.scores
        return [0]


@pytest.fixture
def scores_of(make_case):
    """The scores that a reading gives to a selection."""

    def scores(reading):
        kept = Kept()
        Pipeline(HDP(sweeps=20), kept, reading=reading)(make_case())
        return kept.scores

    return scores


def test_the_chain_and_the_rescaled_scores_sum_to_one(scores_of):
    assert scores_of("chain").sum() == pytest.approx(1)
    assert scores_of("rescaled").sum() == pytest.approx(1)
    assert scores_of("printed").sum() < 1


def test_rescaling_keeps_the_proportions_of_the_printed_scores(scores_of, make_case):
    printed, rescaled = scores_of("printed"), scores_of("rescaled")
    case = make_case()
    graph = case.corpus.kept(HDP(sweeps=20))
    np.testing.assert_array_equal(printed, relevance(graph, case.terms, skip_self=True))
    np.testing.assert_allclose(rescaled, printed / printed.sum())


def test_the_table_has_every_reading_and_the_floor(tmp_path):
    labels = [row.label for row in readings().rows]
    assert labels == [*READINGS, "random", "TS-LexRank"]
    results = village_runner(tmp_path).score(readings().rows)
    assert results.failures == []
    assert results.values(CHAIN, "rouge-su4 recall")


PAGE = Path(__file__).resolve().parents[2] / "docs" / "experiments.md"


def shown(system):
    """The repr of a system with its defaults; a parameter without one by its name alone."""
    fields = (
        f.name if f.default is dataclasses.MISSING else f"{f.name}={f.default!r}"
        for f in dataclasses.fields(system)
    )
    return f"{system.__name__}({', '.join(fields)})"


def systems():
    for file in pkgutil.iter_modules(baselines.__path__):
        module = importlib.import_module(f"{baselines.__name__}.{file.name}")
        for thing in vars(module).values():
            here = getattr(thing, "__module__", "") == module.__name__
            if here and dataclasses.is_dataclass(thing) and "__call__" in vars(thing):
                yield shown(thing)


def test_the_page_names_every_rival_with_its_parameters():
    text = PAGE.read_text(encoding="utf-8").split("\n## The rivals\n")[1].split("\n## ")[0]
    assert sorted(re.findall(r"^- `([^`]+)`", text, re.M)) == sorted(systems())
