"""`hyperdigest plugins`: what other packages add, and whether it can be used."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.native import standard_output_kept_clean
from hyperdigest.cli.options import result_options
from hyperdigest.cli.output import write


@click.command(short_help="List the plugins that are installed.")
@result_options("text", "json")
def plugins(format: str, output: Path | None) -> None:
    """List the readers, splitters, hyperedges, renderers and tokenizers that packages add.

    Each is loaded, and told whether it is ready, hidden by another of its name, or broken.
    """
    from hyperdigest.plugins.listing import as_json, as_text, listed

    with standard_output_kept_clean():
        found = listed()
    write(as_json(found) if format == "json" else as_text(found), output)
