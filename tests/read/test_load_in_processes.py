"""Several processes read the same collection as one, whatever happens to a process."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest

from hyperdigest import Collection
from hyperdigest.base import parallel
from hyperdigest.errors import ReadError, WorkerEndedError
from hyperdigest.read import ReadingOptions, read_file, read_paths
from hyperdigest.split import table
from mail_made import mailbox, modern
from plugins_made import installing

COPIED = ("eclipse-questions.md", "power-grid.pdf", "travel-and-traffic.docx",
          "weather-on-the-day.html", "where-and-when.txt")  # fmt: skip
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="address space is bounded on Linux")
EXAMPLES = Path(__file__).parents[2] / "examples" / "eclipse"


@pytest.fixture(autouse=True)
def reused_processes():
    """Each process is started for one test."""


@pytest.fixture(autouse=True)
def _little_is_worth_processes(monkeypatch):
    monkeypatch.setattr(parallel, "LEAST_WORK", 0)
    monkeypatch.setattr(parallel, "CHUNK", 10_000)


@pytest.fixture
def folder(tmp_path):
    """Every kind of file, a broken and an empty one, a duplicate, JSON lines."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in COPIED:
        shutil.copy(EXAMPLES / name, docs)
    text = (docs / "where-and-when.txt").read_text(encoding="utf-8")
    (docs / "again.txt").write_text(text.replace("\n", "\r\n"), encoding="utf-8")
    (docs / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    (docs / "empty.txt").touch()
    lines = [json.dumps({"id": n, "text": part}) for n, part in enumerate(text.split("\n\n"))]
    (docs / "lines.jsonl").write_text("\n".join([*lines, "{broken"]), encoding="utf-8")
    (docs / "stop.md").write_text("the of and", encoding="utf-8")
    return docs


def content(collection):
    """All that a collection contains; arrays as their types and bytes."""
    split = collection.split
    sentences = [getattr(split.sentences, field.name) for field in fields(split.sentences)]
    arrays = [*sentences, split.terms, split.sentence_of]
    return (
        collection.documents,
        collection.warnings,
        split.vocabulary,
        split.words,
        [(array.dtype, array.tobytes()) for array in arrays],
    )


def read(folder, jobs):
    steps = []
    collection = Collection.read([folder], jobs=jobs, progress=lambda *step: steps.append(step))
    return content(collection), steps


def test_a_collection_does_not_depend_on_the_number_of_processes(folder, monkeypatch):
    two, three = read(folder, 2), read(folder, 3)
    monkeypatch.undo()
    one = read(folder, 1)
    assert len(one[0][1]) == 4
    assert one == two == three


def test_no_process_is_started_for_little_text(folder, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "joblib", None)
    assert Collection.read([folder], jobs=2).documents


def test_given_documents_are_split_by_several_processes_too(folder):
    documents = read_paths([folder]).documents
    assert content(Collection.of(documents, jobs=2)) == content(Collection.of(documents))


DEADLY = """
import os, signal, time
def read(data):
    from hyperdigest.plugins import Content
    if b"hang" in data:
        time.sleep(3600)
    if b"crash" in data:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"memory" in data:
        bytes(int(data.split()[1]) << 20)  # zeros are memory once they are written
    return Content("What was read.", "deadly")
"""


@pytest.fixture
def few(tmp_path):
    """A folder with two texts."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ("travel-and-traffic.docx", "where-and-when.txt"):
        shutil.copy(EXAMPLES / name, docs)
    return docs


@pytest.fixture
def deadly(few, tmp_path, monkeypatch):
    """A function that writes a file into the folder; its reader does what the file says."""
    with installing(tmp_path / "site", monkeypatch) as install:
        install("odd", {"readers": {".deadly": "odd:read"}}, {"odd": DEADLY})

        def put(harm):
            (few / "of.deadly").write_text(harm)
            return few / "of.deadly"

        yield put


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (
            "crash",
            "ended the process that read it, perhaps for want of memory: split it into parts",
        ),
        ("hang", "took more than 2 s to read: split it into parts"),
        pytest.param(
            "memory 4000",
            "needs more memory than a file may have: split it into parts",
            marks=LINUX,
        ),
    ],
)
def test_a_file_that_ends_or_stops_its_reader_is_skipped_and_the_others_are_read(
    few, deadly, harm, reason, jobs
):
    undisturbed = read_paths([few])
    path = deadly(harm)
    collection = read_paths([few], ReadingOptions(jobs=jobs, seconds=2))
    assert collection.documents == undisturbed.documents
    [warning] = set(collection.warnings) - set(undisturbed.warnings)
    assert warning.startswith(f"skipped {path}: {reason}")


@LINUX
@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_a_file_that_needs_more_than_a_share_of_the_memory_is_read_again_with_all_of_it(
    few, deadly, jobs
):
    names = [document.name for document in read_paths([few]).documents]
    deadly("memory 1000")
    found = [document.name for document in read_paths([few], ReadingOptions(jobs=jobs)).documents]
    assert found == sorted([*names, "of.deadly"])


def test_an_attached_file_that_ends_its_reader_loses_no_other(deadly, tmp_path):
    files = {"1.txt": b"The first.", "2.deadly": b"crash", "3.txt": b"The last."}
    bad = [modern(f"Bad {n}.", files=files) for n in range(14)]
    good = [modern(f"Good {n}.", files={"plan.txt": b"Plan %d." % n}) for n in range(30)]
    box = tmp_path / "box.mbox"
    box.write_bytes(mailbox(*bad, *good))
    reading = read_paths([box], ReadingOptions(seconds=5))
    texts = [document.text.rpartition("\n")[2] for document in reading.documents]
    assert texts[:3] == ["Bad 0.", "The first.", "The last."]
    assert texts[3:16] == [f"Bad {n}." for n in range(1, 14)]  # their files are duplicates
    assert texts[16:] == [text for n in range(30) for text in (f"Good {n}.", f"Plan {n}.")]
    [lost, _] = reading.warnings
    assert lost.startswith(f"skipped {box}, message 1, 2.deadly, ")
    assert "and 11 more: each ended the process" in lost


def test_the_limits_hold_for_a_single_file_too(deadly):
    path = deadly("crash")
    with pytest.raises(ReadError, match=f"^{path} ended the process that read it"):
        read_file(path)


def split_and_die(documents, **options):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_killed_while_splitting_is_reported_in_one_line(folder, monkeypatch):
    monkeypatch.setattr(table, "split_part", split_and_die)
    with pytest.raises(WorkerEndedError, match="again with fewer processes") as error:
        Collection.read([folder], jobs=2)
    assert "\n" not in str(error.value)


def at_work(parent):
    """Processes started by `parent` that have used half a second of processor time."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            table = path.read_text(encoding="utf-8").rsplit(")")[-1].split()
            ticks = int(table[11]) + int(table[12])
            if int(table[1]) == parent and ticks > os.sysconf("SC_CLK_TCK") / 2:
                found.append(path.parent)
    return found


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes in /proc")
def test_an_interruption_ends_all_processes(tmp_path, started):
    text = "The old bridge carries no trams, and nobody in the town has asked why.\n\n" * 2000
    for n in range(60):
        (tmp_path / f"{n}.txt").write_text(f"{text}{n}", encoding="utf-8")
    command = [sys.executable, "-m", "hyperdigest", "fit", ".", "-o", "case.hdig", "--jobs", "2"]
    parent = started(command, cwd=tmp_path, stderr=subprocess.PIPE)
    while parent.poll() is None and len(busy := at_work(parent.pid)) < 2:
        time.sleep(0.05)
    parent.send_signal(signal.SIGINT)
    _, errors = parent.communicate(timeout=30)
    assert parent.returncode == 130
    assert errors == b"hyperdigest: interrupted; nothing was written\n"
    assert len(busy) == 2
    assert not [path for path in busy if path.exists()]
    assert not (tmp_path / "case.hdig").exists()
