"""A batch from its tasks to its output, with retries if workers are lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from hyperdigest.base.files import atomic_write, obstacle
from hyperdigest.base.text import dumped
from hyperdigest.batch.executors import Executor, Outcomes, open_executor
from hyperdigest.batch.journal import Journal, open_journal
from hyperdigest.batch.tasks import BadTask, Keys, Task, TaskGroup, group_tasks
from hyperdigest.batch.worker import Outcome
from hyperdigest.errors import HyperdigestError, OutputError, WorkerEndedError
from hyperdigest.progress import Progress, quiet

MOST_LOSSES = 2
"""If a worker was lost so often while a group was in work, its tasks are done one by one."""

MOST_TRIES_OF_TASK = 2
"""If a task that is in work by itself loses its worker so often, it has failed."""

LOST = Outcome(
    failure="its worker was ended each time, perhaps because memory was short: give fewer"
    " documents, or fewer workers"
)


class InterruptedBatch(KeyboardInterrupt):
    """A batch was interrupted; the message says how many tasks are done."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of tasks, and of those that have an error instead of a digest."""

    tasks: int
    failed: int


def run(
    tasks: Sequence[Task | BadTask],
    output: str | Path,
    *,
    backend: str = "loky",
    workers: int | None = None,
    address: str | None = None,
    progress: Progress = quiet,
    tell: Callable[[str], object] = str,
) -> Tally:
    """Answer all tasks, and write a JSON line for each to `output`, in their order.

    A line has ``id`` and ``digest``, the object of `Digest.to_json`, or ``id`` and ``error``. The
    bytes do not depend on the backend and the number of workers. Digests are also written at once
    to a journal, the file `output` with the suffix ``.partial``: after an interruption of any kind
    the same call does only the missing tasks. Digests whose task, documents, code or libraries have
    changed since are not used, and failed tasks are tried again.

    Parameters
    ----------
    backend : ``loky`` (processes of this machine), ``dask`` or ``ray``.
    workers : the number of processes; None for one per core, or the whole cluster.
    address : of a running cluster; None to start one of processes on this machine.
    tell : called with messages about the journal of an earlier run.

    Raises
    ------
    OutputError
        if the output cannot be written, or another batch is writing to it.
    OptionError
        if the backend is unknown, or takes no address.
    HyperdigestError
        if the library of the backend is missing, or its cluster does not answer.
    InterruptedBatch
        after Ctrl-C.
    """
    output = Path(output)
    reason = obstacle(output)
    if not reason and output.exists() and not output.is_file():
        reason = "it is no regular file, as the journal needs"
    if reason:
        raise OutputError(f"cannot write {output}: {reason}; name another file")
    keys = Keys(str(Path.cwd()))
    keyed = [keys.task(task) if isinstance(task, Task) else "" for task in tasks]
    by_key = {key: task for key, task in zip(keyed, tasks, strict=True) if isinstance(task, Task)}
    with open_journal(output) as journal:
        missing = {key: task for key, task in by_key.items() if key not in journal}
        done = len(by_key) - len(missing)
        if done:
            tell(f"continuing from {journal.path}: {done:,} of {len(by_key):,} tasks are done")
        if stale := len(journal) - done:
            tell(
                f"{stale:,} digests in {journal.path} are not used: the tasks, their documents or"
                " the program have changed"
            )
        groups, failures = group_tasks(missing, keys)
        with _done_in_message(journal, by_key):
            if groups:
                with open_executor(backend, workers, address) as executor:
                    failures |= _answer(groups, executor, journal, progress)
            _write(output, tasks, keyed, journal, failures)
    failed = sum(isinstance(task, BadTask) for task in tasks) + sum(k in failures for k in keyed)
    return Tally(len(tasks), failed)


@contextmanager
def _done_in_message(journal: Journal, by_key: Mapping[str, Task]) -> Iterator[None]:
    """Add to the message of an interruption or an error how many tasks are done."""
    try:
        yield
    except (KeyboardInterrupt, HyperdigestError) as error:
        done = sum(key in journal for key in by_key)
        message = f"{done:,} of {len(by_key):,} tasks are done; the same command does the others"
        if isinstance(error, KeyboardInterrupt):
            raise InterruptedBatch(message) from None
        if not done:
            raise
        raise HyperdigestError(f"{error} ({message})") from error


def _answer(
    groups: list[TaskGroup], executor: Executor, journal: Journal, progress: Progress
) -> dict[str, str]:
    """Do all groups, write digests to the journal, and return the reasons of failures by key."""
    failures = {}
    done, total = 0, sum(len(group.tasks) for group in groups)
    progress("answering", done, total)
    with closing(run_with_retries(groups, executor)) as all_outcomes:
        for outcomes in all_outcomes:
            for key, outcome in outcomes.items():
                if outcome.digest:
                    journal.add(key, outcome.digest)
                else:
                    failures[key] = outcome.failure
            done += len(outcomes)
            progress("answering", done, total)
    return failures


def run_with_retries(groups: Sequence[TaskGroup], executor: Executor) -> Generator[Outcomes]:
    """The outcomes of all groups, in the order in which they are done, with retries.

    If a worker is lost, all groups in work are done again, because it is not known which of them
    ended it. A group to which this happens `MOST_LOSSES` times is split at the end, and each of its
    tasks is in work by itself, so that a task that ends its worker is known.
    """
    waiting = dict(enumerate(groups))
    losses: Counter[int] = Counter()
    suspected: list[TaskGroup] = []

    def recorded(sent: list[int]) -> Iterator[tuple[int, TaskGroup]]:
        for number, group in list(waiting.items()):
            sent.append(number)
            yield number, group

    while waiting:
        sent: list[int] = []
        try:
            for number, outcomes in executor(recorded(sent)):
                del waiting[number]
                yield outcomes
        except WorkerEndedError:
            for number in waiting.keys() & sent:
                losses[number] += 1
                if losses[number] == MOST_LOSSES:
                    suspected.append(waiting.pop(number))
            if not sent:
                raise
    for group in suspected:
        for key, task in group.tasks:
            single = replace(group, tasks=((key, task),))
            outcomes = {key: LOST}
            for _ in range(MOST_TRIES_OF_TASK):
                with suppress(WorkerEndedError):
                    [(_, outcomes)] = executor([(0, single)])
                    break
            yield outcomes


def _write(
    output: Path,
    tasks: Sequence[Task | BadTask],
    keyed: Sequence[str],
    journal: Journal,
    failures: Mapping[str, str],
) -> None:
    """Write a line for each task: its digest, or the reason of its failure."""
    try:
        with atomic_write(output) as temporary, temporary.open("w", encoding="utf-8") as file:
            for task, key in zip(tasks, keyed, strict=True):
                if key in journal:
                    id = dumped(task.id, indent=None)
                    file.write(f'{{"id": {id}, "digest": {journal.digest(key)}}}\n')
                else:
                    reason = task.reason if isinstance(task, BadTask) else failures[key]
                    file.write(dumped({"id": task.id, "error": reason}, indent=None) + "\n")
    except OSError as error:
        raise OutputError(
            f"cannot write {output}: {error.strerror}; free some disk space, or name another file"
        ) from error
