"""Piles are read in two layouts, and plain BM25 quotes them without this package."""

import json
from dataclasses import replace

import pytest

from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.retrieval import PlainBM25
from hyperdigest.experiments.data.piles import load_piles
from hyperdigest.experiments.data.tasks import Answers
from piles_made import ASKED, write_articles, write_manuals


def test_articles_are_a_pile_in_each_language(tmp_path):
    english, chinese = load_piles(write_articles(tmp_path / "articles"))
    assert (english.name, chinese.name) == ("en", "zh")
    assert len(english.tasks) == 3 * len(ASKED)
    assert [task.words for task in english.tasks[:3]] == [150, 300, 600]
    assert [task.words for task in chinese.tasks[:3]] == [60, 120, 240]
    first = english.tasks[0]
    assert (first.language, first.unit, first.cluster, first.pile) == (
        "en", "characters", "harbour", "en",
    )  # fmt: skip
    assert first.answers == Answers((("Eleven",),))
    assert [document.name for document in first.documents] == ["harbour", "orchard", "theatre"]
    assert len({task.id for task in english.tasks}) == len(english.tasks)


def test_manuals_are_questions_beside_a_folder(tmp_path):
    [manuals] = load_piles(write_manuals(tmp_path / "manuals"))
    assert manuals.name == "manuals"
    assert [task.words for task in manuals.tasks[:3]] == [75, 150, 250]
    assert {task.unit for task in manuals.tasks} == {"words"}
    assert sorted(d.name for d in manuals.tasks[0].documents) == ["ferry.md", "mill.md"]
    known = {task.id.split()[0]: task.answers for task in manuals.tasks}
    assert known["m2"] == Answers((("at noon",), ("in the evening",)), case=True)
    assert known["n1"] == Answers((), case=True)


def test_the_documents_may_lie_elsewhere(tmp_path):
    folder = write_manuals(tmp_path / "manuals", pile="documents")
    with pytest.raises(OptionError, match="contains no questions with answers"):
        load_piles(folder)
    [manuals] = load_piles(folder / "questions.jsonl", pile=folder / "documents")
    assert (manuals.name, len(manuals.tasks[0].documents)) == ("manuals", 2)


def test_a_question_that_bears_the_id_of_another_is_told(tmp_path):
    folder = write_manuals(tmp_path / "manuals")
    with (folder / "questions.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"id": "m1", "question": "Who rows?", "answers": ["Rowers"]}))
    told = []
    [manuals] = load_piles(folder, warn=told.append)
    assert len(manuals.tasks) == 12
    assert told == ["skipped a question of manuals: there is another m1 before it"]


def test_piles_are_found_by_name_and_others_left_out(tmp_path):
    write_articles(tmp_path / "articles")
    write_manuals(tmp_path / "manuals")
    names = [pile.name for pile in load_piles(tmp_path)]
    assert names == ["articles/en", "articles/zh", "manuals"]
    [chosen] = load_piles(tmp_path, ["articles/zh"])
    assert chosen.tasks[0].language == "zh"
    with pytest.raises(OptionError, match=r"no pile 'fr': .* articles/en, articles/zh, manuals"):
        load_piles(tmp_path, ["fr"])


def test_what_is_no_pile_is_told(tmp_path):
    write_articles(tmp_path / "articles")
    (tmp_path / "articles" / "de.jsonl").write_text(
        json.dumps({"documents": [{"id": "a"}], "questions": []}), encoding="utf-8"
    )
    told = []
    found = load_piles(tmp_path / "articles", warn=told.append)
    assert [pile.name for pile in found] == ["en", "zh"]
    assert len(told) == 1
    assert "de.jsonl" in told[0]


def test_plain_bm25_quotes_what_fits_best_first(tmp_path):
    english, chinese = load_piles(write_articles(tmp_path / "articles"))
    for task in (*english.tasks, *chinese.tasks):
        text = PlainBM25().quote(task)
        assert sum(map(len, text.split("\n"))) <= task.words
        assert task.answers.quoted_share(text) == 1
    small, _, large = english.tasks[:3]
    first = "Eleven fishing boats lay fast in the ice until the breaker came from the south."
    assert PlainBM25().quote(small).startswith(first)
    assert len(PlainBM25().quote(large)) > len(PlainBM25().quote(small))
    assert PlainBM25().quote(replace(small, question="Zebra?")) == ""


def test_plain_bm25_of_manuals_keeps_sentences_whole_over_line_ends(tmp_path):
    [manuals] = load_piles(write_manuals(tmp_path / "manuals"))
    task = next(task for task in manuals.tasks if task.id.startswith("m2"))
    text = PlainBM25().quote(task)
    assert "It leaves the north bank at noon, and the south bank in the evening." in text
    assert len(text.split()) <= task.words


def test_lines_that_are_no_questions_are_told_and_the_others_asked(tmp_path):
    folder = write_manuals(tmp_path / "manuals")
    [file] = folder.glob("*.jsonl")
    file.write_text(f"no JSON\n[]\n{file.read_text('utf-8')}", encoding="utf-8")
    told = []
    [manuals] = load_piles(folder, warn=told.append)
    assert told == [f"skipped 2 of the lines of {file}, line 1 first: no JSON object"]
    assert {task.id.split()[0] for task in manuals.tasks} == {"m1", "m2", "m3", "n1"}


def test_a_folder_without_documents_is_named_as_the_cause(tmp_path):
    folder = write_manuals(tmp_path / "manuals")
    (tmp_path / "nothing").mkdir()
    with pytest.raises(OptionError, match=r"; skipped manuals: there is no document in .*nothing"):
        load_piles(folder, pile=tmp_path / "nothing")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "en.jsonl").write_text("garbage", encoding="utf-8")
    with pytest.raises(OptionError, match=r"; skipped 1 of the lines of .*en\.jsonl, line 1 first"):
        load_piles(tmp_path / "bad")
