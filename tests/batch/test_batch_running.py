"""What a batch answers, done by this process."""

import json

import pytest

from batch_made import OUT, answers, docs, inline, run
from hyperdigest import Collection, Options
from hyperdigest.batch import Task, running
from hyperdigest.batch.journal import journal_path
from hyperdigest.batch.worker import forget

pytestmark = pytest.mark.usefixtures("done_here")


def test_a_line_has_the_digest_that_ask_prints(cli):
    tally = run(docs(id="x", words=30), inline(1))
    assert (tally.tasks, tally.failed) == (2, 0)
    first, second = answers(OUT)
    asked = ("Who sees the corona?", "docs", "--words", "30", "--sweeps", "10")
    assert first == {"id": "x", "digest": json.loads(cli("ask", *asked, "--format", "json").out)}
    assert list(second) == ["id", "digest"]
    assert not journal_path(OUT).exists()


def test_a_saved_collection_is_asked_without_fitting(cli):
    cli("fit", "docs", "-o", "case.hdig", "--sweeps", "10", "--words", "30")
    run(
        {"question": "sun", "paths": "case.hdig"},
        {"question": "sun", "paths": "case.hdig", "L": 20},
    )
    one, other = (line["digest"] for line in answers(OUT))
    assert one == json.loads(cli("ask", "sun", "case.hdig", "--format", "json").out)
    assert other["budget"] == 20


def test_an_empty_question_affects_only_its_line(cli):
    cli("fit", "docs", "-o", "case.hdig", "--sweeps", "10", "--words", "30")
    saved = {"paths": "case.hdig"}
    for focus in ({}, {"focus": 1}):
        run(*({"question": question, **saved, **focus} for question in ("sun", "  ", "roads")))
        one, empty, two = answers(OUT)
        assert "the question is empty" in empty["error"]
        assert one["digest"]["sentences"] and two["digest"]["sentences"]


def test_a_focus_gives_the_digest_of_ask(cli):
    cli("fit", "docs", "-o", "case.hdig", "--sweeps", "10")
    quick = ("--sweeps", "10", "--focus", "1", "--format", "json")
    places = ("docs", "case.hdig")
    run(*({**docs(focus=1), "question": q, "paths": p} for p in places for q in ("sun", "roads")))
    asked = [cli("ask", q, p, *quick).out for p in places for q in ("sun", "roads")]
    assert [line["digest"] for line in answers(OUT)] == [json.loads(out) for out in asked]
    assert "of 3 documents" in asked[0]


def test_parameters_of_one_task_do_not_change_those_of_the_next():
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


def test_an_error_affects_only_its_line():
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
        "no sentence fits in 1 word",
        "preset is 'best'",
        "line 7: unknown option 'colour'",
        "case.hdig is a saved collection: name no other paths",
        "cannot open case.hdig: No such file",
    )
    for number, (line, reason) in enumerate(zip(bad, reasons, strict=True), 1):
        assert line["id"] == number
        assert line["error"].startswith(reason)
        assert "\n" not in line["error"]
        assert set(line) == {"id", "error"}


def test_an_unexpected_exception_affects_only_its_line(monkeypatch):
    from hyperdigest.model import Model

    answer = Model.answer

    def moody(model, question):
        if question.text == "sun":
            raise ZeroDivisionError("division\nby zero")
        if question.text == "moon":
            raise MemoryError
        return answer(model, question)

    monkeypatch.setattr(Model, "answer", moody)
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


def test_tasks_can_be_made_in_python():
    tasks = [Task("a", "sun", ("docs",), changes={"words": 30, "sweeps": 10})]
    running.run(tasks, OUT)
    digest = Collection.read("docs").fit(Options(sweeps=10)).digest("sun", words=30)
    assert answers(OUT)[0]["digest"] == json.loads(digest.to_json())


def test_constraints_are_applied_and_are_part_of_the_identity_of_a_task(cli):
    pin = {"pinned": ["roads.txt:0"]}
    run(docs(words=30), docs(words=30, **pin), docs(words=30, focus=1, **pin))
    plain, pinned, focused = (line["digest"] for line in answers(OUT))
    asked = ("Who sees the corona?", "docs", "--words", "30", "--sweeps", "10", "--pin")
    assert pinned == json.loads(cli("ask", *asked, "roads.txt:0", "--format", "json").out)
    assert pinned["sentences"] != plain["sentences"]
    assert {sentence["document"] for sentence in focused["sentences"]} == {"roads.txt"}


def test_invalid_constraints_affect_only_their_line():
    tally = run(docs(words=30, pinned=["nobody.txt:0"]), docs(words=30), docs(pinned="x"))
    assert (tally.tasks, tally.failed) == (3, 2)
    first, second, third = answers(OUT)
    assert "no document is called 'nobody.txt', as in nobody.txt:0" in first["error"]
    assert "digest" in second
    assert "give a list" in third["error"]
