"""A saved collection that is changed: by two at once, and by processes that are killed."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from threading import Event, Thread

import pytest

from bridge import TEXTS, bridge_model, documents
from hyperdigest import Collection, Model, Options
from hyperdigest.base.files import file_lock
from hyperdigest.errors import StoreError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """Two of the documents, fitted; the others are files beside them."""
    monkeypatch.chdir(tmp_path)
    Collection.of(documents()[:2]).fit(Options(sweeps=6)).save("case.hdig")
    for name in list(TEXTS)[2:]:
        Path(name).write_text(TEXTS[name], encoding="utf-8")
    return Path("case.hdig")


def names(path):
    return [document.name for document in Model.load(path).collection.documents]


def test_an_update_replaces_the_file(saved):
    Model.change_saved(saved, lambda model: model.remove("council.txt"))
    assert names(saved) == ["engineers.md"]


def test_an_update_without_a_change_does_not_write(saved):
    before = saved.stat()
    Model.change_saved(saved, lambda model: model)
    after = saved.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_change_that_fails_leaves_the_old_file(saved):
    before = saved.read_bytes()
    with pytest.raises(ZeroDivisionError):
        Model.change_saved(saved, lambda model: 1 / 0)
    assert saved.read_bytes() == before


def test_a_missing_file_is_an_error(saved):
    with pytest.raises(StoreError, match=r"cannot open none\.hdig"):
        Model.change_saved("none.hdig", lambda model: model)


@pytest.mark.parametrize("other", ["change", "save"])
def test_the_second_of_two_updates_waits_and_nothing_is_lost(saved, other):
    told, done = Event(), Event()

    def second():
        if other == "change":
            Model.change_saved(saved, add("traders.txt"), lambda stage, _, __: told.set())
        else:
            bridge_model().save(saved)
        done.set()

    def first(model):
        thread.start()
        assert told.wait(60) if other == "change" else not done.wait(0.2)
        assert not done.is_set()
        return add("schools.txt")(model)

    thread = Thread(target=second)
    Model.change_saved(saved, first)
    thread.join()
    assert done.is_set()
    expected = ["council.txt", "engineers.md", "schools.txt", "traders.txt"]
    assert names(saved) == (expected if other == "change" else list(TEXTS))


def add(name):
    return lambda model: model.add(name, sweeps=2)


def test_processes_that_add_at_once_all_add(saved, cli):
    added = list(TEXTS)[3:]
    running = [cli("add", "case.hdig", name, "--sweeps", "2") for name in added]
    for process in running:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
    assert sorted(names(saved)) == sorted([*list(TEXTS)[:2], *added])
    assert not leftovers()


def test_refitting_a_collection_loses_nothing_that_is_added_meanwhile(saved, cli):
    with file_lock(saved, lambda: None):
        process = cli("fit", "case.hdig", "-o", "case.hdig", "--sweeps", "6")
        assert process.stderr.readline().startswith("waiting until another process")
        grown = Model.load(saved).add("traders.txt", sweeps=2)
        grown.save("new.hdig")
        Path("new.hdig").replace(saved)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert names(saved) == ["council.txt", "engineers.md", "traders.txt"]
    assert not Model.load(saved).history


@pytest.fixture
def cli(started):
    """A command, begun."""
    command = [sys.executable, "-m", "hyperdigest"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return lambda *arguments: started([*command, *arguments], **pipes)


def leftovers():
    return [name for name in os.listdir() if name.startswith(".")]


def test_a_process_killed_at_any_moment_leaves_the_old_file_or_the_new(saved, cli):
    chance = random.Random(3)
    for name in list(TEXTS)[2:]:
        before = names(saved)
        process = cli("add", "case.hdig", name, "--sweeps", "2")
        time.sleep(chance.uniform(0.2, 1.2))
        process.kill()
        process.communicate()
        assert names(saved) in (before, [*before, name])


def test_a_process_killed_while_writing_leaves_the_old_file_and_the_next_removes_the_rest(saved):
    before = saved.read_bytes()
    program = f"""
        import os, signal
        from hyperdigest import Model
        from hyperdigest.store import writing

        def rows(*arguments, whole=writing.document_rows):
            for row in whole(*arguments):
                yield row
                os.kill(os.getpid(), {signal.SIGKILL:d})

        def changed(model):
            writing.document_rows = rows
            return model.add("traders.txt", sweeps=2)

        Model.change_saved("case.hdig", changed)
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert saved.read_bytes() == before
    (left,) = leftovers()
    os.utime(left, (0, 0))
    Path(".other.hdig.0123456789abcdef").write_text("not ours", encoding="utf-8")
    Model.change_saved(saved, add("traders.txt"))
    assert leftovers() == [".other.hdig.0123456789abcdef"]
    assert names(saved) == ["council.txt", "engineers.md", "traders.txt"]


def test_a_file_that_is_being_written_is_not_removed(tmp_path):
    from hyperdigest.base.files import atomic_write

    with atomic_write(tmp_path / "a.txt") as first:
        first.write_text("one", encoding="utf-8")
        os.utime(first, (0, 0))
        with atomic_write(tmp_path / "a.txt") as second:
            second.write_text("two", encoding="utf-8")
        assert first.exists()
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "one"


def test_a_lock_is_on_the_current_file(tmp_path):
    path = tmp_path / "a"
    path.write_text("old", encoding="utf-8")
    seen, waiting = [], Event()

    def second():
        with file_lock(path, waiting.set):
            seen.append(path.read_text(encoding="utf-8"))

    thread = Thread(target=second)
    with file_lock(path, lambda: None):
        thread.start()
        assert waiting.wait(60)
        (tmp_path / "b").write_text("new", encoding="utf-8")
        (tmp_path / "b").replace(path)
    thread.join()
    assert seen == ["new"]
