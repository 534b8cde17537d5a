"""`hyperdigest doctor`: is all there, and how is a file read?"""

from __future__ import annotations

import click

from hyperdigest.cli.output import write


@click.command(short_help="Check the installation, or read a file.")
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--warm", is_flag=True, help="Compile the kernels now, so that no question waits.")
def doctor(paths: tuple[str, ...], warm: bool) -> None:
    """Check the installation; with PATH... show how each file was read and split."""
    from hyperdigest.cli.inspection import describe_files, describe_installation, warm_up

    if warm:
        warm_up()
    write(describe_files(paths) if paths else describe_installation(), None)
