"""The work of a process of a batch: open a collection and ask it; failures stay in their task."""

from __future__ import annotations

import threading
from contextlib import chdir, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.base.versions import code_hash
from hyperdigest.batch.tasks import Task, TaskGroup
from hyperdigest.errors import HyperdigestError, ReadError

if TYPE_CHECKING:
    from hyperdigest.model import Collection, Model
    from hyperdigest.options import Options

_ALONE = threading.Lock()
"""Held while a group is done: the current directory is that of the whole process."""

_last: dict[str, Model] = {}
"""The collection of the group done last, for it may be that of the next one."""


class OtherCodeError(HyperdigestError):
    """A worker has another version of this package, whose digests may differ."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The digest of a task as JSON of one line, or why there is none."""

    digest: str = ""
    failure: str = ""


def work(group: TaskGroup) -> dict[str, Outcome]:
    """The outcome of each task of a group, by key.

    Raises an OtherCodeError where this process runs other code than the one that made the group.
    """
    if group.code != code_hash():
        raise OtherCodeError(
            "the workers run another version of hyperdigest than this one: install the same"
        )
    with _ALONE:
        try:
            _, first = group.tasks[0]
            seen = Path(group.folder).is_dir()
            if first.paths and not seen:
                raise ReadError(
                    f"the worker does not see the folder {group.folder}: share it with all"
                    " machines, or give documents in place of paths"
                )
            with chdir(group.folder) if seen else nullcontext():
                # With a focus, only the documents that match a question are opened.
                model = None if first.changes.get("focus") else _model(group)
                return {key: _outcome(model, group, task) for key, task in group.tasks}
        except Exception as error:
            failed = Outcome(failure=_told(error))
            return {key: failed for key, _ in group.tasks}


def _outcome(model: Model | None, group: TaskGroup, task: Task) -> Outcome:
    """The outcome of a task; if there is no model for all tasks, it has one of its own."""
    from hyperdigest.answer.answer import answer
    from hyperdigest.model import Model
    from hyperdigest.render.json import render_json_line

    question = task.asked
    if group.options is not None:
        question = replace(question, preset=question.preset or "default")
    try:
        if model is not None:
            return Outcome(render_json_line(model.answer(question).digest()))
        if group.options is None:
            part, options, scope = Model.load_for(task.paths[0], question)
        else:
            part, options, scope = _collection(group.options, task).fit_for(question)
        return Outcome(render_json_line(answer(part, question, options, scope).digest()))
    except Exception as error:
        return Outcome(failure=_told(error))


def _model(group: TaskGroup) -> Model:
    """The model of all tasks of a group."""
    from hyperdigest.model import Model

    if group.model in _last:
        return _last[group.model]
    _last.clear()
    (_, first), options = group.tasks[0], group.options
    if options is None:
        model = Model.load(first.paths[0])
    else:
        model = _collection(options, first).fit(options)
    _last[group.model] = model
    return model


def _collection(options: Options, task: Task) -> Collection:
    """The documents of a task."""
    from hyperdigest.model import Collection

    how: dict[str, Any] = {"language": options.language, "splitter": options.splitter}
    if task.paths:
        return Collection.read(task.paths, **how)
    return Collection.of(task.documents, **how, warnings=task.warnings)


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
