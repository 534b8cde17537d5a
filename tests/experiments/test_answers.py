"""The experiment `answers`: answers quoted, intervals of the means, and doubts."""

import json
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np
import pytest

from bench_made import First
from hyperdigest.evaluation.significance import cluster_interval
from hyperdigest.experiments import answers
from hyperdigest.experiments.answers import (
    ResultsOverPiles,
    doubt_shares,
    has_answer,
    mixed_tasks,
    restricted_to_level,
)
from hyperdigest.experiments.data.piles import load_piles
from hyperdigest.experiments.data.tasks import Task
from hyperdigest.experiments.reading_measures import DOUBTED, ReadPreset
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Bullets, Grid, Heading
from hyperdigest.experiments.results import pooled_interval
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import ANSWERED
from hyperdigest.experiments.systems import AskedPreset, Case, DocumentIndex, Row
from piles_made import write_articles, write_manuals


@dataclass(frozen=True)
class Doubter(First):
    """Doubts whatever is asked of fewer than three documents."""

    def measures(self, case: Case, task: Task) -> dict[str, float]:
        return {DOUBTED: float(len(case.corpus.collection.documents) < 3)}


@pytest.fixture(scope="module")
def piles(tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    write_articles(data / "articles")
    write_manuals(data / "manuals")
    return tuple(load_piles(data))


@pytest.fixture(scope="module")
def report(piles, tmp_path_factory):
    return answers.run_answers(Runner(piles, tmp_path_factory.mktemp("out")), Choices())


def grids(report):
    found, heading = {}, ""
    for block in report.blocks:
        if isinstance(block, Heading):
            heading = block.text
        if isinstance(block, Grid):
            found.setdefault(heading, []).append(block)
    return found


def test_there_is_a_table_of_means_and_one_of_each_pile(report):
    found = grids(report)
    assert list(found) == [
        "Reading",
        "Mean over piles, digests in characters", "articles/en", "articles/zh", "manuals", "Doubts",
    ]  # fmt: skip
    [mean] = found["Mean over piles, digests in characters"]
    assert mean.head == ("", "60 / 150 characters", "120 / 300 characters", "240 / 600 characters")
    assert [row[0].text for row in mean.rows] == [row.label for row in answers.rows()]
    everyone, broad = found["manuals"]
    assert everyone.head == broad.head == ("", "75 words", "150 words", "250 words")
    assert everyone.caption.startswith("3 questions about 2 documents.")
    assert broad.caption.startswith("1 question about 1 document.")


def test_shares_are_those_of_the_questions_answered(report):
    answered = report.numbers["answered"]["articles/en"]
    assert len(answered) == 12
    [grid] = grids(report)["articles/en"]
    for place, budget in enumerate((150, 300, 600), 1):
        for row in grid.rows:
            of_row = [v[row[0].text] for task, v in answered.items() if task.endswith(f" {budget}")]
            assert row[place].text.split()[0] == f"{fmean(of_row):.3f}"


def test_languages_written_without_spaces_are_asked_too(report):
    rows = {row[0].text: row for row in grids(report)["articles/zh"][0].rows}
    assert rows["preset default"][3].text.startswith("1.000")
    assert rows["plain BM25"][3].text.startswith("1.000")
    assert report.warnings == ()


@pytest.fixture(scope="module")
def unknown(piles, tmp_path_factory):
    tasks = tuple(replace(task, language="xx") for task in piles[0].tasks)
    sets = (piles[1], replace(piles[0], name="unknown", tasks=tasks))
    return answers.run_answers(Runner(sets, tmp_path_factory.mktemp("unknown")), Choices())


def test_an_unknown_language_is_a_failure_with_a_warning(unknown):
    rows = {row[0].text: row for row in grids(unknown)["unknown"][0].rows}
    assert rows["plain BM25"][3].text.startswith("1.000")
    assert rows["preset default"][3].text.startswith("0.000")
    failures = [warning for warning in unknown.warnings if "'xx'" in warning]
    assert any(warning.startswith("preset default failed on unknown/") for warning in failures)
    assert not any(warning.startswith("plain BM25") for warning in unknown.warnings)
    [behind] = [block for block in unknown.blocks[:5] if isinstance(block, Bullets)]
    assert any("unknown at 150 (0.000, 1.000)" in item for item in behind.items)


def test_a_digest_keeps_to_a_budget_in_characters(piles, tmp_path):
    english = piles[0]
    results = Runner((english,), tmp_path).score(answers.rows())
    assert results.failures == []
    for (_, _, name), record in results.records.items():
        budget = int(name.split()[-1])
        assert sum(map(len, record.text.split("\n"))) <= budget
        assert record.words == len(record.text.split())


def test_lengths_are_in_the_unit_of_the_budget(piles):
    documents = piles[0].tasks[0].documents
    words, characters = (
        DocumentIndex(documents, ("",) * 3, "en", unit) for unit in ("words", "characters")
    )
    texts = [words.text(i) for i in range(words.n_sentences)]
    assert words.lengths.tolist() == [len(text.split()) for text in texts]
    assert characters.lengths.tolist() == [len(text) for text in texts]


def test_a_preset_without_a_sentence_that_fits_has_an_empty_digest(piles):
    task = piles[0].tasks[0]
    corpus = DocumentIndex(task.documents, task.dates, task.language, task.unit)
    case = Case(corpus, task.question, 5, np.ones(corpus.n_sentences, bool))
    assert AskedPreset("default")(case) == []
    measures = ReadPreset("default").measures(case, task)
    assert measures[DOUBTED] == 0.0
    assert not any(measures.values())


def test_seeds_reach_the_presets_that_are_asked():
    assert ReadPreset("default").reseeded(3) == ReadPreset("default", (("seed", 3),))


def test_the_mean_over_piles_counts_each_the_same_with_documents_as_clusters(piles, tmp_path):
    english, other = piles[0], replace(piles[0], name="other", tasks=piles[0].tasks[:6])
    results = Runner((english, other), tmp_path).score([Row("first", First())])
    over = ResultsOverPiles(**vars(restricted_to_level(results, 2)))
    of_each = [list(over.restricted(s.name).values("first", ANSWERED).values()) for s in over.sets]
    assert [len(values) for values in of_each] == [4, 2]
    interval = pooled_interval(over, "first", ANSWERED)
    assert interval.average == pytest.approx(fmean(map(fmean, of_each)))
    weighted = [v * 3 / len(values) for values in of_each for v in values]
    clusters = ["harbour", "harbour", "orchard", "theatre", "harbour", "harbour"]
    expected = cluster_interval(weighted, clusters)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))
    assert set(over.clusters.values()) == {"harbour", "orchard", "theatre"}


def test_half_of_the_articles_are_removed_if_all_questions_have_answers(piles, tmp_path):
    half = mixed_tasks(piles[0])
    assert half.name == "articles/en (half)"
    assert {task.words for task in half.tasks} == {600}
    assert [bool(task.answers.parts) for task in half.tasks] == [True, True, False, False]
    assert {len(task.documents) for task in half.tasks} == {1}
    results = Runner((half,), tmp_path).score([Row("first", Doubter())])
    [found] = doubt_shares(results, "first")
    assert (found["without"], found["having"]) == (1.0, 1.0)
    assert (found["questions_without"], found["questions_having"]) == (2, 2)


def test_questions_without_an_answer_are_asked_of_the_whole_pile(piles, tmp_path):
    manuals = piles[2]
    mixed = mixed_tasks(manuals)
    assert (mixed.name, len(mixed.tasks)) == ("manuals", 4)
    assert len(manuals.where(has_answer).tasks) == 9
    results = Runner((mixed,), tmp_path).score([Row("first", Doubter())])
    [found] = doubt_shares(results, "first")
    assert (found["questions_without"], found["questions_having"]) == (1, 3)


def test_piles_on_which_a_row_failed_have_no_doubts(report, unknown):
    everywhere = ["articles/en (half)", "articles/zh (half)", "manuals"]
    assert list(report.numbers["doubts"]) == everywhere
    [grid] = grids(report)["Doubts"]
    assert [row[0].text for row in grid.rows] == ["mean", *everywhere]
    assert list(unknown.numbers["doubts"]) == ["articles/zh (half)"]


def test_scores_of_a_pile_are_one_file_and_are_not_computed_again(piles, tmp_path):
    first = Runner(piles[:1], tmp_path).score([Row("first", First())])
    files = [path for path in (tmp_path / "scores").rglob("*") if path.is_file()]
    assert len(files) == 1
    assert Runner(piles[:1], tmp_path, jobs=2).score([Row("first", First())]) == first


def test_a_report_is_the_same_in_numbers_for_a_second_run(report, piles, tmp_path):
    again = answers.run_answers(Runner(piles, tmp_path), Choices())
    assert json.dumps(again.numbers, sort_keys=True) == json.dumps(report.numbers, sort_keys=True)


def test_a_model_adds_the_rows_of_embeddings(piles, tmp_path, embedding_model):
    report = answers.run_answers(Runner(piles[:1], tmp_path), Choices(model=embedding_model))
    labels = [row[0].text for row in grids(report)["articles/en"][0].rows]
    assert labels[-2:] == ["preset default + embeddings", "embeddings + MMR"]
    assert report.warnings == ()
