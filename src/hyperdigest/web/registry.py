"""Questions answered in threads: a few at a time, the others in line, and no more than that.

Collections in memory: the ones used last, as many as there is room for.

The collections of a running app: put on the shelf, fitted, asked, changed, and removed.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hyperdigest.errors import StoreError
from hyperdigest.model import Model
from hyperdigest.store.database import is_store
from hyperdigest.updates import named
from hyperdigest.web.errors import RefusedError
from hyperdigest.web.jobs import Arriving, Fits
from hyperdigest.web.record import (
    Change,
    Entry,
    Remembered,
    holdings,
    keep,
    keep_no_question,
    keep_questions,
    kept,
    load_own,
    short_name,
)
from hyperdigest.web.requests import Asked
from hyperdigest.web.settings import Limits
from hyperdigest.web.state import PRIVATE, StateFolder
from hyperdigest.web.workers import Workers

if TYPE_CHECKING:
    from hyperdigest.answer import Answer

Result = TypeVar("Result")

BUSY_AFTER = 2
"""Seconds after which a request that found the line full should try again."""


class Desk:
    """Works on what it is given, in a bounded number of threads.

    What may take seconds has a line of its own, so that what takes milliseconds never waits for it.
    """

    def __init__(self, limits: Limits) -> None:
        self._pool = ThreadPoolExecutor(limits.answers_at_once + 1, "answer")
        self._slow = asyncio.Semaphore(1)
        self._quick = asyncio.Semaphore(limits.answers_at_once)
        self._most = limits.answers_waiting + limits.answers_at_once
        self._present = 0

    async def work(self, task: Callable[[], Result], *, slow: bool = False) -> Result:
        """The result of `task`.

        Raises
        ------
        RefusedError
            where too many wait already.
        """
        if self._present >= self._most:
            raise RefusedError(503, "too many questions at once: ask again shortly", BUSY_AFTER)
        self._present += 1
        try:
            async with self._slow if slow else self._quick:
                return await asyncio.get_running_loop().run_in_executor(self._pool, task)
        finally:
            self._present -= 1

    def close(self) -> None:
        """Work on nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


IN_MEMORY = 6
"""Bytes in memory for each byte of a collection's file, about."""

ANSWERS = 32
"""Answers kept of a collection, the ones used last."""


@dataclass
class Loaded:
    """A model in memory, `size` bytes of it, and the answers it gave last."""

    model: Model
    size: int
    answers: OrderedDict[Asked, Answer] = field(default_factory=OrderedDict)

    def answered(self, asked: Asked) -> Answer | None:
        """The answer, if it is kept."""
        if asked in self.answers:
            self.answers.move_to_end(asked)
        return self.answers.get(asked)

    def keep(self, asked: Asked, answer: Answer) -> None:
        """Keep an answer; the one used longest ago gives way."""
        self.answers[asked] = answer
        while len(self.answers) > ANSWERS:
            self.answers.popitem(last=False)


class Models:
    """The models in memory, by the ids of their entries.

    Parameters
    ----------
    room : bytes that they may take, about; the one used last stays, however large.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._loaded: OrderedDict[str, Loaded] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}

    async def loaded(self, entry: Entry) -> Loaded:
        """The model of a ready entry, read from its file where it is not in memory."""
        async with self._loading.setdefault(entry.id, asyncio.Lock()):
            if entry.id not in self._loaded:
                size = _size(entry.saved) * IN_MEMORY
                load = load_own if entry.folder else Model.load
                model = await asyncio.to_thread(load, entry.saved)
                self._loaded[entry.id] = Loaded(model, size)
            self._loaded.move_to_end(entry.id)
            found = self._loaded[entry.id]
        self._make_room()
        return found

    @asynccontextmanager
    async def renewing(self, entry: Entry) -> AsyncIterator[None]:
        """Time to put another file in the place of an entry's: nobody reads that meanwhile."""
        async with self._loading.setdefault(entry.id, asyncio.Lock()):
            yield
            self._loaded.pop(entry.id, None)

    def forget(self, entry: Entry) -> None:
        """Let go of an entry's model."""
        self._loaded.pop(entry.id, None)
        self._loading.pop(entry.id, None)

    def _make_room(self) -> None:
        taken = sum(each.size for each in self._loaded.values())
        while taken > self._room and len(self._loaded) > 1:
            taken -= self._loaded.popitem(last=False)[1].size


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise RefusedError(409, f"the file of the collection is gone: {error.strerror}") from error


SAVED = "collection.hdig"


class Shelf:
    """The collections of an app; all but `add_saved` is called from its event loop."""

    def __init__(self, state: StateFolder, limits: Limits) -> None:
        self.state = state
        self.limits = limits
        self.desk = Desk(limits)
        self.once = Workers(limits)
        self._entries: dict[str, Entry] = {}
        self._models = Models(limits.loaded_bytes)
        self._fits = Fits(limits, self._place, self._changed)
        self._news = asyncio.Event()
        for entry in kept(state.collections, SAVED, limits.history) if state.kept else ():
            self._entries[entry.id] = entry

    @property
    def collections(self) -> tuple[Entry, ...]:
        """All entries, the newest first."""
        return tuple(reversed(self._entries.values()))

    def get(self, id: str) -> Entry:
        """The entry of an id; a RefusedError where there is none."""
        if id not in self._entries:
            raise RefusedError(404, "there is no such collection: it may have been removed")
        return self._entries[id]

    def add_saved(self, path: str | Path, name: str = "") -> Entry:
        """Put a saved collection on the shelf; it is read when it is asked.

        Raises
        ------
        StoreError
            where the file is missing, foreign, or of another version.
        """
        from hyperdigest.store import opened

        self._check_number()
        path = Path(path).absolute()
        with opened(path) as store:
            documents, warnings = store.n_documents, tuple(store.meta["warnings"])
        entry = Entry(_new_id(), short_name(name or path.stem), path, status="ready")
        entry.documents, entry.warnings = documents, warnings
        self._entries[entry.id] = entry
        return entry

    def add(
        self, given: Arriving, name: str = "", options: Mapping[str, Any] | None = None
    ) -> Entry:
        """Read and fit documents; one saved collection is put on the shelf as it is.

        Parameters
        ----------
        options : as for `Options.preset`, ``preset`` perhaps among them.
        """
        if len(given.paths) == 1 and not given.uploads and is_store(given.paths[0]):
            return self.add_saved(given.paths[0], name)
        self._check_number()
        self._fits.check_room()
        changes = dict(options or {})
        preset = changes.pop("preset", None) or "default"
        job = given.job(self.state.uploads, self.limits, preset=preset, options=changes)
        id = _new_id()
        folder = self.state.collections / id
        entry = Entry(id, short_name(name or given.name), folder / SAVED, folder)
        entry.warnings = given.skipped
        self._entries[id] = entry
        self._fits.start(entry, job)
        return entry

    def grow(self, entry: Entry, given: Arriving) -> None:
        """Add documents to a ready entry, which is asked as it was until they are in."""
        self._check_unchanging(entry)
        self._change(entry, "adding", given)

    async def shrink(self, entry: Entry, names: Sequence[str]) -> None:
        """Remove the documents of these names, as for `Model.remove`, from a ready entry."""
        model = await self.model(entry)
        held = model.collection.documents
        numbers = await self.desk.work(lambda: named(held, names))
        self._check_unchanging(entry)
        gone = tuple(held[number].name for number in numbers)
        self._change(entry, "removing", Arriving(), removed=gone)

    async def leave_as_it_was(self, entry: Entry) -> None:
        """End what is being done to a ready entry, if anything is."""
        if entry.changing:
            await self._fits.end(entry)
        if entry.changing:
            entry.settle({"failed": ""})
            self._changed(entry)

    def file(self, entry: Entry) -> Path:
        """The file of a ready entry, with all that was added and without what was removed."""
        entry.check_ready()
        if not entry.saved.is_file():
            raise RefusedError(409, "the file of the collection is gone")
        return entry.saved

    async def remove(self, id: str) -> None:
        """Take an entry off the shelf, and away what the app keeps of it; its job is ended."""
        entry = self.get(id)
        await self._fits.end(entry)
        self._entries.pop(id, None)
        self._models.forget(entry)
        if entry.folder is not None:
            await asyncio.to_thread(shutil.rmtree, entry.folder, True)
        entry.version += 1
        self._wake()

    async def loaded(self, entry: Entry) -> Loaded:
        """A ready entry in memory; a RefusedError where it is not ready."""
        entry.check_ready()
        loaded = await self._models.loaded(entry)
        entry.summary = entry.summary or holdings(loaded.model)
        return loaded

    async def model(self, entry: Entry) -> Model:
        """The model of a ready entry; a RefusedError where it is not ready."""
        return (await self.loaded(entry)).model

    async def ask(self, entry: Entry, asked: Asked) -> Answer:
        """The answer of a ready entry; errors as for `Model.ask` and `Desk.work`."""
        return await self.answer(await self.loaded(entry), asked)

    async def answer(self, loaded: Loaded, asked: Asked) -> Answer:
        """The answer of what was loaded before, whatever has taken its place since."""
        past = loaded.answered(asked)
        if past is not None:
            return past
        changes = dict(asked.changes)
        answer = await self.desk.work(
            lambda: loaded.model.ask(
                asked.question, wishes=asked.wishes, preset=asked.preset, **changes
            ),
            slow=bool(changes.get("exact")),
        )
        answer = replace(answer, warnings=(*asked.ignored, *answer.warnings))
        loaded.keep(asked, answer)
        return answer

    def remember(self, entry: Entry, asked: Asked, words: int) -> None:
        """Add a question to an entry's history; asked again, it moves to the end."""
        past = Remembered(asked.question, words, asked.query, time.time())
        entry.remember(past, self.limits.history)
        if self.state.kept and entry.folder is not None:
            keep_questions(entry.folder, entry.history[-1:])

    def forget_history(self, entry: Entry) -> None:
        """Forget what was asked of an entry."""
        entry.history.clear()
        keep_no_question(entry)

    async def change(self, entry: Entry, seen: int, seconds: float) -> bool:
        """Wait until `entry` is of another version than `seen`; False where `seconds` passed."""
        try:
            async with asyncio.timeout(seconds):
                while entry.version == seen:
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """End all work, and take away what is not to be kept."""
        await self._fits.close()
        self.desk.close()
        await self.once.close()
        self.state.close()

    def _check_number(self) -> None:
        if len(self._entries) >= self.limits.collections:
            raise RefusedError(
                429, f"there are {self.limits.collections} collections: remove one first", 60
            )

    def _check_unchanging(self, entry: Entry) -> None:
        self.get(entry.id).check_ready()
        if entry.changing:
            raise RefusedError(409, "the collection is being changed: wait until that is done", 2)
        self._fits.check_room()

    def _change(self, entry: Entry, how: Change, given: Arriving, **what: Any) -> None:
        what |= {"base": str(entry.saved), "own": entry.folder is not None}
        job = given.job(self.state.uploads, self.limits, **what)
        entry.change(how)
        self._fits.start(entry, job)
        self._changed(entry)

    async def _place(self, entry: Entry, made: Path) -> None:
        """Put the file that a job made in the place of an entry's; never in that of somebody's."""
        folder = self.state.collections / entry.id
        async with self._models.renewing(entry):
            try:
                folder.mkdir(PRIVATE, exist_ok=True)
                made.replace(folder / SAVED)
            except OSError as error:
                raise StoreError(f"cannot keep the collection: {error.strerror}") from error
            if entry.folder is None and self.state.kept:
                keep_questions(folder, entry.history)
            entry.folder, entry.saved = folder, folder / SAVED

    def _changed(self, entry: Entry) -> None:
        """Keep an entry that has become ready, and wake all who wait for a change."""
        if self.state.kept and entry.folder and entry.ended and entry.status == "ready":
            keep(entry)
        entry.version += 1
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


def _new_id() -> str:
    return secrets.token_hex(8)
