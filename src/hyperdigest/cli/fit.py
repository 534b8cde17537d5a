"""`hyperdigest fit`: read documents, find their topics, keep both in a file."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.account import of_collection, write_account
from hyperdigest.cli.opening import fitted, fitted_anew, saved_at, settled_anew
from hyperdigest.cli.options import format_of_account, jobs_option, paths_argument, target_option
from hyperdigest.cli.parameters import Chosen, with_all_parameters
from hyperdigest.cli.report import Stopwatch, progress_shown
from hyperdigest.cli.sections import Sectioned, examples
from hyperdigest.cli.terminal import say


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
