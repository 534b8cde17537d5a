"""A saved collection, of which a question reads what it needs."""

from __future__ import annotations

from collections.abc import Iterator
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

if TYPE_CHECKING:
    from hyperdigest.answer.answer import Answer
    from hyperdigest.reader import Scope


class SavedModel:
    """A saved collection: a large one is opened in part for each question, another is read once.

    All methods can be called by several threads.

    Parameters
    ----------
    path : of the file. If it is replaced after this object was made, a question that needs it
        raises a StoreError.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._stamp = _stamp(self.path)
        self._whole: Model | None = None
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
                with self.reading():
                    self._whole = self.placed(Model.load(self.path, progress=progress))
            return self._whole

    def part(self, question: Question) -> tuple[Model, Options, Scope] | None:
        """The part of the model that a question needs; None if that is all, or nearly all."""
        from hyperdigest.store.opening import part_for

        with self.reading():
            part = part_for(Model, Collection, self.path, question)
        return part and (self.placed(part[0]), *part[1:])

    @cached_property
    def is_large(self) -> bool:
        """Whether it is opened in part if a question allows it."""
        from hyperdigest.store.opening import is_large

        with self.reading():
            return is_large(self.path)

    @cached_property
    def contents(self) -> Contents:
        """What it consists of."""
        from hyperdigest.store.opening import contents_of

        with self.reading():
            return contents_of(self.path)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A block that reads the file. Raises a StoreError if another is in its place."""
        if _stamp(self.path) != self._stamp:
            raise StoreError(f"{self.path} has changed since it was opened: ask again")
        yield

    def placed(self, model: Model) -> Model:
        """A model that was read, with the paths that its documents have for who asks."""
        return model


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What tells a file from another in its place; None if it cannot be told."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
