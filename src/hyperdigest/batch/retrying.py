"""Units done to the end, although workers are lost on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence

from hyperdigest.batch.crews import Crew, Outcomes
from hyperdigest.batch.units import Unit
from hyperdigest.batch.work import Outcome
from hyperdigest.errors import WorkerEndedError

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
