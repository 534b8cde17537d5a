"""Options that commands share: the form of a result, and the file it goes to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from hyperdigest.cli.output import writable
from hyperdigest.cli.parameters import Command


def _checked(context: click.Context, parameter: click.Parameter, question: str) -> str:
    from hyperdigest.evidence.question import check_question

    check_question(question)
    return question


question_argument = click.argument("question", callback=_checked)
paths_argument = click.argument("paths", nargs=-1, required=True, metavar="PATH...")
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1),
    help="Processes that read and split, where there is much to read.  [one a core]",
)


def result_options(*formats: str) -> Callable[[Command], Command]:
    """Give a command ``--format``, the first of `formats` unless told, and ``-o``."""
    shape = click.option(
        "--format",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="Form of the result.",
    )
    file = target_option("Write to FILE, whole or not at all, instead of standard output.")
    return lambda command: shape(file(command))


def target_option(help: str, required: bool = False) -> Callable[[Command], Command]:
    """Give a command ``-o FILE``, checked to be writable before the work."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        callback=writable,
        required=required,
        metavar="FILE",
        help=help,
    )
