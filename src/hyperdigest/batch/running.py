"""A batch from its tasks to its output, with retries where workers are lost on the way."""

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

TRIES = 2
"""How often a group may be at work when a worker is lost before its tasks are tried one by one."""

TRIES_ALONE = 2
"""How often a task may lose its worker when nothing else is at work, before it has failed."""

LOST = Outcome(
    failure="its worker was ended each time, perhaps for want of memory: give fewer documents, or"
    " fewer workers"
)


class InterruptedBatch(KeyboardInterrupt):
    """A batch was interrupted; its text says what is kept."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many tasks there were, and how many have an error in place of a digest."""

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

    A line holds ``id`` and ``digest``, the object of `Digest.to_json`, or ``id`` and ``error``. The
    bytes are the same whatever the backend and the number of workers. Answers are kept as they
    come in a file beside `output`, ``.partial`` behind its name: after an interruption of any kind
    the same call does only what is missing. Answers whose task, documents, code or libraries have
    changed since are not used, and what failed is tried again.

    Parameters
    ----------
    backend : ``loky`` (processes of this machine), ``dask`` or ``ray``.
    workers : processes at work at a time; None takes one a core, or the whole cluster.
    address : of a cluster that runs; None starts one of processes on this machine.
    tell : is told in a sentence what an earlier run has left.

    Raises
    ------
    OutputError
        where the output cannot be written, or another batch writes to it.
    OptionError
        where the backend is unknown, or has no address.
    HyperdigestError
        where the library of the backend is missing, or its cluster does not answer.
    InterruptedBatch
        at Ctrl-C.
    """
    output = Path(output)
    reason = obstacle(output)
    if not reason and output.exists() and not output.is_file():
        reason = "it is no regular file, beside which answers could be kept"
    if reason:
        raise OutputError(f"cannot write {output}: {reason}; name another file")
    keys = Keys(str(Path.cwd()))
    keyed = [keys.task(task) if isinstance(task, Task) else "" for task in tasks]
    wanted = {key: task for key, task in zip(keyed, tasks, strict=True) if isinstance(task, Task)}
    with open_journal(output) as journal:
        missing = {key: task for key, task in wanted.items() if key not in journal}
        kept = len(wanted) - len(missing)
        if kept:
            tell(f"going on in {journal.path}: {kept:,} of {len(wanted):,} tasks are done")
        if stale := len(journal) - kept:
            tell(
                f"{stale:,} answers in {journal.path} are not used: the tasks, their documents or"
                " the program have changed"
            )
        groups, failures = group_tasks(missing, keys)
        with _told(journal, wanted):
            if groups:
                with open_executor(backend, workers, address) as executor:
                    failures |= _answer(groups, executor, journal, progress)
            _write(output, tasks, keyed, journal, failures)
    failed = sum(isinstance(task, BadTask) for task in tasks) + sum(k in failures for k in keyed)
    return Tally(len(tasks), failed)


@contextmanager
def _told(journal: Journal, wanted: Mapping[str, Task]) -> Iterator[None]:
    """Say of an interruption, or of what ends the batch, how much is kept."""
    try:
        yield
    except (KeyboardInterrupt, HyperdigestError) as error:
        done = sum(key in journal for key in wanted)
        kept = f"{done:,} of {len(wanted):,} tasks are done; the same command does the others"
        if isinstance(error, KeyboardInterrupt):
            raise InterruptedBatch(kept) from None
        if not done:
            raise
        raise HyperdigestError(f"{error} ({kept})") from error


def _answer(
    groups: list[TaskGroup], executor: Executor, journal: Journal, progress: Progress
) -> dict[str, str]:
    """Do all groups; digests go to the journal, and why there is none is given back, by key."""
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

    Where a worker is lost, what was handed out and not done is done again. Nobody knows then whose
    work ended it, so a group that was at work twice is set aside; its tasks are done one at a time
    in the end, where it is known.
    """
    waiting = dict(enumerate(groups))
    suspected: Counter[int] = Counter()
    aside: list[TaskGroup] = []

    def recorded(handed_out: list[int]) -> Iterator[tuple[int, TaskGroup]]:
        for number, group in list(waiting.items()):
            handed_out.append(number)
            yield number, group

    while waiting:
        handed_out: list[int] = []
        try:
            for number, outcomes in executor(recorded(handed_out)):
                del waiting[number]
                yield outcomes
        except WorkerEndedError:
            for number in waiting.keys() & handed_out:
                suspected[number] += 1
                if suspected[number] == TRIES:
                    aside.append(waiting.pop(number))
            if not handed_out:
                raise
    for group in aside:
        for key, task in group.tasks:
            alone = replace(group, tasks=((key, task),))
            outcomes = {key: LOST}
            for _ in range(TRIES_ALONE):
                with suppress(WorkerEndedError):
                    [(_, outcomes)] = executor([(0, alone)])
                    break
            yield outcomes


def _write(
    output: Path,
    tasks: Sequence[Task | BadTask],
    keyed: Sequence[str],
    journal: Journal,
    failures: Mapping[str, str],
) -> None:
    """Write a line for each task: its digest, or why there is none."""
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
        raise OutputError(f"cannot write {output}: {error.strerror}; make room") from error
