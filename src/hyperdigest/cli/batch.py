"""`hyperdigest batch`: many questions over many collections."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.batch.backends import BACKENDS
from hyperdigest.cli.account import write_account
from hyperdigest.cli.exits import FAILED, INTERRUPTED
from hyperdigest.cli.options import format_of_account, target_option
from hyperdigest.cli.parameters import Chosen, with_all_parameters
from hyperdigest.cli.report import Stopwatch, progress_shown
from hyperdigest.cli.sections import Sectioned, examples
from hyperdigest.cli.terminal import say
from hyperdigest.errors import OutputError
from hyperdigest.options import Options


@click.command(
    cls=Sectioned,
    short_help="Answer many questions over many collections.",
    epilog=examples(
        "hyperdigest batch tasks.jsonl -o answers.jsonl --workers 2",
    ),
)
@click.argument("tasks", metavar="TASKS")
@target_option("The file of answers to write, whole or not at all.", required=True)
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="Processes at work at a time.  [one a core, or the whole cluster]",
)
@click.option(
    "--backend",
    type=click.Choice(BACKENDS),
    default="loky",
    show_default=True,
    help="Processes of this machine, or a cluster of Dask or Ray.",
)
@format_of_account
@click.option("--address", help="Of a cluster that runs.  [one of processes on this machine]")
@with_all_parameters
def batch(
    tasks: str,
    output: Path,
    workers: int | None,
    backend: str,
    format: str,
    address: str | None,
    chosen: Chosen,
) -> None:
    """Answer the questions of TASKS, a file of JSON lines, or `-` for standard input.

    A task is {"question": ..., "paths": [...]} with paths as for `ask`, seen from the current
    directory, or {"question": ..., "documents": [{"name": ..., "text": ...}]}; optional are "id",
    "preset" and parameters by name, such as "words", which win over those of the command line. Its
    line in the output is {"id": ..., "digest": what `ask --format json` prints}, or {"id": ...,
    "error": ...}: no failure stops the others.

    Interrupted or killed, the same command goes on where it stopped.
    """
    from hyperdigest.batch import InterruptedBatch, read_tasks, run

    watch = Stopwatch()
    Options.preset(chosen.preset or "default", **chosen.changes)
    given = read_tasks(tasks, chosen.preset, chosen.changes)
    if tasks != "-" and output.exists() and output.samefile(tasks):
        raise OutputError(f"{output} holds the tasks: name another file with -o")
    try:
        with progress_shown() as progress:
            tally = run(
                given, output, backend=backend, workers=workers, address=address,
                progress=progress, tell=say,
            )  # fmt: skip
    except InterruptedBatch as interrupted:
        say(f"hyperdigest: interrupted; {interrupted}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    failed = f", {tally.failed:,} of them failed" if tally.failed else ""
    account = {"output": str(output), "tasks": tally.tasks, "failed": tally.failed}
    write_account(format, account)
    say(f"{tally.tasks:,} tasks{failed}; written to {output}; {watch}")
    if tally.failed:
        raise click.exceptions.Exit(FAILED)
