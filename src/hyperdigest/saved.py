"""A saved collection, of which a question reads what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from hyperdigest.errors import StoreError
from hyperdigest.model import Collection, Model
from hyperdigest.options import Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.question import Question
from hyperdigest.record import Contents
from hyperdigest.store.format import damage_reported
from hyperdigest.store.parts.record import files_in, is_folder

if TYPE_CHECKING:
    from hyperdigest.answer.answer import Answer
    from hyperdigest.reader import Scope
    from hyperdigest.store.outlined import AskedStore
    from hyperdigest.store.parts.calls import Process
    from hyperdigest.store.parts.joined import Joined


class SavedModel:
    """A saved collection: a large one is opened in part for each question, another is read once.

    All methods can be called by several threads.

    Parameters
    ----------
    path : of the file, or of the folder with the parts of a split collection. If one is replaced
        after this object was made, a question that needs it raises a StoreError.
    parts : the processes that have the parts open, if this is not the one.
    """

    def __init__(self, path: str | Path, parts: Sequence[Process] | None = None) -> None:
        self.path = Path(path)
        self._stamp = _stamp(self.path)
        self._whole: Model | None = None
        self._parts = parts
        self._lock = RLock()

    def open(self, question: Question, progress: Progress = quiet) -> tuple[Model, Options, Scope]:
        """A view of the model with the documents in the scope of a question, the options of the
        question, and the scope. Other documents are not read, if possible.

        Parameters
        ----------
        progress : called with ``loading`` for every document, if all are read.

        Raises
        ------
        StoreError, OptionError
            as for `Model.load` and `Model.digest`.
        """
        from hyperdigest.answer.scope import scope_of

        part = self.part(question) if self._whole is None or self.is_large else None
        if part is not None:
            return part
        model = self.whole(progress)
        options = model.options_for(question)
        scope = scope_of(model.collection, question, options)
        return model.view(scope.documents), options, scope

    def answer(self, question: Question, progress: Progress = quiet) -> Answer:
        """All that is computed for a question. Raises the errors of `open`."""
        from hyperdigest.answer.answer import answer

        model, options, scope = self.open(question, progress)
        return answer(model, question, options, scope)

    def whole(self, progress: Progress = quiet) -> Model:
        """The model, which is read once."""
        with self._lock:
            if self._whole is None:
                from hyperdigest.store.saving import read_model

                with self.reading() as store:
                    whole = read_model(Model, Collection, store, progress=progress)
                self._whole = self.placed(whole)
            return self._whole

    def part(self, question: Question) -> tuple[Model, Options, Scope] | None:
        """The part of the model that a question needs; None if that is all, or nearly all."""
        from hyperdigest.store.opening import part_for

        with self.reading() as store:
            part = part_for(Model, Collection, store, question)
        return part and (self.placed(part[0]), *part[1:])

    @cached_property
    def is_large(self) -> bool:
        """Whether it is opened in part if a question allows it."""
        from hyperdigest.store.opening import is_large

        with self.reading() as store:
            return is_large(store)

    @cached_property
    def contents(self) -> Contents:
        """What it consists of."""
        from hyperdigest.store.opening import contents_of

        with self.reading() as store:
            return contents_of(store)

    @contextmanager
    def reading(self) -> Iterator[AskedStore]:
        """What is saved, open for a block that reads it. Raises a StoreError if a file is replaced
        by another."""
        from hyperdigest.store.finding import opened_at

        if _stamp(self.path) != self._stamp:
            raise StoreError(f"{self.path} has changed since it was opened: ask again")
        if self._parts is None and not is_folder(self.path):
            with opened_at(self.path) as store:
                yield store
            return
        with self._lock, damage_reported(self.path):
            yield self._joined

    @cached_property
    def _joined(self) -> Joined:
        """The parts of a split collection, which stay open."""
        from hyperdigest.store.parts.joined import Joined, joined_in

        if self._parts is None:
            return joined_in(self.path)
        return Joined(self._parts, self.path)

    def placed(self, model: Model) -> Model:
        """A model that was read, with the paths that its documents have for who asks."""
        return model


def _stamp(path: Path) -> tuple[object, ...] | None:
    """What distinguishes a file, or those in a folder, from others in their place; None if nothing
    does."""
    try:
        if is_folder(path):
            return tuple((each.name, _stamp(each)) for each in files_in(path))
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
