"""The commands that change a saved collection: add documents, remove documents.

`hyperdigest fit`: read documents, find their topics, keep both in a file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hyperdigest.cli.models import fitted, fitted_anew, saved_at, settled_anew
from hyperdigest.cli.options import (
    Chosen,
    Sectioned,
    examples,
    format_of_account,
    jobs_option,
    paths_argument,
    saved_files,
    target_option,
    with_all_parameters,
)
from hyperdigest.cli.output import of_collection, say, write_account
from hyperdigest.cli.progress import Stopwatch, progress_shown
from hyperdigest.options import ADDED_SWEEPS

if TYPE_CHECKING:
    from hyperdigest.model import Model
    from hyperdigest.updates import Arrivals


@click.command(
    cls=Sectioned,
    short_help="Read documents and find their topics.",
    epilog=examples(
        "hyperdigest fit eclipse -o case.hdig",
        'hyperdigest ask "How long does totality last?" case.hdig',
    ),
)
@paths_argument
@target_option("The file to write, such as `case.hdig`.", required=True)
@format_of_account
@jobs_option
@with_all_parameters
def fit(
    paths: tuple[str, ...], output: Path, format: str, jobs: int | None, chosen: Chosen
) -> None:
    """Read documents and find their topics once; `ask` then answers without doing it again.

    Parameters of the question given here become the saved collection's own defaults. Where PATH
    is a saved collection, its documents are fitted anew.
    """
    watch = Stopwatch()
    chosen = settled_anew(chosen)
    saved = saved_at(paths)
    if saved:
        model = fitted_anew(Path(saved), output, jobs, chosen)
    else:
        model = fitted(paths, jobs, chosen)
        with progress_shown() as progress:
            model.save(output, progress)
    write_account(format, of_collection(model, output))
    for warning in model.collection.warnings:
        say(f"warning: {warning}")
    say(f"{model.summary}; saved in {output}; {watch}")


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
    from hyperdigest.model import Model
    from hyperdigest.updates import from_paths, grown

    watch = Stopwatch()
    before = []
    with progress_shown() as progress:

        def change(model: Model) -> Model:
            arrivals = from_paths(model.collection, paths, jobs=jobs, progress=progress)
            before.append((model, arrivals))
            return grown(model, arrivals, sweeps, jobs=jobs, progress=progress)

        model = Model.change_saved(saved, change, progress)
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
    from hyperdigest.model import Model
    from hyperdigest.render.text import counted

    watch = Stopwatch()
    before = []

    def change(model: Model) -> Model:
        before.append(len(model.collection.documents))
        return model.remove(names)

    with progress_shown() as progress:
        model = Model.change_saved(saved, change, progress)
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
