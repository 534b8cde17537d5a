"""The command line: a thin translation of the library, one line for each error."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import suppress

import click

from hyperdigest.cli.commands import DONE, INTERRUPTED, MISTAKE, hyperdigest, take_closed_streams
from hyperdigest.cli.output import abandon, say, say_mistake
from hyperdigest.errors import HyperdigestError


def main() -> None:
    """Run the command line and leave with its exit code.

    When interrupted the process ends in order, but without waiting for threads, which may be
    compiling; who interrupts once more ends it at once.
    """
    take_closed_streams()
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code != INTERRUPTED:
        sys.exit(code)
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(OSError, AttributeError):
        sys.stdout.flush()
    with suppress(BaseException):
        atexit._run_exitfuncs()
    os._exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of the command line called with `arguments`."""
    try:
        if os.environ.get("_HYPERDIGEST_COMPLETE", "").endswith("_complete"):
            hyperdigest.main(arguments, prog_name="hyperdigest")
        # `main` of click would print a line of its own when interrupted.
        with hyperdigest.make_context("hyperdigest", arguments) as opened:
            hyperdigest.invoke(opened)
    except HyperdigestError as error:
        say_mistake(str(error))
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return DONE
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "hyperdigest"
        say_mistake(f"{' '.join(error.format_message().split())} (see `{command} --help`)")
    except KeyboardInterrupt:
        say("hyperdigest: interrupted; nothing was written")
        return INTERRUPTED
    except BrokenPipeError:
        abandon()
        return DONE
    except OSError as error:
        abandon()
        say_mistake(f"{error}: make room or give another file")
    except MemoryError:
        say("hyperdigest: out of memory: give fewer documents, or fewer sweeps or chains")
    else:
        return DONE
    return MISTAKE
