"""The first documents of a new collection can be asked while all are being read."""

import asyncio
import json
import os
import threading
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from hyperdigest.base.json_fields import from_json
from hyperdigest.model import Model
from hyperdigest.progress import quiet
from hyperdigest.web import first_documents, fitting, jobs
from hyperdigest.web.first_documents import first_job
from hyperdigest.web.jobs import IncomingDocuments, Job
from hyperdigest.web.record import Record
from hyperdigest.web.settings import Limits
from web_app import API, app_client, wait_until_ended

FERRY = "The ferry of Norby leaves the old harbour at seven in the morning on working days. "
BRIDGE = "The council closed the old bridge on Monday. Engineers found cracks in two arches. "
TEXTS = {
    "bridge.txt": BRIDGE * 40,
    "ferry.txt": FERRY,
    "road.txt": FERRY.replace("ferry", "bus") * 9,
}


def fields_of(job):
    """The fields of a job as an isolated process gets them."""
    return json.loads(json.dumps(asdict(job)))


@pytest.fixture
def small(monkeypatch):
    """Collections of a few bytes are large."""
    monkeypatch.setattr(first_documents, "LEAST_BYTES", 100)


@pytest.fixture
def uploaded(tmp_path, monkeypatch):
    """A job of uploaded files, in the current folder."""
    folder = tmp_path / "upload"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    monkeypatch.chdir(folder)
    incoming = IncomingDocuments.from_uploads(folder)
    return incoming.job(tmp_path, Limits(), ahead=True, options={"sweeps": 30})


def test_the_smallest_files_are_read_ahead(small, uploaded):
    first = first_job(uploaded)
    assert first.incoming.paths == ("ferry.txt",)
    assert (Path(first.folder) / "ferry.txt").read_text() == FERRY
    assert Path(first.folder).parent == Path(uploaded.folder)
    assert first.options["sweeps"] <= first_documents.SWEEPS
    assert not first.ahead


def test_files_of_a_folder_have_the_same_names_ahead(small, tmp_path, monkeypatch):
    pile = tmp_path / "pile"
    (pile / "deep").mkdir(parents=True)
    (pile / "deep" / "ferry.txt").write_text(FERRY)
    (pile / "bridge.txt").write_text(BRIDGE * 40)
    job = IncomingDocuments.from_paths([pile]).job(tmp_path, Limits(), ahead=True)
    monkeypatch.chdir(tmp_path)
    found = fitting.fit(first_job(job), quiet)
    assert found["latest"] == []
    first = Model.load(first_job(job).output).collection.documents
    fitting.fit(job, quiet)
    every = {each.path: each.name for each in Model.load(job.output).collection.documents}
    assert [(each.path, each.name) for each in first] == [
        (path, name) for path, name in every.items() if path.endswith("ferry.txt")
    ]


@pytest.mark.parametrize("change", [{"ahead": False}, {"base": "old.hdig"}])
def test_nothing_is_read_ahead_of_other_jobs(small, uploaded, change):
    assert first_job(replace(uploaded, **change)) is None


def test_nothing_is_read_ahead_of_few_bytes(uploaded):
    assert first_job(uploaded) is None


def test_what_is_read_ahead_changes_no_byte_of_the_collection(small, uploaded):
    reports = []
    reply = fitting.fit_in_child(fields_of(uploaded), reports.append)
    assert reply["ready"]["documents"] == 3
    [first] = [each for each in reports if "first" in each]
    assert first["first"]["documents"] == 1
    assert len(Model.load(first["output"]).collection.documents) == 1
    made = Path(uploaded.output).read_bytes()
    Path(uploaded.output).unlink()
    fitting.fit_in_child(fields_of(replace(uploaded, ahead=False)), bool)
    assert Path(uploaded.output).read_bytes() == made


@pytest.fixture
def halted(monkeypatch):
    """Jobs are done in this process, and wait for the event after their first documents."""
    proceed = threading.Event()

    def work(fields, report):
        here = Path.cwd()

        def told(progress):
            report(progress)
            if "first" in progress:
                os.chdir(here)
                assert proceed.wait(60)

        try:
            reply = fitting.fit_in_child(json.loads(json.dumps(fields)), told)
            return json.loads(json.dumps(reply))
        finally:
            os.chdir(here)

    async def call(threads, process, fields, report):
        loop = asyncio.get_running_loop()
        return await asyncio.to_thread(
            work, fields, lambda value: loop.call_soon_threadsafe(report, value)
        )

    monkeypatch.setattr(jobs, "call_in_thread", call)
    yield proceed
    proceed.set()


def test_a_page_answers_from_the_first_documents_until_all_are_read(small, halted):
    with app_client() as client:
        files = [("files", (name, text.encode())) for name, text in TEXTS.items()]
        sent = client.post("/collections", files=files, follow_redirects=False)
        page = sent.headers["location"]
        address = f"{API}/collections/{page.rpartition('/')[2]}"
        shown = {"documents": 0}
        while not shown["documents"]:
            shown = client.get(address).json()
            assert shown["status"] in ("waiting", "reading"), shown["error"]
        assert (shown["status"], shown["documents"]) == ("reading", 1)
        asked = client.get(page, params={"q": "When does the ferry leave?"}).text
        assert "Answers are from the first 1 document." in asked
        assert "leaves the old harbour at seven" in asked
        doubted = client.get(page, params={"q": "When was the bridge closed?"}).text
        assert "Not all documents are read yet: ask again then." in doubted
        listed = client.get(f"{page}/documents").text
        assert "Reading all documents" in listed
        assert "ferry.txt" in listed
        assert "road.txt" not in listed
        halted.set()
        ended = wait_until_ended(client, address)
        assert (ended["status"], ended["documents"], ended["warnings"]) == ("ready", 3, [])
        asked = client.get(page, params={"q": "When was the bridge closed?"}).text
        assert "Answers are from" not in asked
        assert "Not all documents are read yet" not in asked
        assert "closed the old bridge on Monday" in asked


def test_a_program_waits_for_all_documents(small, halted):
    halted.set()
    with app_client() as client:
        files = [("files", (name, text.encode())) for name, text in TEXTS.items()]
        address = client.post(f"{API}/collections", files=files).headers["location"]
        with client.stream("GET", f"{address}/events") as stream:
            lines = [line for line in stream.iter_lines() if line.startswith("data:")]
        assert not any('"documents": 1,' in line for line in lines)
        assert client.get(address).json()["documents"] == 3


@pytest.mark.parametrize("error", ["out of memory", ""])
def test_a_collection_that_is_not_completed_says_so(error, tmp_path):
    record = Record("1", "pile", tmp_path / "a.hdig", tmp_path)
    record.settle({"first": {"documents": 2, "summary": "2 documents", "warnings": ["a is odd"]}})
    assert (record.status, record.ended, record.warnings) == ("ready", False, ("a is odd",))
    record.settle({"failed": error})
    assert (record.status, record.ended, record.error) == ("ready", True, error)
    reason = f": {error}" if error else ""
    assert record.warnings == ("a is odd", f"only 2 documents could be read{reason}")


def test_a_job_that_was_saved_before_reads_nothing_ahead(uploaded):
    fields = fields_of(uploaded)
    del fields["ahead"]
    assert not from_json(Job, fields).ahead


def test_the_time_left_is_not_told_before_it_can_be_known(monkeypatch):
    now, told = [0.0], []
    monkeypatch.setattr(fitting.time, "monotonic", lambda: now[0])
    progress = fitting.progress_to(told.append)
    for seconds, done in ((5.0, 1), (6.0, 2), (15.0, 11), (44.0, 40)):
        now[0] = seconds
        progress("reading", done, 40)
    assert [each["seconds_left"] for each in told] == [None, None, 29.0, 0.0]
