"""The registry of the collections of a running app: what is added, changed, asked and removed."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.requests import Request

from hyperdigest.answer.answer import Answer
from hyperdigest.errors import HyperdigestError, OptionError, StoreError
from hyperdigest.model import Model
from hyperdigest.question import Question
from hyperdigest.read.changes import stamps_of
from hyperdigest.read.paths import lies_in
from hyperdigest.store.finding import is_store, opened_at
from hyperdigest.store.growing import matching_documents
from hyperdigest.web.accepted_jobs import Unfinished, forget_job, save_job, unfinished_jobs
from hyperdigest.web.errors import RequestError, storage_error
from hyperdigest.web.jobs import IncomingDocuments, JobQueue
from hyperdigest.web.model_cache import LoadedModel, ModelCache
from hyperdigest.web.once import OnceQueue
from hyperdigest.web.originals import move_originals
from hyperdigest.web.pdfs import MarkedPdfs, PageImages
from hyperdigest.web.queues import ThreadQueue
from hyperdigest.web.record import (
    HISTORY,
    SAVED,
    Change,
    PastQuestion,
    Record,
    append_history,
    collection_summary,
    load_external,
    load_records,
    save_record,
    short_name,
)
from hyperdigest.web.requests import query_string
from hyperdigest.web.settings import Limits
from hyperdigest.web.state import PRIVATE, StateFolder
from hyperdigest.web.watch import MOST_WATCHED, Watch


class Registry:
    """The collections of an app; all but `add_saved` is called from its event loop.

    `messages` are lines about jobs that had not ended when an earlier app did.
    """

    def __init__(self, state: StateFolder, limits: Limits) -> None:
        self.state = state
        self.limits = limits
        self.threads = ThreadQueue(limits)
        self.once = OnceQueue(limits)
        self.page_images = PageImages()
        self.marked_pdfs = MarkedPdfs()
        self._records: dict[str, Record] = {}
        self._models = ModelCache(limits.loaded_bytes)
        self._jobs = JobQueue(limits, self._place, self._changed)
        self._news = asyncio.Event()
        self._unfinished: list[Unfinished] = []
        self.messages: list[str] = []
        if state.lasting:
            self._take_up()

    def resume(self) -> None:
        """Start the jobs again that had not ended when the app did; called once, at its start."""
        while self._unfinished:
            self._jobs.start(*self._unfinished.pop(0))

    @property
    def collections(self) -> tuple[Record, ...]:
        """All records, the newest first."""
        return tuple(reversed(self._records.values()))

    def get(self, id: str) -> Record:
        """The record of an id; a RequestError if there is none."""
        if id not in self._records:
            raise RequestError(404, "there is no such collection: it may have been removed")
        return self._records[id]

    def add_saved(self, path: str | Path, name: str = "") -> Record:
        """Add a saved collection, which is loaded when it is first asked. Raises a StoreError where
        the file is missing, foreign, or of another version."""
        self._check_number()
        path = Path(path).absolute()
        with opened_at(path) as store:
            documents, warnings = store.n_documents, tuple(store.meta["warnings"])
        record = Record(secrets.token_hex(8), short_name(name or path.stem), path, status="ready")
        record.documents, record.warnings = documents, warnings
        self._records[record.id] = record
        return record

    def add(
        self,
        incoming: IncomingDocuments,
        name: str = "",
        preset: str = "default",
        options: Mapping[str, Any] | None = None,
        *,
        lasting: bool = True,
        ahead: bool = False,
    ) -> Record:
        """Read and fit documents in a job; a single saved collection is added as it is. The preset
        and the options are as for `Options.preset`. A `lasting` job outlives the app, where that
        keeps its collections. Some documents of many can be asked `ahead`."""
        if len(incoming.paths) == 1 and not incoming.uploads and is_store(incoming.paths[0]):
            return self.add_saved(incoming.paths[0], name)
        self._check_number()
        self._jobs.check_room()
        what = {"preset": preset, "options": dict(options or {}), "ahead": ahead}
        job = incoming.job(self.state.uploads, self.limits, **what)
        id = secrets.token_hex(8)
        folder = self.state.collections / id
        record = Record(id, short_name(name or incoming.name), folder / SAVED, folder)
        record.warnings = incoming.skipped
        record.named = bool(name) or not incoming.named_only
        _watch_also(record, incoming)
        if lasting and self.state.lasting:
            save_job(record, job)
        self._records[id] = record
        self._jobs.start(record, job)
        return record

    def add_documents(self, record: Record, incoming: IncomingDocuments) -> None:
        """Add documents to a ready record, which is asked as it was until they are in."""
        self._change(record, "adding", incoming)
        _watch_also(record, incoming)

    async def remove_documents(self, record: Record, names: Sequence[str]) -> None:
        """Remove the documents of these names, as for `Model.remove`, from a ready record."""
        documents = list((await self.model(record)).collection.document_numbers)
        numbers = await self.threads.run(lambda: matching_documents(documents, names))
        removed = tuple(documents[number] for number in numbers)
        self._change(record, "removing", IncomingDocuments(), removed=removed)

    async def read_scans(self, record: Record) -> None:
        """Read the scanned pages of a record by machine, in a job. Raises a RequestError where
        there are none."""
        if record.again is not None:
            self._jobs.check_room()
            job = record.again
            record.again, record.scans, record.error = None, (), ""
            record.status = "waiting"
            self._jobs.start(record, replace(job, incoming=replace(job.incoming, ocr=True)))
            self._changed(record)
            return
        documents = (await self.model(record)).collection.documents
        if not record.scans and not any(document.scanned for document in documents):
            raise RequestError(409, "the collection has no scanned pages that are not read")
        root = record.watch.root if record.watch else ""
        self._change(record, "recognizing", IncomingDocuments(root=root), recognize=True)

    def switch_watch(self, record: Record, mode: str) -> None:
        """Switch the watch over the files of a record; an OptionError if it has no files."""
        if record.watch is None:
            raise OptionError("the files of this collection are not on this machine: upload again")
        former, record.watch = record.watch, replace(record.watch)
        record.watch.switch(mode)
        try:
            self._save(record, "the watch")
        except RequestError:
            record.watch = former
            raise
        self._changed(record)

    async def update(self, record: Record) -> None:
        """Take over what has changed in the files of a ready record, if anything has."""
        watch = record.watch
        if watch is None or not watch.changes or record.changing:
            return
        documents = (await self.model(record)).collection.documents
        gone = set(watch.changes.removed)
        removed = tuple(document.name for document in documents if lies_in(document.path, gone))
        paths = (*watch.changes.added, *watch.changes.changed)
        if not paths and not removed:
            watch.take()
            return
        incoming = IncomingDocuments(paths, root=watch.root, folders=watch.paths)
        self._change(record, "updating" if paths else "removing", incoming, removed=removed)
        watch.take()

    async def keep_watch(self) -> None:
        """Look at the files that are watched time and again, until cancelled."""
        while True:
            await asyncio.sleep(self.limits.watch_seconds)
            for record in self.collections:
                if record.watch is not None and record.watch.on and record.idle:
                    try:
                        await self._look(record, record.watch)
                    except HyperdigestError as error:
                        record.watch.error = str(error)

    async def _look(self, record: Record, watch: Watch) -> None:
        stamps = await asyncio.to_thread(stamps_of, watch.paths, watch.root, MOST_WATCHED)
        if watch.look(stamps):
            self._changed(record)
        if watch.mode == "update" and watch.changes:
            await self.update(record)

    async def cancel_change(self, record: Record) -> None:
        """End the change of a ready record that is in progress, if there is one."""
        if record.changing:
            await self._jobs.end(record)
        if record.changing:
            record.settle({"failed": ""})
            self._changed(record)

    def file(self, record: Record) -> Path:
        """The saved collection of a ready record, with all changes made so far."""
        record.check_ready()
        if not record.saved.is_file():
            raise RequestError(409, "the file of the collection is gone")
        return record.saved

    async def remove(self, id: str) -> None:
        """Remove a record, end its job, and delete its files in the folder of the app."""
        record = self.get(id)
        await self._jobs.end(record)
        self._records.pop(id, None)
        self._models.forget(record)
        for job in (*record.waiting, *([record.again] if record.again else [])):
            await asyncio.to_thread(shutil.rmtree, job.folder, True)
        if record.folder is not None:
            await asyncio.to_thread(shutil.rmtree, record.folder, True)
        record.version += 1
        self._wake()

    async def loaded(self, record: Record) -> LoadedModel:
        """A ready record that can be asked; a RequestError if it is not ready."""
        record.check_ready()
        loaded = await self._models.loaded(record)
        if not record.summary:
            contents = await asyncio.to_thread(lambda: loaded.saved.contents)
            record.summary = collection_summary(contents)
        return loaded

    async def read(self, record: Record) -> LoadedModel:
        """The same, read whole."""
        loaded = await self.loaded(record)
        await asyncio.to_thread(loaded.saved.whole)
        return loaded

    async def model(self, record: Record) -> Model:
        """The model of a ready record; a RequestError if it is not ready."""
        return (await self.read(record)).model

    async def answer(self, loaded: LoadedModel, question: Question) -> Answer:
        """The answer of a loaded model, even if another has replaced it since. Errors are those of
        `Model.ask` and `ThreadQueue.run`."""
        if question not in loaded.answers:
            exact = bool(dict(question.changes).get("exact"))
            answer = await self.threads.run(lambda: loaded.saved.answer(question), slow=exact)
            loaded.answers[question] = answer
        return loaded.answers[question]

    def remember(self, record: Record, question: Question, words: int) -> None:
        """Add a question to a record's history; asked again, it moves to the end."""
        past = PastQuestion(question.text, words, query_string(question), time.time())
        record.remember(past, self.limits.history)
        if self.state.lasting and record.folder is not None:
            append_history(record.folder, record.history[-1:])

    def forget_history(self, record: Record) -> None:
        """Forget what was asked of a record."""
        record.history.clear()
        if record.folder is not None:
            (record.folder / HISTORY).unlink(missing_ok=True)

    async def rename(self, record: Record, name: str) -> None:
        """Give a record another name. Raises an OptionError if it is empty, and a RequestError if
        it cannot be saved."""
        short = short_name(name)
        if not short:
            raise OptionError("the name is empty: give the collection a name")
        former = record.name, record.named
        record.name, record.named = short, True
        try:
            if self.state.lasting and record.status == "ready":
                await self._adopt(record)
            self._save(record, "the name")
        except HyperdigestError:
            record.name, record.named = former
            raise
        self._changed(record)

    async def write_note(self, record: Record, document: str, start: int, text: str) -> None:
        """Put a note on the sentence of a ready record at a place, or remove it where the text is
        empty. Errors are those of `Notes.write` and `Notes.save`."""
        collection = (await self.model(record)).collection
        former = record.notes.by_place.get((document, start))
        record.notes.write(collection, document, start, text)
        try:
            if self.state.lasting:
                await self._adopt(record)
                assert record.folder is not None  # noqa: S101 (it has one now)
                record.notes.save(record.folder)
        except HyperdigestError:
            record.notes.put((document, start), former)
            raise

    async def _adopt(self, record: Record) -> None:
        """Copy the file of a record into the folder of the app, where it is outside of it. Raises a
        RequestError or a StoreError if there is no room for it."""
        if record.folder is not None:
            return
        folder = self.state.collections / record.id
        async with self._models.renewing(record):
            if record.folder is None:
                try:
                    folder.mkdir(PRIVATE, exist_ok=True)
                    model = await asyncio.to_thread(load_external, record.saved)
                    await asyncio.to_thread(model.save, folder / SAVED)
                    save_record(replace(record, folder=folder))
                except OSError as error:
                    raise storage_error(error, "the collection") from error
                append_history(folder, record.history)
                record.folder, record.saved = folder, folder / SAVED
        self._changed(record)

    async def wait_for_change(self, record: Record, seen: int, seconds: float) -> bool:
        """Wait until `record` is of another version than `seen`; False if `seconds` passed."""
        try:
            async with asyncio.timeout(seconds):
                while record.version == seen:
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """End all work, and delete the files that do not outlast it."""
        await self._jobs.close()
        self.threads.close()
        await self.once.close()
        await self.page_images.close()
        self.state.close()

    def _take_up(self) -> None:
        """Load the saved records, and those of jobs that had not ended, with a message for each."""
        for record in load_records(self.state.collections, self.limits.history):
            self._records[record.id] = record
        self._unfinished, lost = unfinished_jobs(
            self.state.uploads, self.state.collections, self._records, self.limits
        )
        for record, job in self._unfinished:
            self._records[record.id] = record
            _watch_also(record, job.incoming)
            what = "its change" if job.base else "its reading"
            self.messages.append(
                f"{record.name}: {what} had not ended when the app did: started again"
            )
        for record in lost:
            self._records[record.id] = record
            self.messages.append(f"{record.name}: lost: {record.error}")

    def _check_number(self) -> None:
        if len(self._records) >= self.limits.collections:
            raise RequestError(
                429, f"there are {self.limits.collections} collections: remove one first", 60
            )

    def _change(
        self, record: Record, how: Change, incoming: IncomingDocuments, **what: Any
    ) -> None:
        self.get(record.id).check_ready()
        if record.changing:
            raise RequestError(409, "the collection is being changed: wait until that is done", 2)
        self._jobs.check_room()
        what |= {"base": str(record.saved), "managed": record.folder is not None}
        what["scans"] = record.scans
        job = incoming.job(self.state.uploads, self.limits, **what)
        if self.state.lasting:
            save_job(record, job, how)
        record.change(how)
        self._jobs.start(record, job)
        self._changed(record)

    async def _place(self, record: Record, output: Path, reply: dict[str, Any]) -> None:
        """Let the output of a job replace the file of a record, only in the folder of the app.

        What the record will be by the reply of the job is saved before. Raises a StoreError if
        there is no room for it.
        """
        folder = self.state.collections / record.id
        async with self._models.renewing(record):
            try:
                folder.mkdir(PRIVATE, exist_ok=True)
                settled = replace(record, folder=folder)
                settled.settle(reply)
                if self.state.lasting and settled.idle:
                    save_record(settled)
                output.replace(folder / SAVED)
                move_originals(output.parent, folder)
            except OSError as error:
                raise StoreError(f"cannot keep the collection: {error.strerror}") from error
            if record.folder is None and self.state.lasting:
                append_history(folder, record.history)
                record.notes.save(folder)
            record.folder, record.saved = folder, folder / SAVED

    def _changed(self, record: Record) -> None:
        """Save a record that is ready, if there is room, and wake all tasks that wait for a change.

        What a user was told is saved was written before.
        """
        with suppress(RequestError):
            self._save(record, "the collection")
        if record.again is not None:
            forget_job(record.again)
        record.version += 1
        self._wake()

    def _save(self, record: Record, what: str) -> None:
        """Save a record that is ready. Raises a RequestError if there is no room (503)."""
        if self.state.lasting and record.folder and record.idle:
            try:
                save_record(record)
            except OSError as error:
                raise storage_error(error, what) from error

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


def _watch_also(record: Record, incoming: IncomingDocuments) -> None:
    """Let the watch of a record be over the files of these documents, too."""
    if incoming.named_only:
        return
    if record.watch is None:
        record.watch = Watch(incoming.paths, incoming.root)
    else:
        record.watch.paths = tuple(dict.fromkeys((*record.watch.paths, *incoming.paths)))


def registry_of(request: Request) -> Registry:
    """The registry of the app that answers a request."""
    registry: Registry = request.app.state.registry
    return registry


def record_of(request: Request) -> Record:
    """The record of the collection in the address of a request."""
    return registry_of(request).get(request.path_params["id"])
