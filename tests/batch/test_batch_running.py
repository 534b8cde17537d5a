"""A batch from its tasks to its output, done by this process."""

import json
import os
import resource
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from batch_made import Mortal, answers, here, inline, write_tasks
from hyperdigest import Collection, Options
from hyperdigest.batch import InterruptedBatch, Task, read_tasks, running
from hyperdigest.batch.journal import journal_path
from hyperdigest.batch.retrying import KILLS
from hyperdigest.batch.work import forget, work
from hyperdigest.errors import HyperdigestError, OutputError, WorkerEndedError
from oracles.cli import write_documents

OUT = Path("out.jsonl")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A current directory with documents in ``docs``, and a batch that is done here."""
    monkeypatch.chdir(tmp_path)
    write_documents(tmp_path / "docs")
    by(monkeypatch, here)
    yield tmp_path
    forget()


def by(monkeypatch, crew):
    monkeypatch.setattr(running, "open_crew", lambda *_: nullcontext(crew))


def run(*lines, **more):
    return running.run(read_tasks(write_tasks(Path("tasks.jsonl"), lines)), OUT, **more)


def interrupted_after(count):
    def tell(stage, done, total):
        if done >= count:
            raise KeyboardInterrupt

    return tell


def docs(**more):
    return {"question": "Who sees the corona?", "paths": ["docs"], "sweeps": 10, **more}


def test_a_line_holds_what_ask_prints(cli):
    tally = run(docs(id="x", words=30), inline(1))
    assert (tally.tasks, tally.failed) == (2, 0)
    first, second = answers(OUT)
    asked = ("Who sees the corona?", "docs", "--words", "30", "--sweeps", "10")
    assert first == {"id": "x", "digest": json.loads(cli("ask", *asked, "--format", "json").out)}
    assert list(second) == ["id", "digest"]
    assert not journal_path(OUT).exists()


def test_a_saved_collection_is_asked_as_it_is(cli):
    cli("fit", "docs", "-o", "case.hdig", "--sweeps", "10", "--words", "30")
    run(
        {"question": "sun", "paths": "case.hdig"},
        {"question": "sun", "paths": "case.hdig", "L": 20},
    )
    one, other = (line["digest"] for line in answers(OUT))
    assert one == json.loads(cli("ask", "sun", "case.hdig", "--format", "json").out)
    assert other["budget"] == 20


def test_a_focus_is_that_of_ask(cli):
    cli("fit", "docs", "-o", "case.hdig", "--sweeps", "10")
    quick = ("--sweeps", "10", "--focus", "1", "--format", "json")
    places = ("docs", "case.hdig")
    run(*({**docs(focus=1), "question": q, "paths": p} for p in places for q in ("sun", "roads")))
    asked = [cli("ask", q, p, *quick).out for p in places for q in ("sun", "roads")]
    assert [line["digest"] for line in answers(OUT)] == [json.loads(out) for out in asked]
    assert "1 of 3 documents" in asked[0]


def test_parameters_of_one_task_leave_those_of_the_next_alone():
    lines = [docs(**{"lambda": 0.9}), docs(), docs(preset="paper"), docs(seed=3)]
    run(*lines)
    together = OUT.read_bytes()
    apart = b""
    for line in lines:
        forget()
        run(line)
        apart += OUT.read_bytes()
    found, alone = (
        [json.loads(line)["digest"] for line in content.splitlines()]
        for content in (together, apart)
    )
    assert found == alone
    assert len({digest["signature"] for digest in found}) == 4


def test_a_failure_stays_in_its_line():
    lines = (
        docs(paths=["nowhere"]),
        "{",
        docs(words=-3),
        docs(question=" "),
        docs(words=1),
        docs(preset="best"),
        docs(colour=3),
        docs(paths=["case.hdig", "docs"]),
        docs(paths=["case.hdig"]),
        docs(id="good"),
    )
    tally = run(*lines)
    assert (tally.tasks, tally.failed) == (10, 9)
    *bad, good = answers(OUT)
    assert good["digest"]["sentences"]
    reasons = (
        "no document could be read (nowhere does not exist)",
        "line 2: is no JSON object",
        "option words is -3",
        "the question is empty",
        "no sentence fits in 1 words",
        "preset is 'best'",
        "line 7: unknown option 'colour'",
        "case.hdig is a saved collection: name it alone",
        "cannot open case.hdig: No such file",
    )
    for number, (line, reason) in enumerate(zip(bad, reasons, strict=True), 1):
        assert line["id"] == number
        assert line["error"].startswith(reason)
        assert "\n" not in line["error"]
        assert set(line) == {"id", "error"}


def test_whatever_goes_wrong_in_a_task_stops_nothing(monkeypatch):
    from hyperdigest.pipeline import Model

    kind = Model.digest

    def moody(model, question, **more):
        if question == "sun":
            raise ZeroDivisionError("division\nby zero")
        if question == "moon":
            raise MemoryError
        return kind(model, question, **more)

    monkeypatch.setattr(Model, "digest", moody)
    run(docs(question="sun"), docs(question="moon"), docs())
    one, two, three = answers(OUT)
    assert one["error"] == "ZeroDivisionError: division by zero"
    assert two["error"].startswith("out of memory")
    assert three["digest"]


def test_a_collection_is_read_and_fitted_once(monkeypatch):
    fits = []
    fit = Collection.fit

    def counted(collection, options, **more):
        fits.append(options)
        return fit(collection, options, **more)

    monkeypatch.setattr(Collection, "fit", counted)
    run(docs(), docs(question="sun"), docs(words=20), docs(seed=1), inline(0), inline(0, id="b"))
    assert len(fits) == 3
    one, other = answers(OUT)[-2:]
    assert one["digest"] == other["digest"]


def test_an_interruption_keeps_what_is_done_and_the_next_run_does_the_rest(monkeypatch):
    lines = [inline(n) for n in range(6)]
    run(*lines)
    whole = OUT.read_bytes()
    OUT.unlink()
    with pytest.raises(InterruptedBatch, match="4 of 6 tasks are done"):
        run(*lines, progress=interrupted_after(4))
    assert not OUT.exists()
    told, counted = [], []

    def crew(units):
        for number, unit in units:
            counted.extend(task.id for _, task in unit.tasks)
            yield number, work(unit)

    by(monkeypatch, crew)
    run(*lines, tell=told.append)
    assert counted == ["t4", "t5"]
    assert told == ["going on in out.jsonl.partial: 4 of 6 tasks are done"]
    assert OUT.read_bytes() == whole
    assert sorted(os.listdir()) == ["docs", "out.jsonl", "tasks.jsonl"]


@pytest.mark.parametrize("change", ["question", "option", "document", "file", "code"])
def test_a_changed_task_is_answered_anew_and_that_is_told(monkeypatch, change):
    lines = [docs(), inline(0), inline(1), inline(2)]
    with pytest.raises(InterruptedBatch):
        run(*lines, progress=interrupted_after(3))
    place = 0 if change == "file" else 1
    if change == "question":
        lines[1]["question"] = "What did the council pay for?"
    elif change == "option":
        lines[1]["words"] = 40
    elif change == "document":
        lines[1]["documents"][0]["text"] += " A mason came from far away to the bridge."
    elif change == "file":
        Path("docs/new.txt").write_text("The corona is seen by the people of the new town.")
    else:
        monkeypatch.setattr("hyperdigest.batch.keys.code_hash", lambda: "other")
    told = []
    run(*lines, tell=told.append)
    found = answers(OUT)
    assert len(told) == (1 if change == "code" else 2)
    assert "are not used" in told[-1]
    assert told[-1].startswith("3 answers" if change == "code" else "1 answers")
    run(*lines)
    assert found[place] == answers(OUT)[place]


def test_a_failure_is_tried_again_by_the_next_run():
    lines = [docs(paths=["later"]), inline(0), inline(1)]
    with pytest.raises(InterruptedBatch):
        run(*lines, progress=interrupted_after(2))
    write_documents(Path("later"))
    assert run(*lines).failed == 0


def test_the_same_command_again_does_it_again():
    run(inline(0))
    told = []
    assert run(inline(1), tell=told.append).failed == 0
    assert told == []
    assert [line["id"] for line in answers(OUT)] == ["t1"]


def test_a_lost_worker_costs_nothing_and_a_deadly_task_only_itself(monkeypatch):
    lines = [inline(n) for n in range(8)] + [docs(), docs(question="sun")]
    run(*lines)
    good = answers(OUT)
    crew = Mortal("mill")
    by(monkeypatch, crew)
    tally = run(*lines)
    assert tally.failed == 1
    found = answers(OUT)
    assert found[5] == {"id": "t5", "error": KILLS.failure}
    assert [*found[:5], *found[6:]] == [*good[:5], *good[6:]]
    deaths = [seen for seen in crew.seen if any("mill" in question for question in seen)]
    assert len(deaths) == 4
    assert all(seen == ["Why was the mill closed?"] for seen in deaths[2:])


def test_a_unit_that_loses_its_worker_is_split(monkeypatch):
    by(monkeypatch, Mortal("sun"))
    tally = run(docs(), docs(question="sun"), docs(question="moon"))
    assert tally.failed == 1
    assert ["error" in line for line in answers(OUT)] == [False, True, False]


def test_workers_that_end_before_they_get_anything_end_the_batch(monkeypatch):
    def crew(units):
        raise WorkerEndedError("no worker lives")

    by(monkeypatch, crew)
    with pytest.raises(HyperdigestError, match="no worker lives"):
        run(inline(0))


def test_workers_with_other_code_are_refused(monkeypatch):
    monkeypatch.setattr("hyperdigest.batch.work.code_hash", lambda: "other")
    with pytest.raises(HyperdigestError, match="install the same"):
        run(inline(0))


def test_what_ends_a_batch_says_how_much_is_done(monkeypatch):
    def crew(units):
        yield next(here(units))
        raise HyperdigestError("the cluster is gone")

    by(monkeypatch, crew)
    with pytest.raises(HyperdigestError, match=r"is gone \(1 of 2 tasks are done"):
        run(inline(0), inline(1))


def test_a_worker_that_does_not_see_the_folder_needs_the_documents(monkeypatch):
    def crew(units):
        return here((number, replace(unit, folder="/nowhere")) for number, unit in units)

    by(monkeypatch, crew)
    run(docs(), inline(0))
    one, other = answers(OUT)
    assert one["error"].startswith("the worker does not see the folder /nowhere")
    assert other["digest"]


@pytest.mark.parametrize("room", [0, 50, 5_000])
def test_a_disk_that_fills_up_is_told_and_loses_nothing(room):
    lines = [docs(words=words) for words in range(30, 36)]
    run(*lines)
    expected = OUT.read_bytes()
    OUT.unlink()
    most, ignored = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, ignored))
    try:
        with pytest.raises(HyperdigestError, match=r"^cannot write out\.jsonl.*make room"):
            running.run(read_tasks("tasks.jsonl"), OUT)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, ignored))
    assert journal_path(OUT).exists() == (room == 5_000)
    assert not OUT.exists()
    run(*lines)
    assert OUT.read_bytes() == expected


def test_tasks_made_in_python():
    tasks = [Task("a", "sun", ("docs",), changes={"words": 30, "sweeps": 10})]
    running.run(tasks, OUT)
    digest = Collection.read("docs").fit(Options(sweeps=10)).digest("sun", words=30)
    assert answers(OUT)[0]["digest"] == json.loads(digest.to_json())


@pytest.mark.parametrize("place", ["docs", "no/out.jsonl", "/dev/null"])
def test_a_place_that_cannot_be_written_to_is_told_before_the_work(place):
    with pytest.raises(OutputError, match="cannot write"):
        running.run([Task("a", "sun", ("docs",))], place)


def test_wishes_are_heard_and_make_another_task(cli):
    pin = {"pinned": ["roads.txt:0"]}
    run(docs(words=30), docs(words=30, **pin), docs(words=30, focus=1, **pin))
    plain, pinned, focused = (line["digest"] for line in answers(OUT))
    asked = ("Who sees the corona?", "docs", "--words", "30", "--sweeps", "10", "--pin")
    assert pinned == json.loads(cli("ask", *asked, "roads.txt:0", "--format", "json").out)
    assert pinned["sentences"] != plain["sentences"]
    assert {sentence["document"] for sentence in focused["sentences"]} == {"roads.txt"}


def test_wishes_that_cannot_be_fail_their_line_alone():
    tally = run(docs(words=30, pinned=["nobody.txt:0"]), docs(words=30), docs(pinned="x"))
    assert (tally.tasks, tally.failed) == (3, 2)
    first, second, third = answers(OUT)
    assert "no document of the sentence nobody.txt:0" in first["error"]
    assert "digest" in second
    assert "give a list" in third["error"]
