"""The commands that write saved collections: `fit`, `add`, `remove` and `split`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hyperdigest.cli.config_files import Chosen
from hyperdigest.cli.models import fit_model, refit_model, resolve_options, saved_at
from hyperdigest.cli.options import (
    AT_LEAST_ONE,
    FILE,
    SAVED_SUFFIX,
    command,
    paths_argument,
    reading_options,
    saved_files,
    summary_format_option,
    target_option,
    with_all_parameters,
)
from hyperdigest.cli.output import collection_summary, say, warn, write_json_summary
from hyperdigest.cli.progress import Stopwatch, progress_shown
from hyperdigest.options import ADDED_SWEEPS

if TYPE_CHECKING:
    from hyperdigest.read import ReadingOptions


@command(
    "Read documents, fit their topics, and save them.",
    "hyperdigest fit eclipse -o case.hdig",
    'hyperdigest ask "How long does totality last?" case.hdig',
)
@paths_argument
@target_option("The file to write, such as `case.hdig`.", required=True, suffix=SAVED_SUFFIX)
@summary_format_option
@reading_options
@with_all_parameters
def fit(
    paths: tuple[str, ...],
    output: Path,
    format: str,
    reading: ReadingOptions,
    chosen: Chosen,
) -> None:
    """Read documents and fit their topics once, so that `ask` need not do it for each question.

    Parameters of questions become the defaults of the saved collection. If PATH is a saved
    collection, its documents are fitted again.
    """
    watch = Stopwatch()
    chosen = resolve_options((), chosen)
    saved = saved_at(paths)
    if saved:
        model = refit_model(Path(saved), output, reading.jobs, chosen)
    else:
        model = fit_model(paths, reading, chosen)
        with progress_shown() as progress:
            model.save(output, progress)
    write_json_summary(format, collection_summary(model.contents, output))
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
    help="Gibbs sweeps over the tokens of the new documents.",
)
@summary_format_option
@reading_options
def add(
    saved: Path, paths: tuple[str, ...], sweeps: int, format: str, reading: ReadingOptions
) -> None:
    """Add the documents at PATH... to a COLLECTION that `fit` wrote, without fitting it again.

    Only the topics of the new documents are sampled; they may get new topics. Documents that are in
    the COLLECTION already are left out, and the new version of a changed file replaces the old one.
    The file of the COLLECTION is replaced in one step.
    """
    from hyperdigest.model import Collection, Model
    from hyperdigest.store.growing import from_paths
    from hyperdigest.store.updating import add_to

    watch = Stopwatch()
    with progress_shown() as progress:
        arrivals, replaced, contents = add_to(
            Model,
            Collection,
            saved,
            lambda collection: from_paths(collection, paths, reading, progress=progress),
            sweeps,
            jobs=reading.jobs,
            progress=progress,
        )
    for name in replaced:
        say(f"replaced {name}: its file has changed")
    warn(arrivals.warnings)
    say(arrivals.summary)
    added = [document.name for document in arrivals.documents]
    changes = {"added": added, "replaced": list(replaced), "unchanged": arrivals.unchanged}
    write_json_summary(format, collection_summary(contents, saved) | changes)
    say(f"{contents.summary}; in {saved}; {watch}")


@command("Remove documents from a saved collection.", 'hyperdigest remove case.hdig "*.pdf"')
@_saved
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@summary_format_option
def remove(saved: Path, names: tuple[str, ...], format: str) -> None:
    """Remove the documents called NAME... in digests from a COLLECTION that `fit` wrote.

    A NAME may be a pattern, such as "2019-*". The file of the COLLECTION is replaced in one step.
    """
    from hyperdigest.base.text import counted
    from hyperdigest.store.updating import remove_from

    watch = Stopwatch()
    with progress_shown() as progress:
        removed, contents = remove_from(saved, names, progress)
    write_json_summary(format, collection_summary(contents, saved) | {"removed": removed})
    say(f"removed {counted(removed, 'document')}; {contents.summary}; in {saved}; {watch}")


@command(
    "Split a saved collection into files by documents.", "hyperdigest split case.hdig -o parts"
)
@_saved
@click.option("--parts", type=AT_LEAST_ONE, default=10, show_default=True, help="How many files.")
@click.option(
    "-o", "--output", type=FILE, required=True, metavar="DIR", help="The folder of the files."
)
@summary_format_option
def split(saved: Path, parts: int, output: Path, format: str) -> None:
    """Split a COLLECTION that `fit` wrote into complete files of some documents each.

    Their folder is asked as the COLLECTION is, and gives the same digests.
    """
    from hyperdigest.base.text import counted
    from hyperdigest.store.parts.splitting import split_saved

    watch = Stopwatch()
    with progress_shown() as progress:
        files = split_saved(saved, parts, output, progress)
    write_json_summary(format, {"parts": list(map(str, files))})
    say(f"{counted(len(files), 'part')} of {saved} in {output}; {watch}")
