"""What a process does for a batch: open a collection and ask it; failures stay in their task."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, chdir, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hyperdigest.batch.tasks import Task, Unit
from hyperdigest.errors import HyperdigestError, ReadError
from hyperdigest.signature import code_hash

if TYPE_CHECKING:
    from hyperdigest.model import Collection, Model
    from hyperdigest.options import Options

_ALONE = threading.Lock()
"""Held while a unit is done: the current directory is that of the whole process."""

_last: dict[str, Model] = {}
"""The collection of the unit done last, for it may be that of the next one."""


class OtherCodeError(HyperdigestError):
    """A worker has another version of this package, whose digests may differ."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The digest of a task as JSON of one line, or why there is none."""

    digest: str = ""
    failure: str = ""


def work(unit: Unit) -> dict[str, Outcome]:
    """The outcome of each task of a unit, by key.

    Raises
    ------
    OtherCodeError
        where this process runs other code than the one that made the unit.
    """
    if unit.code != code_hash():
        raise OtherCodeError(
            "the workers run another version of hyperdigest than this one: install the same"
        )
    with _ALONE:
        try:
            with _current(unit):
                model = None if _is_focused(unit) else _model(unit)
                return {key: _outcome(model, unit, task) for key, task in unit.tasks}
        except Exception as error:
            failed = Outcome(failure=_told(error))
            return {key: failed for key, _ in unit.tasks}


def _current(unit: Unit) -> AbstractContextManager[None]:
    """The folder of a unit as the current directory; documents that come with it need none."""
    if Path(unit.folder).is_dir():
        return chdir(unit.folder)
    if unit.tasks[0][1].paths:
        raise ReadError(
            f"the worker does not see the folder {unit.folder}: share it with all machines, or"
            " give documents in place of paths"
        )
    return nullcontext()


def _is_focused(unit: Unit) -> bool:
    """Whether of a saved collection only the documents that match a question are opened."""
    return unit.options is None and bool(unit.tasks[0][1].changes.get("focus"))


def _outcome(model: Model | None, unit: Unit, task: Task) -> Outcome:
    """The outcome of a task; where there is no model for all, it has one of its own."""
    from hyperdigest.model import Model
    from hyperdigest.render.json import render_json_line

    preset = task.preset if unit.options is None else task.preset or "default"
    try:
        if model is None:
            asked = task.question, preset, dict(task.changes), task.wishes
            model = Model.load_focused(task.paths[0], *asked)
        digest = model.digest(task.question, wishes=task.wishes, preset=preset, **task.changes)
        told = replace(digest, warnings=(*task.ignored, *digest.warnings))
        return Outcome(render_json_line(told))
    except Exception as error:
        return Outcome(failure=_told(error))


def _model(unit: Unit) -> Model:
    """The fitted collection of a unit."""
    if unit.model not in _last:
        _last.clear()
        _last[unit.model] = _opened(unit)
    return _last[unit.model]


def _opened(unit: Unit) -> Model:
    from hyperdigest.model import Model

    _, first = unit.tasks[0]
    if unit.options is None:
        return Model.load(first.paths[0])
    collection = _collection(first, unit.options)
    return collection.focused(first.question, unit.options, first.wishes).fit(unit.options)


def _collection(task: Task, options: Options) -> Collection:
    from hyperdigest.model import Collection

    language, splitter = options.language, options.splitter
    if task.paths:
        return Collection.read(task.paths, language=language, splitter=splitter)
    return Collection.of(
        task.documents, language=language, splitter=splitter, warnings=task.warnings
    )


def _told(error: Exception) -> str:
    """What happened, in one line."""
    reason = " ".join(str(error).split())
    if isinstance(error, HyperdigestError):
        return reason
    if isinstance(error, MemoryError):
        return "out of memory: give fewer documents, or fewer workers"
    return f"{type(error).__name__}: {reason}" if reason else type(error).__name__


def forget() -> None:
    """Give back the memory of the collection that was opened last."""
    _last.clear()
