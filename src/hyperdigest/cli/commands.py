"""The group of all commands, each imported when it is called, and the exit codes.

It also protects the standard streams: prints of native code do not get into results, and closed
streams are replaced.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module

import click

from hyperdigest.file_formats import SHOWN

SUCCESS = 0

FAILED = 1
"""Some tasks of a batch have an error instead of a digest, or a draft has a changed quotation."""

INVALID = 2
"""The arguments or the input are invalid; a line on standard error says why."""

INTERRUPTED = 130
EXIT_CODES = (
    "Exit codes: 0 success, 1 some tasks of a batch failed or quotations of a draft are changed or "
    "nowhere, 2 invalid arguments or input, 130 interrupted."
)

COMMANDS: Mapping[str, str] = {
    "ask": "ask",
    "explain": "ask",
    "expand": "ask",
    "verify": "verifying",
    "fit": "collections",
    "add": "collections",
    "remove": "collections",
    "split": "collections",
    "topics": "ask",
    "serve": "tools",
    "mcp": "tools",
    "batch": "tools",
    "doctor": "doctor",
    "config": "doctor",
    "completion": "doctor",
    "plugins": "doctor",
    "experiment": "tools",
    "rouge": "tools",
}
"""The module of `hyperdigest.cli` with each command, a function of the command's name."""


class Commands(click.Group):
    """The group of the commands in `COMMANDS`, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"hyperdigest.cli.{COMMANDS[name]}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in COMMANDS or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        close = [f"`{known}`" for known in get_close_matches(name.lower(), COMMANDS)]
        meant = f" Did you mean {' or '.join(close)}?" if close else ""
        raise click.UsageError(f"No such command {name!r}.{meant}", ctx)


@click.group(
    cls=Commands,
    epilog=f"Files of {SHOWN} are read. {EXIT_CODES}",
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


@contextmanager
def redirect_native_stdout() -> Iterator[None]:
    """Redirect what native code prints to standard output to standard error, within a block.

    The solver of the exact selection sometimes prints a line, whatever its options are, which would
    get into a digest that is written to standard output.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    _flush_native()
    try:
        stdout = os.dup(1)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            os.dup2(2, 1)
        yield
    finally:
        _flush_native()
        os.dup2(stdout, 1)
        os.close(stdout)


def replace_closed_streams() -> None:
    """Replace closed standard streams, so that no file that is opened later takes their numbers.

    Standard input remains None. Writing to standard output fails, because a result would be lost;
    writing to standard error, as libraries do, has no effect.
    """
    for descriptor, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _flush_native() -> None:
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).fflush(None)
