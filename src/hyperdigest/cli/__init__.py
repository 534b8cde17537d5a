"""The command line: a thin translation of the library, one line for each error."""

from __future__ import annotations

import os
import sys

import click

from hyperdigest.cli.commands import hyperdigest
from hyperdigest.cli.report import say
from hyperdigest.errors import HyperdigestError

USER_MISTAKE = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit code of the command line called with `arguments`."""
    try:
        hyperdigest.main(arguments, prog_name="hyperdigest", standalone_mode=False)
        sys.stdout.flush()
    except HyperdigestError as error:
        say(f"hyperdigest: {error}")
        return USER_MISTAKE
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "hyperdigest"
        say(f"hyperdigest: {error.format_message()} (see `{command} --help`)")
        return USER_MISTAKE
    except (KeyboardInterrupt, click.Abort):
        say("hyperdigest: interrupted; nothing was written")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
