"""The commands that change a saved collection: add documents, remove documents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hyperdigest.cli.account import of_collection, write_account
from hyperdigest.cli.completing import saved_files
from hyperdigest.cli.options import format_of_account, jobs_option, paths_argument
from hyperdigest.cli.report import Stopwatch, progress_shown
from hyperdigest.cli.sections import examples
from hyperdigest.cli.terminal import say
from hyperdigest.options import ADDED_SWEEPS

if TYPE_CHECKING:
    from hyperdigest.changing.arrivals import Arrivals
    from hyperdigest.pipeline import Model

_saved = click.argument(
    "saved", type=click.Path(path_type=Path), metavar="COLLECTION", shell_complete=saved_files
)


@click.command(
    short_help="Add documents to a saved collection.",
    epilog=examples("hyperdigest add case.hdig migration"),
)
@_saved
@paths_argument
@click.option(
    "--sweeps",
    type=click.IntRange(1),
    default=ADDED_SWEEPS,
    show_default=True,
    help="Visits of the sampler to every new word.",
)
@format_of_account
@jobs_option
def add(saved: Path, paths: tuple[str, ...], sweeps: int, format: str, jobs: int | None) -> None:
    """Add the documents at PATH... to a COLLECTION that `fit` wrote, without fitting it again.

    Their topics are found among those of the COLLECTION, and new ones may open. What is there
    already is left out; a file that has changed since takes the place of its older version. The
    old COLLECTION stays until the new one is whole.
    """
    from hyperdigest.changing.arrivals import from_paths
    from hyperdigest.changing.growing import grown
    from hyperdigest.saving import change_saved

    watch = Stopwatch()
    before = []
    with progress_shown() as progress:

        def change(model: Model) -> Model:
            arrivals = from_paths(model.collection, paths, jobs=jobs, progress=progress)
            before.append((model, arrivals))
            return grown(model, arrivals, sweeps, jobs=jobs, progress=progress)

        model = change_saved(saved, change, progress)
    _tell(*before[0])
    write_account(format, of_collection(model, saved) | _added(*before[0]))
    say(f"{model.summary}; in {saved}; {watch}")


@click.command(
    short_help="Remove documents from a saved collection.",
    epilog=examples('hyperdigest remove case.hdig "*.pdf"'),
)
@_saved
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@format_of_account
def remove(saved: Path, names: tuple[str, ...], format: str) -> None:
    """Remove the documents called NAME... in digests from a COLLECTION that `fit` wrote.

    A NAME may be a pattern, such as "2019-*". The old COLLECTION stays until the new one is whole.
    """
    from hyperdigest.render.sources import counted
    from hyperdigest.saving import change_saved

    watch = Stopwatch()
    before = []

    def change(model: Model) -> Model:
        before.append(len(model.collection.documents))
        return model.remove(names)

    with progress_shown() as progress:
        model = change_saved(saved, change, progress)
    gone = before[0] - len(model.collection.documents)
    write_account(format, of_collection(model, saved) | {"removed": gone})
    say(f"removed {counted(gone, 'document')}; {model.summary}; in {saved}; {watch}")


def _added(model: Model, arrivals: Arrivals) -> dict[str, Any]:
    return {
        "added": [document.name for document in arrivals.documents],
        "replaced": [model.collection.documents[number].name for number in arrivals.outdated],
        "unchanged": arrivals.unchanged,
    }


def _tell(model: Model, arrivals: Arrivals) -> None:
    for number in arrivals.outdated:
        say(f"replaced {model.collection.documents[number].name}: its file has changed")
    for warning in arrivals.warnings:
        say(f"warning: {warning}")
    say(arrivals.told)
