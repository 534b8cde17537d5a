"""The command line: a thin translation of the library, one line for each error."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress

import click

from hyperdigest.cli.commands import (
    INTERRUPTED,
    INVALID,
    SUCCESS,
    hyperdigest,
    replace_closed_streams,
)
from hyperdigest.cli.output import discard_stdout, say, say_error
from hyperdigest.errors import HyperdigestError

SHOW_CURSOR = b"\x1b[?25h"
"""The terminal's cursor, which progress bars hide, is shown again."""


def main() -> None:
    """Run the command line and exit with its exit code.

    After an interruption the exit functions run, but threads, which may be compiling, are not
    waited for; a second interruption ends the process at once.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with suppress(ValueError):  # not in the main thread
            signal.signal(signal.SIGINT, _interrupt_once)
    replace_closed_streams()
    gc.set_threshold(100_000)  # imports and vocabularies make many objects, and no cycles to free
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code != INTERRUPTED:
        gc.freeze()  # the end of the process would look through all objects, several times
        sys.exit(code)
    with suppress(OSError, AttributeError):
        sys.stdout.flush()
    with suppress(BaseException):
        atexit._run_exitfuncs()
    os._exit(code)


def _interrupt_once(number: int, frame: object) -> None:
    """Raise a KeyboardInterrupt, and let the system end the process at the next interruption."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(OSError):
        if os.isatty(2):
            os.write(2, SHOW_CURSOR)
    raise KeyboardInterrupt


def run(arguments: list[str]) -> int:
    """The exit code of the command line called with `arguments`."""
    try:
        if os.environ.get("_HYPERDIGEST_COMPLETE", "").endswith("_complete"):
            hyperdigest.main(arguments, prog_name="hyperdigest")
        # `main` of click would print another line after an interruption.
        with hyperdigest.make_context("hyperdigest", arguments) as opened:
            hyperdigest.invoke(opened)
    except HyperdigestError as error:
        say_error(str(error))
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return SUCCESS
    except click.exceptions.Exit as exit:
        return exit.exit_code
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "hyperdigest"
        say_error(f"{' '.join(error.format_message().split())} (see `{command} --help`)")
    except KeyboardInterrupt:
        say("hyperdigest: interrupted; nothing was written")
        return INTERRUPTED
    except BrokenPipeError:
        discard_stdout()
        return SUCCESS
    except OSError as error:
        discard_stdout()
        say_error(f"{error}: free some disk space or give another file")
    except MemoryError:
        say("hyperdigest: out of memory: give fewer documents, or fewer sweeps or chains")
    else:
        return SUCCESS
    return INVALID
