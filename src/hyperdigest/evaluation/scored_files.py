"""Files of summaries and of references to scores, with all that was left out named."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from hyperdigest.errors import ReadError
from hyperdigest.evaluation.against_first import Against, against_first
from hyperdigest.evaluation.pairing import pair
from hyperdigest.evaluation.rouge import signature
from hyperdigest.evaluation.summary_files import (
    holds_records,
    read_candidates,
    read_references,
)
from hyperdigest.evaluation.systems import SystemScores, score_systems
from hyperdigest.progress import Progress, quiet
from hyperdigest.read.names import printable

NAMED = 3
"""How many names a warning tells."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of scoring.

    Parameters
    ----------
    systems : one or more.
    against : all but the first compared to it.
    signature : of every score.
    warnings : what was left out, and why.
    """

    systems: tuple[SystemScores, ...]
    against: tuple[Against, ...]
    signature: str
    warnings: tuple[str, ...]


def score_files(
    candidates: Path,
    references: Path,
    limit: int | None = None,
    jackknife: bool = False,
    progress: Progress = quiet,
    stop_words: Iterable[str] | None = None,
) -> Report:
    """ROUGE of the summaries in `candidates` by those in `references`, paired by their names.

    Two text files are a pair, whatever they are called.

    Parameters
    ----------
    limit, jackknife, stop_words : as of `Rouge`.
    progress : told ``scoring`` for every task.

    Raises
    ------
    ReadError
        where there is no such path, or no summary that has references.
    OptionError
        for a negative limit.
    """
    warnings: list[str] = []
    summaries = read_candidates(candidates, warnings.append)
    found = read_references(references, warnings.append)
    tasks = {task for given in summaries.values() for task in given}
    if _is_text(candidates) and _is_text(references):
        found = [replace(reference, name=task) for reference in found for task in tasks]
    known, unused = pair(tasks, found)
    systems = score_systems(summaries, known, limit, jackknife, progress, stop_words)
    warnings += _without("skipped summaries without references", tasks - known.keys())
    warnings += _without("skipped references without a summary", unused)
    if not systems:
        raise ReadError(_nothing(warnings))
    for name, given in summaries.items():
        warnings += _without(f"{name} has no summary of", known.keys() - given.keys())
    line = signature(limit, jackknife, stop_words)
    return Report(tuple(systems), tuple(against_first(systems)), line, tuple(warnings))


def _without(what: str, names: Collection[str]) -> list[str]:
    """A warning of `names`, if there are any."""
    if not names:
        return []
    shown = [printable(name) for name in sorted(names)[:NAMED]]
    more = [f"and {len(names) - NAMED} more"] if len(names) > NAMED else []
    return [f"{what}: {', '.join(shown + more)}"]


def _nothing(warnings: list[str]) -> str:
    return (
        f"no summary could be scored ({'; '.join(warnings[:NAMED]) or 'none is there'}): the"
        " references of NAME.txt are files called NAME or NAME.*, those of a record have its id"
    )


def _is_text(path: Path) -> bool:
    return path.is_file() and not holds_records(path)
