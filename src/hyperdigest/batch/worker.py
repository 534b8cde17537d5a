"""The work of a process of a batch: open a collection and ask it.

An error is the outcome of its task, and does not end the process.
"""

from __future__ import annotations

import threading
from contextlib import chdir, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.base.versions import code_hash
from hyperdigest.batch.tasks import Task, TaskGroup
from hyperdigest.errors import HyperdigestError, ReadError, reason_of

if TYPE_CHECKING:
    from hyperdigest.model import Collection, Model
    from hyperdigest.options import Options
    from hyperdigest.saved import SavedModel

_ONE_GROUP_AT_A_TIME = threading.Lock()
"""Locked while a group is done, because threads share the current directory of the process."""

_last_model: dict[str, Model | SavedModel] = {}
"""The model of the last group, which the next group may use too."""


class OtherCodeError(HyperdigestError):
    """A worker has another version of this package, whose digests may differ."""


def check_code(code: str) -> None:
    """Raise OtherCodeError if this process has other code than the one that sends it work."""
    if code != code_hash():
        raise OtherCodeError(
            "the workers run another version of hyperdigest than this process: install the same"
            " version"
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The digest of a task as one line of JSON, or the reason of its failure."""

    digest: str = ""
    failure: str = ""


def work(group: TaskGroup) -> dict[str, Outcome]:
    """The outcome of each task of a group, by key.

    Raises OtherCodeError if this process has other code than the one that made the group.
    """
    check_code(group.code)
    with _ONE_GROUP_AT_A_TIME:
        try:
            _, first = group.tasks[0]
            has_folder = Path(group.folder).is_dir()
            if first.paths and not has_folder:
                raise ReadError(
                    f"the machine of the worker has no folder {group.folder}: share it with all"
                    " machines, or give documents instead of paths"
                )
            with chdir(group.folder) if has_folder else nullcontext():
                # With a focus, only the documents that match a question are fitted.
                model = None if group.options and group.options.focus else _model(group)
                return {key: _outcome(model, group, task) for key, task in group.tasks}
        except Exception as error:
            failed = Outcome(failure=_message(error))
            return {key: failed for key, _ in group.tasks}


def _outcome(model: Model | SavedModel | None, group: TaskGroup, task: Task) -> Outcome:
    """The outcome of a task; if `model` is None, a model is made for this task."""
    from hyperdigest.answer.answer import answer
    from hyperdigest.render.json import render_json_line

    try:
        question = task.asked
        if group.options is not None:
            question = replace(question, preset=question.preset or "default")
        if model is not None:
            return Outcome(render_json_line(model.answer(question).digest()))
        assert group.options is not None  # noqa: S101 (a saved collection is always a model)
        part, options, scope = _collection(group.options, task).fit_for(question)
        return Outcome(render_json_line(answer(part, question, options, scope).digest()))
    except Exception as error:
        return Outcome(failure=_message(error))


def _model(group: TaskGroup) -> Model | SavedModel:
    """The model of all tasks of a group."""
    from hyperdigest.saved import SavedModel

    if group.model in _last_model:
        return _last_model[group.model]
    _last_model.clear()
    (_, first), options = group.tasks[0], group.options
    if options is None:
        _last_model[group.model] = SavedModel(first.paths[0])
    else:
        _last_model[group.model] = _collection(options, first).fit(options)
    return _last_model[group.model]


def _collection(options: Options, task: Task) -> Collection:
    """The documents of a task."""
    from hyperdigest.model import Collection

    how: dict[str, Any] = {"language": options.language, "splitter": options.splitter}
    if task.paths:
        return Collection.read(task.paths, **how)
    return Collection.of(task.documents, **how, warnings=task.warnings)


def _message(error: Exception) -> str:
    """The message of an error, on one line."""
    if isinstance(error, HyperdigestError):
        return " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return "out of memory: give fewer documents, or fewer workers"
    return reason_of(error)


def forget() -> None:
    """Free the memory of the model of the last group."""
    _last_model.clear()
