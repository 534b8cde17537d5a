"""The collections of a running app: put on the shelf, read and fitted, asked, and removed."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.store.header import is_store
from hyperdigest.web.answering import Desk
from hyperdigest.web.asking import Asked
from hyperdigest.web.entry import Entry, Remembered, several, short_name
from hyperdigest.web.fits import Fits
from hyperdigest.web.holdings import holdings
from hyperdigest.web.job import Job
from hyperdigest.web.keeping import keep, keep_no_question, keep_question, kept
from hyperdigest.web.loaded import Loaded, Models
from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.settings import Limits
from hyperdigest.web.state import StateFolder
from hyperdigest.web.workers import Workers

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.model import Model

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
        self._fits = Fits(limits, self._changed)
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

        path = Path(path).absolute()
        with opened(path) as store:
            documents, warnings = store.n_documents, tuple(store.meta["warnings"])
        entry = Entry(_new_id(), short_name(name or path.stem), path, status="ready")
        entry.documents, entry.warnings = documents, warnings
        return self._add(entry)

    def add_paths(
        self,
        paths: Sequence[str | Path],
        name: str = "",
        options: Mapping[str, Any] | None = None,
        root: Path | None = None,
    ) -> Entry:
        """Read and fit the documents at `paths` of this machine, which stay where they are.

        One saved collection is put on the shelf as it is.

        Parameters
        ----------
        root : the only folder whose files may be read, if there is one.
        """
        given = [Path(path).absolute() for path in paths]
        if len(given) == 1 and is_store(given[0]):
            return self.add_saved(given[0], name)
        called = name or given[0].name or str(given[0])
        within = str(root.absolute()) if root else ""
        return self._fit(called, "paths", options, paths=tuple(map(str, given)), root=within)

    def add_upload(
        self,
        folder: Path,
        name: str = "",
        options: Mapping[str, Any] | None = None,
        skipped: Sequence[str] = (),
    ) -> Entry:
        """Read and fit the files in a folder of uploads, which is taken away once it is read.

        Parameters
        ----------
        skipped : what to tell of files that were left out.
        """
        files = sorted(path.name for path in folder.iterdir())
        called = name or several(files)
        paths = tuple(f"./{file}" for file in files)
        return self._fit(called, "upload", options, paths=paths, uploads=folder, told=skipped)

    def add_documents(
        self,
        documents: Iterable[dict[str, str]],
        name: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> Entry:
        """Fit documents at hand, each with ``name`` and ``text``, and perhaps ``title``."""
        given = tuple(documents)
        called = name or several([each["name"] for each in given])
        return self._fit(called, "documents", options, documents=given)

    async def remove(self, id: str) -> None:
        """Take an entry off the shelf, and away what the app keeps of it; a fit is ended."""
        entry = self.get(id)
        await self._fits.end(entry)
        self._entries.pop(id, None)
        self._models.forget(entry)
        if entry.folder is not None:
            await asyncio.to_thread(shutil.rmtree, entry.folder, True)
        entry.version += 1
        self._wake()

    async def model(self, entry: Entry) -> Model:
        """The model of a ready entry; a RefusedError where it is not ready."""
        return (await self._loaded(entry)).model

    async def ask(self, entry: Entry, asked: Asked) -> Answer:
        """The answer of a ready entry; errors as for `Model.ask` and `Desk.work`."""
        loaded = await self._loaded(entry)
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
        loaded.keep(asked, answer)
        return answer

    async def _loaded(self, entry: Entry) -> Loaded:
        loaded = await self._models.loaded(_ready(entry))
        entry.summary = holdings(loaded.model)
        return loaded

    def remember(self, entry: Entry, asked: Asked, words: int) -> None:
        """Add a question to an entry's history; asked again, it moves to the end."""
        history = [past for past in entry.history if past.question != asked.question]
        history.append(Remembered(asked.question, words, asked.query, time.time()))
        entry.history[:] = history[-self.limits.history :]
        if self._keeps(entry):
            keep_question(entry, history[-1])

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

    def _add(self, entry: Entry) -> Entry:
        if len(self._entries) >= self.limits.collections:
            raise RefusedError(
                429, f"there are {self.limits.collections} collections: remove one first", 60
            )
        self._entries[entry.id] = entry
        return entry

    def _fit(
        self,
        name: str,
        origin: str,
        options: Mapping[str, Any] | None,
        *,
        uploads: Path | None = None,
        told: Sequence[str] = (),
        **job: Any,
    ) -> Entry:
        self._fits.check_room()
        id = _new_id()
        folder = self.state.collections / id
        entry = self._add(Entry(id, short_name(name), folder / SAVED, folder, origin))
        entry.warnings = tuple(told)
        folder.mkdir(0o700)
        changes = dict(options or {})
        limits = self.limits
        work = Job(
            output=str(entry.saved),
            folder=str(uploads or folder),
            named_only=origin != "paths",
            preset=changes.pop("preset", None) or "default",
            options=changes,
            memory=limits.fit_memory,
            seconds=limits.fit_seconds,
            file_seconds=limits.file_seconds,
            **job,
        )
        self._fits.start(entry, work, uploads)
        return entry

    def _keeps(self, entry: Entry) -> bool:
        return self.state.kept and entry.folder is not None

    def _changed(self, entry: Entry) -> None:
        """Keep an entry that has become ready, and wake all who wait for a change."""
        if entry.status == "ready" and self._keeps(entry):
            keep(entry)
        entry.version += 1
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


def _ready(entry: Entry) -> Entry:
    if entry.status == "failed":
        raise RefusedError(409, f"the collection could not be read: {entry.error}")
    if entry.status != "ready":
        raise RefusedError(409, "the collection is not ready: its documents are being read", 2)
    return entry


def _new_id() -> str:
    return secrets.token_hex(8)
