"""The commands that write saved collections: `fit`, `add` and `remove`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hyperdigest.cli.config_files import Chosen
from hyperdigest.cli.models import fit_model, refit_model, resolve_options, saved_at
from hyperdigest.cli.options import (
    AT_LEAST_ONE,
    FILE,
    SAVED,
    command,
    jobs_option,
    ocr_option,
    paths_argument,
    saved_files,
    summary_format_option,
    target_option,
    with_all_parameters,
)
from hyperdigest.cli.output import collection_summary, say, warn, write_json_summary
from hyperdigest.cli.progress import Stopwatch, progress_shown
from hyperdigest.options import ADDED_SWEEPS

if TYPE_CHECKING:
    from hyperdigest.model import Model


@command(
    "Read documents and find their topics.",
    "hyperdigest fit eclipse -o case.hdig",
    'hyperdigest ask "How long does totality last?" case.hdig',
)
@paths_argument
@target_option("The file to write, such as `case.hdig`.", required=True, suffix=SAVED)
@summary_format_option
@jobs_option
@ocr_option
@with_all_parameters
def fit(
    paths: tuple[str, ...],
    output: Path,
    format: str,
    jobs: int | None,
    ocr: bool,
    chosen: Chosen,
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
        model = fit_model(paths, jobs, chosen, ocr=ocr)
        with progress_shown() as progress:
            model.save(output, progress)
    write_json_summary(format, collection_summary(model, output))
    warn(model.collection.warnings)
    say(f"{model.summary}; saved in {output}; {watch}")


_saved = click.argument("saved", type=FILE, metavar="COLLECTION", shell_complete=saved_files)


@command("Add documents to a saved collection.", "hyperdigest add case.hdig migration")
@_saved
@paths_argument
@click.option(
    "--sweeps",
    type=AT_LEAST_ONE,
    default=ADDED_SWEEPS,
    show_default=True,
    help="Visits of the sampler to every new word.",
)
@summary_format_option
@jobs_option
@ocr_option
def add(
    saved: Path, paths: tuple[str, ...], sweeps: int, format: str, jobs: int | None, ocr: bool
) -> None:
    """Add the documents at PATH... to a COLLECTION that `fit` wrote, without fitting it again.

    Their topics are found among those of the COLLECTION, and new ones may open. What is there
    already is left out; a file that has changed since takes the place of its older version. The
    old COLLECTION stays until the new one is whole.
    """
    from hyperdigest.model import Model
    from hyperdigest.store.growing import from_paths, grown

    watch = Stopwatch()
    before = []
    with progress_shown() as progress:

        def change(model: Model) -> Model:
            arrivals = from_paths(model.collection, paths, jobs=jobs, ocr=ocr, progress=progress)
            before.append((model, arrivals))
            return grown(model, arrivals, sweeps, jobs=jobs, progress=progress)

        model = Model.change_saved(saved, change, progress)
    [(old, arrivals)] = before
    replaced = [old.collection.documents[number].name for number in arrivals.outdated]
    for name in replaced:
        say(f"replaced {name}: its file has changed")
    warn(arrivals.warnings)
    say(arrivals.summary)
    added = [document.name for document in arrivals.documents]
    changes = {"added": added, "replaced": replaced, "unchanged": arrivals.unchanged}
    write_json_summary(format, collection_summary(model, saved) | changes)
    say(f"{model.summary}; in {saved}; {watch}")


@command("Remove documents from a saved collection.", 'hyperdigest remove case.hdig "*.pdf"')
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
