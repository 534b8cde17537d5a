"""A batch that loses its workers, its folder or the room to write."""

import resource
from dataclasses import replace

import pytest

from batch_made import OUT, Mortal, answers, by, docs, here, inline, run
from hyperdigest.batch import Task, read_tasks, running
from hyperdigest.batch.journal import journal_path
from hyperdigest.batch.running import LOST
from hyperdigest.errors import HyperdigestError, OutputError, WorkerEndedError

pytestmark = pytest.mark.usefixtures("done_here")


def test_a_lost_worker_costs_nothing_and_a_deadly_task_only_itself(monkeypatch):
    lines = [inline(n) for n in range(8)] + [docs(), docs(question="sun")]
    run(*lines)
    good = answers(OUT)
    executor = Mortal("mill")
    by(monkeypatch, executor)
    tally = run(*lines)
    assert tally.failed == 1
    found = answers(OUT)
    assert found[5] == {"id": "t5", "error": LOST.failure}
    assert [*found[:5], *found[6:]] == [*good[:5], *good[6:]]
    deaths = [seen for seen in executor.seen if any("mill" in question for question in seen)]
    assert len(deaths) == 4
    assert all(seen == ["Why was the mill closed?"] for seen in deaths[2:])


def test_a_group_that_loses_its_worker_is_split(monkeypatch):
    by(monkeypatch, Mortal("sun"))
    tally = run(docs(), docs(question="sun"), docs(question="moon"))
    assert tally.failed == 1
    assert ["error" in line for line in answers(OUT)] == [False, True, False]


def test_workers_that_end_before_they_get_anything_end_the_batch(monkeypatch):
    def executor(groups):
        raise WorkerEndedError("no worker lives")

    by(monkeypatch, executor)
    with pytest.raises(HyperdigestError, match="no worker lives"):
        run(inline(0))


def test_workers_with_other_code_are_refused(monkeypatch):
    monkeypatch.setattr("hyperdigest.batch.tasks.code_hash", lambda: "other")
    with pytest.raises(HyperdigestError, match="install the same"):
        run(inline(0))


def test_what_ends_a_batch_says_how_much_is_done(monkeypatch):
    def executor(groups):
        yield next(here(groups))
        raise HyperdigestError("the cluster is gone")

    by(monkeypatch, executor)
    with pytest.raises(HyperdigestError, match=r"is gone \(1 of 2 tasks are done"):
        run(inline(0), inline(1))


def test_a_worker_that_does_not_see_the_folder_needs_the_documents(monkeypatch):
    def executor(groups):
        return here((number, replace(group, folder="/nowhere")) for number, group in groups)

    by(monkeypatch, executor)
    run(docs(), inline(0))
    one, other = answers(OUT)
    assert one["error"].startswith("the machine of the worker has no folder /nowhere")
    assert other["digest"]


@pytest.mark.parametrize("room", [0, 50, 5_000])
def test_a_full_disk_is_an_error_and_loses_nothing(room):
    lines = [docs(words=words) for words in range(30, 36)]
    run(*lines)
    expected = OUT.read_bytes()
    OUT.unlink()
    most, ignored = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, ignored))
    try:
        with pytest.raises(
            HyperdigestError, match=r"^cannot write out\.jsonl.*free some disk space"
        ):
            running.run(read_tasks("tasks.jsonl"), OUT)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, ignored))
    assert journal_path(OUT).exists() == (room == 5_000)
    assert not OUT.exists()
    run(*lines)
    assert OUT.read_bytes() == expected


@pytest.mark.parametrize("place", ["docs", "no/out.jsonl", "/dev/null"])
def test_an_output_that_cannot_be_written_is_an_error_before_the_work(place):
    with pytest.raises(OutputError, match="cannot write"):
        running.run([Task("a", "sun", ("docs",))], place)
