import json
import multiprocessing
import signal
from dataclasses import replace

import pytest

from bench_made import Failing, First, Picks, Stopped, village_runner, village_set
from hyperdigest.errors import HyperdigestError
from hyperdigest.evaluation.rouge import rouge
from hyperdigest.experiments import runner
from hyperdigest.experiments.paper.tables import PAPER
from hyperdigest.experiments.runner import Runner, spread_evenly
from hyperdigest.experiments.scoring import SU4
from hyperdigest.experiments.systems import Preset, Row, Written


def contents(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def asked(log):
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


def test_a_system_gets_the_rouge_of_the_sentences_it_picked(tmp_path):
    results = village_runner(tmp_path).score([Row("first", First())])
    [task] = [task for task in results.sets[0].tasks if task.id == "orchard-q0"]
    record = results.records["first", "village", "orchard-q0"]
    assert record.chosen == (0, 1)
    first, second, _ = task.documents[0].text.split(". ")
    assert record.text == f"{first}.\n{second}."
    references = [summary.text for summary in task.references]
    assert record.scores[SU4] == rouge(record.text, references, 30)["rouge-su4"].recall
    assert record.words == len(record.text.split()) <= 30


def test_scores_are_the_same_bytes_for_one_process_and_for_two(tmp_path):
    rows = [Row("first", First()), Row("bad", Failing("frost"))]
    for jobs in (1, 2):
        village_runner(tmp_path / str(jobs), jobs=jobs).score(rows)
    one, two = (contents(tmp_path / str(jobs) / "scores") for jobs in (1, 2))
    assert len(one) == 3
    assert one == two


def test_only_what_is_missing_is_computed(tmp_path):
    log = tmp_path / "log"
    first, second = (Row(f"skip {n}", First(n, str(log))) for n in (0, 1))
    before = village_runner(tmp_path).score([first])
    assert len(asked(log)) == 4
    again = village_runner(tmp_path).score([first, second])
    assert len(asked(log)) == 8
    assert again.values("skip 0", SU4) == before.values("skip 0", SU4)
    assert village_runner(tmp_path).score([second]).values("skip 1", SU4)
    assert len(asked(log)) == 8


def test_a_changed_task_another_rule_or_another_scoring_is_computed_again(tmp_path):
    log = tmp_path / "log"
    runner = village_runner(tmp_path)
    rows = [Row("first", First(log=str(log)))]
    runner.score(rows)
    replace(runner, eligible="all").score(rows)
    replace(runner, jackknife=True).score(rows)
    Runner((village_set(words=25),), tmp_path).score(rows)
    assert len(asked(log)) == 16


def test_scores_of_other_code_are_computed_again(tmp_path, monkeypatch):
    log = tmp_path / "log"
    rows = [Row("first", First(log=str(log)))]
    village_runner(tmp_path).score(rows)
    monkeypatch.setattr(runner, "code_hash", lambda: "another")
    village_runner(tmp_path).score(rows)
    assert len(asked(log)) == 8


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path):
    log, flag = tmp_path / "log", tmp_path / "flag"
    flag.touch()
    rows = [Row("stopped", Stopped(str(log), "closed", str(flag)))]
    with pytest.raises(KeyboardInterrupt):
        village_runner(tmp_path).score(rows)
    before = asked(log)
    flag.unlink()
    results = village_runner(tmp_path).score(rows)
    done_twice = [question for question in before if asked(log).count(question) > 1]
    assert done_twice == ["Why was the theatre closed, and who paid for the roof?"]
    undisturbed = village_runner(tmp_path / "other").score(rows)
    assert results.records == undisturbed.records


def test_a_killed_run_goes_on_where_it_stopped(tmp_path):
    log, flag = tmp_path / "log", tmp_path / "flag"
    flag.touch()
    system = Stopped(str(log), "closed", str(flag), hard=True)
    rows = [Row("stopped", system)]
    child = multiprocessing.get_context("fork").Process(
        target=village_runner(tmp_path).score, args=(rows,)
    )
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    flag.unlink()
    before = asked(log)
    results = village_runner(tmp_path).score(rows)
    assert len(results.records) == 4
    assert results.failures == []
    again = [question for question in before if asked(log).count(question) > 1]
    assert again == ["Why was the theatre closed, and who paid for the roof?"]
    assert list(tmp_path.rglob(".*")) == []


def test_a_killed_process_is_an_error_and_the_next_run_does_its_work(tmp_path):
    log, flag = tmp_path / "log", tmp_path / "flag"
    flag.touch()
    rows = [Row("stopped", Stopped(str(log), "closed", str(flag), hard=True))]
    with pytest.raises(HyperdigestError, match="run again"):
        village_runner(tmp_path, jobs=2).score(rows)
    flag.unlink()
    results = village_runner(tmp_path).score(rows)
    assert len(results.records) == 4
    assert results.failures == []
    assert list(tmp_path.rglob(".*")) == []


def test_the_first_groups_are_spread_evenly():
    order = spread_evenly(100)
    assert sorted(order) == list(range(100))
    assert order[0] == 0
    for first in (10, 30, 50):
        assert 40 < sum(order[:first]) / first < 60


def test_a_failure_is_reported_and_counts_0_and_stops_nothing(tmp_path):
    rows = [Row("bad", Failing("frost")), Row("good", First())]
    results = village_runner(tmp_path).score(rows)
    assert results.failures == [
        "bad failed on village/orchard-q0: ValueError: nothing is known of the frost;"
        " a failure counts 0"
    ]
    bad, good = results.values("bad", SU4), results.values("good", SU4)
    assert bad["village", "orchard-q0"] == 0 < good["village", "orchard-q0"]
    assert bad["village", "harbour-q0"] == good["village", "harbour-q0"]


def test_a_failure_is_tried_again(tmp_path):
    log = tmp_path / "log"
    rows = [Row("no sentence", Picks((99,)))]
    for _ in range(2):
        results = village_runner(tmp_path).score(rows)
        assert len(results.failures) == 1
    assert not log.exists()


@pytest.mark.parametrize(
    ("chosen", "eligible", "reason"),
    [
        ((0, 0), "all", "picked twice: [0, 0]"),
        ((0, 1, 2), "all", "the budget is 30"),
        ((-1,), "all", "not eligible: [-1]"),
        ((99,), "default", "not eligible: [99]"),
    ],
)
def test_a_system_that_breaks_the_rules_fails(tmp_path, chosen, eligible, reason):
    results = village_runner(tmp_path, eligible=eligible).score([Row("x", Picks(chosen))])
    assert reason in results.failures[0]


@pytest.mark.parametrize("damage", ["cut", "changed", "other", "bytes"])
def test_damaged_scores_are_computed_again_with_a_warning(tmp_path, damage):
    log = tmp_path / "log"
    rows = [Row("first", First(log=str(log)))]
    village_runner(tmp_path).score(rows)
    whole = contents(tmp_path / "scores")
    path = tmp_path / "scores" / "village" / "orchard.json"
    text = path.read_text(encoding="utf-8")
    path.write_bytes({
        "cut": text[: len(text) // 2].encode(),
        "changed": text.replace('"words": ', '"words": 1').encode(),
        "other": b"[]",
        "bytes": b"\xff\xfe",
    }[damage])  # fmt: skip
    results = village_runner(tmp_path).score(rows)
    assert results.warnings == (
        "the scores in village/orchard.json were damaged and are computed again",
    )
    assert contents(tmp_path / "scores") == whole
    assert len(asked(log)) == 5


def test_records_say_what_was_scored_and_how(tmp_path):
    village_runner(tmp_path).score([PAPER, Row("preset", Preset("paper"))])
    file = tmp_path / "scores" / "village" / "harbour.json"
    records = json.loads(file.read_text(encoding="utf-8"))["records"]
    assert len(records) == 4
    keys = [record["key"] for record in records]
    assert {key["eligible"] for key in keys} == {"default", "own"}
    assert {key["system"] for key in keys} == {
        repr(PAPER.system),
        "Preset(name='paper', changes=())",
    }
    assert all("jackknife:no|limit:30w" in key["signature"] for key in keys)


def test_names_of_clusters_make_no_paths_outside_the_folder(tmp_path):
    tasks = [replace(task, cluster="../../" + task.cluster) for task in village_set().tasks]
    task_set = replace(village_set("../a b/dev"), tasks=tuple(tasks))
    Runner((task_set,), tmp_path / "out").score([Row("first", First())])
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert len(list((tmp_path / "out" / "scores").rglob("*.json"))) == 3


def test_the_presets_pick_what_the_product_picks(tmp_path):
    results = village_runner(tmp_path).score([Row("default", Preset())])
    from hyperdigest import Collection

    [task] = [task for task in village_set().tasks if task.id == "theatre-q0"]
    digest = Collection.of(task.documents).fit().digest(task.question, words=30, order="reading")
    record = results.records["default", "village", "theatre-q0"]
    assert record.text.splitlines() == [sentence.text for sentence in digest.sentences]


def test_the_paper_with_the_rule_of_all_is_its_preset_with_that_rule(tmp_path):
    changed = Preset.changed("paper", prose_only=True, shortest=8)
    results = village_runner(tmp_path).score([PAPER, Row("preset", changed)])
    for task in village_set().tasks:
        one, other = (results.records[e, "village", task.id] for e in ("MRC", "preset"))
        assert one.chosen == other.chosen


def test_a_person_is_scored_against_the_other_references(tmp_path):
    runner = village_runner(tmp_path, jackknife=True)
    results = runner.score([Row("A", Written("A", person=True))])
    [task] = [task for task in village_set().tasks if task.id == "orchard-q0"]
    first, second = (summary.text for summary in task.references)
    record = results.records["A", "village", "orchard-q0"]
    assert record.scores[SU4] == rouge(first, [second], 30)["rouge-su4"].recall
