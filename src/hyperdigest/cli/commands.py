"""All commands by name, in the order of use; each is loaded when it is called or listed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click

COMMANDS: Mapping[str, str] = {
    "ask": "ask",
    "explain": "explain",
    "fit": "fit",
    "add": "growing",
    "remove": "growing",
    "topics": "topics",
    "serve": "serve",
    "mcp": "mcp",
    "batch": "batch",
    "doctor": "doctor",
    "config": "config",
    "completion": "completion",
    "plugins": "plugins",
    "experiment": "experiment",
    "rouge": "rouge",
}
"""The module of `hyperdigest.cli` that holds a command, a function of the command's name."""


EXIT_CODES = (
    "Exit codes: 0 done, 1 some tasks of a batch failed, 2 a mistake in what was asked or given, "
    "130 interrupted."
)


class Commands(click.Group):
    """A group of the commands in `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"hyperdigest.cli.{COMMANDS[name]}"), name)
        return command


@click.group(
    cls=Commands,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="hyperdigest", message="%(package)s %(version)s")
def hyperdigest() -> None:
    """Put a question to documents; get a digest made only of their own sentences, each cited.

    \b
    hyperdigest ask "Where will the eclipse be total?" articles/ --words 100
    hyperdigest fit articles/ -o case.hdig
    hyperdigest ask "Who should not look at it?" case.hdig --format html -o answer.html
    """
