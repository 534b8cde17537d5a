"""The command that looks up the quotations of a draft: `verify`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hyperdigest.cli.commands import FAILED
from hyperdigest.cli.options import (
    FILE,
    command,
    readable_files,
    reading_options,
    result_options,
)
from hyperdigest.cli.output import say, warn, write
from hyperdigest.cli.progress import Stopwatch, progress_shown
from hyperdigest.errors import OptionError, ReadError

if TYPE_CHECKING:
    from hyperdigest.documents import Document
    from hyperdigest.progress import Progress
    from hyperdigest.read import ReadingOptions


@command(
    "Look up the quotations of a draft in documents.",
    "hyperdigest verify draft.md eclipse migration",
    "hyperdigest verify draft.md case.hdig --claims --format html -o verified.html",
)
@click.argument("draft", type=FILE, metavar="DRAFT", shell_complete=readable_files)
@click.argument("pile", nargs=-1, required=True, metavar="PILE...", shell_complete=readable_files)
@click.option(
    "--claims",
    is_flag=True,
    help="Find the sentences that support each other sentence of the draft best.",
)
@result_options("text", "json", "html")
@reading_options
def verify(
    draft: Path,
    pile: tuple[str, ...],
    claims: bool,
    format: str,
    output: Path | None,
    reading: ReadingOptions,
) -> None:
    """Look up every quotation of DRAFT in PILE: files, folders or saved collections.

    The exit code is 1 if one is changed or nowhere. Another source than the draft says does not
    count, because a draft may name it in many ways.
    """
    from hyperdigest.render.verification import render_verification, summary
    from hyperdigest.render.verification_html import render_verification_html
    from hyperdigest.store.piles import pile_at
    from hyperdigest.verify import verify as look_up

    watch = Stopwatch()
    with progress_shown() as progress:
        given = _read_draft(draft, reading, progress)
        of_pile = replace(reading, ocr=reading.ocr and not given.recognized)
        documents, warnings = pile_at(pile, of_pile, progress)
        result = look_up(given, documents, claims=claims, progress=progress)
    warn(warnings)
    if format == "json":
        write(result.to_json(), output)
    else:
        render = render_verification if format == "text" else render_verification_html
        write(render(result), output)
    say(f"{summary(result)}; {watch}")
    if not result.passed:
        raise click.exceptions.Exit(FAILED)


def _read_draft(path: Path, reading: ReadingOptions, progress: Progress) -> Document:
    """The draft. Raises OptionError if there is no document at its path, or several."""
    from hyperdigest.store.finding import is_store
    from hyperdigest.verify import read_draft

    if path.is_dir() or (str(path) != "-" and is_store(path)):
        kind = "a folder" if path.is_dir() else "a saved collection"
        raise OptionError(f"the draft {path} is {kind}: give one file, then PILE...")
    try:
        draft, warnings = read_draft(path, reading, progress)
    except ReadError as error:
        raise OptionError(f"the draft {path} {error}") from error
    warn(warnings)
    return draft
