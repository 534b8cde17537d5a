"""A batch that goes on with what an earlier run has left."""

import os
from pathlib import Path

import pytest

from batch_made import OUT, answers, by, docs, inline, interrupted_after, run
from hyperdigest.batch import InterruptedBatch
from hyperdigest.batch.worker import work
from oracles.cli import write_documents

pytestmark = pytest.mark.usefixtures("done_here")


def test_an_interruption_keeps_what_is_done_and_the_next_run_does_the_rest(monkeypatch):
    lines = [inline(n) for n in range(6)]
    run(*lines)
    whole = OUT.read_bytes()
    OUT.unlink()
    with pytest.raises(InterruptedBatch, match="4 of 6 tasks are done"):
        run(*lines, progress=interrupted_after(4))
    assert not OUT.exists()
    messages, counted = [], []

    def executor(groups):
        for number, group in groups:
            counted.extend(task.id for _, task in group.tasks)
            yield number, work(group)

    by(monkeypatch, executor)
    run(*lines, tell=messages.append)
    assert counted == ["t4", "t5"]
    assert messages == ["continuing from out.jsonl.partial: 4 of 6 tasks are done"]
    assert OUT.read_bytes() == whole
    assert sorted(os.listdir()) == ["docs", "out.jsonl", "tasks.jsonl"]


@pytest.mark.parametrize("change", ["question", "option", "document", "file", "code"])
def test_a_changed_task_is_answered_again_with_a_message(monkeypatch, change):
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
        for home in ("tasks", "worker"):
            monkeypatch.setattr(f"hyperdigest.batch.{home}.code_hash", lambda: "other")
    messages = []
    run(*lines, tell=messages.append)
    found = answers(OUT)
    assert len(messages) == (1 if change == "code" else 2)
    assert "are not used" in messages[-1]
    assert messages[-1].startswith("3 digests" if change == "code" else "1 digests")
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
    messages = []
    assert run(inline(1), tell=messages.append).failed == 0
    assert messages == []
    assert [line["id"] for line in answers(OUT)] == ["t1"]
