"""Options that commands share: the form of a result, and the file it goes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

import click

from hyperdigest.cli.completing import readable_files
from hyperdigest.cli.output import writable
from hyperdigest.cli.parameters import Command
from hyperdigest.wishes import NOTHING, Wishes


def _checked(context: click.Context, parameter: click.Parameter, question: str) -> str:
    from hyperdigest.evidence.question import check_question

    check_question(question)
    return question


question_argument = click.argument("question", callback=_checked)
paths_argument = click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", shell_complete=readable_files
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1),
    help="Processes that read and split, where there is much to read.  [one a core]",
)


def wishes_options(command: Command) -> Command:
    """Give a command ``--pin``, ``--exclude`` and ``--after``, as ``wishes``."""

    @wraps(command)
    def called(
        pinned: tuple[str, ...], excluded: tuple[str, ...], after: tuple[Path, ...], **values: Any
    ) -> None:
        now = Wishes.of({"pinned": pinned, "excluded": excluded})
        command(wishes=_before(after).and_then(now), **values)

    pin = _place_option("--pin", "pinned", "A sentence that must be in the digest, in its budget")
    exclude = _place_option("--exclude", "excluded", "A sentence that must not be in it")
    return pin(exclude(_after_option(called)))


_after_option = click.option(
    "--after",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="An earlier digest (--format json) to add to: what it said is not said again, and its"
    " question counts a little; may be repeated.",
)


def _before(digests: Sequence[Path]) -> Wishes:
    """What follows from the digests read before."""
    wishes = NOTHING
    for path in digests:
        from hyperdigest.cli.earlier import read_digest

        wishes = wishes.and_then(read_digest(path))
    return wishes


def _place_option(flag: str, name: str, help: str) -> Callable[[Command], Command]:
    return click.option(
        flag, name, multiple=True, metavar="DOCUMENT:START",
        help=f"{help}, by its document's name and its start; may be repeated.",
    )  # fmt: skip


def result_options(*formats: str) -> Callable[[Command], Command]:
    """Give a command ``-o`` and ``--format``, unless told what FILE's name says, or the first."""
    return _result_options(click.Choice(formats), formats)


def digest_options(*formats: str) -> Callable[[Command], Command]:
    """`result_options` of a digest, which plugins may show in forms of their own."""
    return _result_options(_DigestFormat(formats), formats)


def _result_options(
    choice: click.Choice[str], formats: Sequence[str]
) -> Callable[[Command], Command]:
    shape = click.option(
        "--format", type=choice, help=f"Form of the result.  [by FILE's name, or {formats[0]}]"
    )
    file = target_option("Write to FILE, whole or not at all, instead of standard output.")

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(format: str | None, output: Path | None, **values: Any) -> None:
            format = format or _format_of(output, formats) or _added(choice, output) or formats[0]
            command(format=format, output=output, **values)

        return shape(file(called))

    return decorate


def _format_of(output: Path | None, formats: Sequence[str]) -> str:
    """The first of `formats` whose files are called as `output` is."""
    if output is None:
        return ""
    from hyperdigest.render import FORMAT_TYPES

    suffix = output.suffix.lower()
    return next((f for f in formats if suffix == FORMAT_TYPES.get(f, (f".{f}",))[0]), "")


def _added(choice: click.Choice[str], output: Path | None) -> str:
    """The form of a plugin whose files are called as `output` is, where such may be chosen."""
    if output is None or not output.suffix or not isinstance(choice, _DigestFormat):
        return ""
    from hyperdigest.render import format_of_suffix

    return format_of_suffix(output.suffix)


class _DigestFormat(click.Choice[str]):
    """Forms of a digest; those of plugins are looked for where none built in is named."""

    def __init__(self, built_in: Sequence[str]) -> None:
        self._built_in = tuple(built_in)

    @cached_property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        from hyperdigest.plugins.installed import in_use

        return (*self._built_in, *in_use("renderers", self._built_in))

    case_sensitive = True

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value if value in self._built_in else super().convert(value, param, ctx)


format_of_account = click.option(
    "--format",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="What is told of the work: lines on standard error, or an object on standard output too.",
)


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
