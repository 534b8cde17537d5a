"""Many questions over many collections, on the cores of this machine or of a cluster.

>>> from hyperdigest.batch import read_tasks, run
>>> tally = run(read_tasks("tasks.jsonl"), "answers.jsonl", workers=4)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hyperdigest.batch.running import InterruptedBatch, Tally, run
    from hyperdigest.batch.tasks import BadTask, Task, read_tasks

__all__ = ["BadTask", "InterruptedBatch", "Tally", "Task", "read_tasks", "run"]

_HOMES = {
    **dict.fromkeys(("InterruptedBatch", "Tally", "run"), "running"),
    **dict.fromkeys(("BadTask", "Task", "read_tasks"), "tasks"),
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that importing this package takes no time."""
    if name not in _HOMES:
        raise AttributeError(f"module 'hyperdigest.batch' has no attribute {name!r}")
    return getattr(import_module(f"hyperdigest.batch.{_HOMES[name]}"), name)
