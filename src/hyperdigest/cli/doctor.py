"""`hyperdigest doctor`: is all there, and how is a file read?"""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.completing import readable_files
from hyperdigest.cli.options import result_options
from hyperdigest.cli.output import write
from hyperdigest.cli.sections import Sectioned, examples


@click.command(
    cls=Sectioned,
    short_help="Check the installation, or read a file.",
    epilog=examples(
        "hyperdigest doctor",
        "hyperdigest doctor eclipse --format json -o found.json",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH...]", shell_complete=readable_files)
@click.option("--warm", is_flag=True, help="Compile the kernels now, so that no question waits.")
@result_options("text", "json")
def doctor(paths: tuple[str, ...], warm: bool, format: str, output: Path | None) -> None:
    """Check the installation; with PATH... show how each file was read and split."""
    from hyperdigest.cli import inspection
    from hyperdigest.render.json import dumped

    if warm:
        inspection.warm_up()
    found = inspection.files(paths) if paths else inspection.installation()
    as_text = inspection.files_text if paths else inspection.installation_text
    write(dumped(found) if format == "json" else as_text(found), output)
