"""The commands that write saved collections: `fit`, `add` and `remove`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hyperdigest.cli.models import fit_model, refit_model, resolve_options, saved_at
from hyperdigest.cli.options import (
    Chosen,
    Sectioned,
    examples,
    jobs_option,
    paths_argument,
    saved_files,
    summary_format_option,
    target_option,
    with_all_parameters,
)
from hyperdigest.cli.output import collection_summary, say, write_json_summary
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
@summary_format_option
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
    chosen = resolve_options((), chosen)
    saved = saved_at(paths)
    if saved:
        model = refit_model(Path(saved), output, jobs, chosen)
    else:
        model = fit_model(paths, jobs, chosen)
        with progress_shown() as progress:
            model.save(output, progress)
    write_json_summary(format, collection_summary(model, output))
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
@summary_format_option
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
    write_json_summary(format, collection_summary(model, saved) | _added(*before[0]))
    say(f"{model.summary}; in {saved}; {watch}")


@click.command(
    short_help="Remove documents from a saved collection.",
    epilog=examples('hyperdigest remove case.hdig "*.pdf"'),
)
@_saved
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@summary_format_option
def remove(saved: Path, names: tuple[str, ...], format: str) -> None:
    """Remove the documents called NAME... in digests from a COLLECTION that `fit` wrote.

    A NAME may be a pattern, such as "2019-*". The old COLLECTION stays until the new one is whole.
    """
    from hyperdigest.base.text import counted
    from hyperdigest.model import Model

    watch = Stopwatch()
    before = []

    def change(model: Model) -> Model:
        before.append(len(model.collection.documents))
        return model.remove(names)

    with progress_shown() as progress:
        model = Model.change_saved(saved, change, progress)
    gone = before[0] - len(model.collection.documents)
    write_json_summary(format, collection_summary(model, saved) | {"removed": gone})
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
