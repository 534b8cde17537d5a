"""A batch from its tasks to its output.

Units done to the end, although workers are lost on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.base.files import obstacle, written_whole
from hyperdigest.base.text import dumped
from hyperdigest.batch.backends import open_crew
from hyperdigest.batch.executors import Crew, Outcomes
from hyperdigest.batch.journal import Journal, open_journal
from hyperdigest.batch.tasks import BadTask, Keys, Task, Unit, make_units
from hyperdigest.batch.worker import Outcome
from hyperdigest.errors import HyperdigestError, OutputError, WorkerEndedError
from hyperdigest.progress import Progress, quiet

TRIES = 2
"""How often a unit may be at work when a worker is lost before its tasks are tried one by one."""

TRIES_ALONE = 2
"""How often a task may lose its worker when nothing else is at work, before it has failed."""

KILLS = Outcome(
    failure="its worker was ended each time, perhaps for want of memory: give fewer documents, or"
    " fewer workers"
)


def carried_out(units: Sequence[Unit], crew: Crew) -> Generator[Outcomes]:
    """The outcomes of all units, in the order in which they are done.

    Where a worker is lost, what was handed out and not done is done again. Nobody knows then whose
    work ended it, so a unit that was at work twice is set aside; its tasks are done one at a time
    in the end, where it is known.
    """
    waiting = dict(enumerate(units))
    suspected: Counter[int] = Counter()
    aside: list[Unit] = []
    while waiting:
        handed_out: list[int] = []
        try:
            for number, outcomes in crew(_noted(waiting, handed_out)):
                del waiting[number]
                yield outcomes
        except WorkerEndedError:
            for number in waiting.keys() & handed_out:
                suspected[number] += 1
                if suspected[number] == TRIES:
                    aside.append(waiting.pop(number))
            if not handed_out:
                raise
    for unit in aside:
        for single in unit.alone():
            yield _alone(single, crew)


def _noted(waiting: dict[int, Unit], handed_out: list[int]) -> Iterator[tuple[int, Unit]]:
    for number, unit in list(waiting.items()):
        handed_out.append(number)
        yield number, unit


def _alone(unit: Unit, crew: Crew) -> Outcomes:
    for _ in range(TRIES_ALONE):
        try:
            [(_, outcomes)] = crew([(0, unit)])
            return outcomes
        except WorkerEndedError:
            pass
    return {key: KILLS for key, _ in unit.tasks}


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
    _check(output)
    keys = Keys(str(Path.cwd()))
    keyed = [keys.task(task) if isinstance(task, Task) else "" for task in tasks]
    wanted = {key: task for key, task in zip(keyed, tasks, strict=True) if isinstance(task, Task)}
    with open_journal(output) as journal:
        _tell_of_earlier(journal, wanted, tell)
        missing = {key: task for key, task in wanted.items() if key not in journal}
        units, failures = make_units(missing, keys)
        with _told(journal, wanted):
            if units:
                with open_crew(backend, workers, address) as crew:
                    failures |= _answer(units, crew, journal, progress)
            _write(output, _lines(tasks, keyed, journal, failures))
    failed = sum(isinstance(task, BadTask) for task in tasks) + sum(k in failures for k in keyed)
    return Tally(len(tasks), failed)


def _tell_of_earlier(
    journal: Journal, wanted: Mapping[str, Task], tell: Callable[[str], object]
) -> None:
    kept = sum(key in journal for key in wanted)
    stale = len(journal) - kept
    if kept:
        tell(f"going on in {journal.path}: {kept:,} of {len(wanted):,} tasks are done")
    if stale:
        tell(
            f"{stale:,} answers in {journal.path} are not used: the tasks, their documents or the"
            " program have changed"
        )


def _answer(units: list[Unit], crew: Crew, journal: Journal, progress: Progress) -> dict[str, str]:
    """Do all units; digests go to the journal, and why there is none is given back, by key."""
    failures = {}
    done, total = 0, sum(len(unit.tasks) for unit in units)
    progress("answering", done, total)
    with closing(carried_out(units, crew)) as all_outcomes:
        for outcomes in all_outcomes:
            for key, outcome in outcomes.items():
                if outcome.digest:
                    journal.add(key, outcome.digest)
                else:
                    failures[key] = outcome.failure
            done += len(outcomes)
            progress("answering", done, total)
    return failures


def _lines(
    tasks: Sequence[Task | BadTask],
    keyed: Sequence[str],
    journal: Journal,
    failures: Mapping[str, str],
) -> Iterator[str]:
    for task, key in zip(tasks, keyed, strict=True):
        if key in journal:
            id = dumped(task.id, indent=None)
            yield f'{{"id": {id}, "digest": {journal.digest(key)}}}\n'
        else:
            reason = task.reason if isinstance(task, BadTask) else failures[key]
            yield dumped({"id": task.id, "error": reason}, indent=None) + "\n"


def _write(output: Path, lines: Iterator[str]) -> None:
    try:
        with written_whole(output) as temporary, temporary.open("w", encoding="utf-8") as file:
            file.writelines(lines)
    except OSError as error:
        raise OutputError(f"cannot write {output}: {error.strerror}; make room") from error


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


def _check(output: Path) -> None:
    reason = obstacle(output)
    if not reason and output.exists() and not output.is_file():
        reason = "it is no regular file, beside which answers could be kept"
    if reason:
        raise OutputError(f"cannot write {output}: {reason}; name another file")
