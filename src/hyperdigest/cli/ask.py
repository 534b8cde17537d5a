"""The commands that answer: `ask`, `explain`, `expand` and `topics`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hyperdigest.cli.commands import redirect_native_stdout
from hyperdigest.cli.config_files import Chosen
from hyperdigest.cli.models import AskRequest, open_collection, open_model, resolve_options
from hyperdigest.cli.options import (
    AT_LEAST_ONE,
    FILE,
    command,
    jobs_option,
    paths_argument,
    question_arguments,
    result_options,
    with_parameters,
)
from hyperdigest.cli.output import check_folder, refuse_terminal, say, text_renderer, warn, write
from hyperdigest.cli.progress import Stopwatch
from hyperdigest.errors import OptionError, OutputError
from hyperdigest.options import FITTED_STAGES

if TYPE_CHECKING:
    from hyperdigest.digest import Digest

WARNING_FORMATS = frozenset({"text", "markdown", "html", "json", "docx"})
"""Formats that contain the warnings of a digest; with others they go to standard error."""


@command(
    "Answer a question with a cited digest.",
    'hyperdigest ask "How long does totality last?" eclipse --words 100',
    'hyperdigest ask "Who must not look at the sun?" eclipse --format html -o answer.html',
    'hyperdigest ask "Where will it be total?" "eclipse/*" --preset paper -o where.json',
    'hyperdigest ask "How long will it last there?" "eclipse/*" --after where.json',
    'hyperdigest ask "What changed?" case.hdig --new-since 2026-11-16',
)
@question_arguments(
    result_options(
        *("text", "markdown", "html", "json", "docx", "csv", "bibtex", "csl", "annotations"),
        plugins=True,
    )
)
@click.option(
    "--pages",
    is_flag=True,
    help="Add images of the cited pages of PDFs, with the cited sentences marked (--format html).",
)
@click.option(
    "--highlight",
    type=FILE,
    metavar="DIR",
    help="Write a copy of each cited PDF, with the sentences as highlight annotations, to DIR.",
)
def ask(
    request: AskRequest, format: str, output: Path | None, pages: bool, highlight: Path | None
) -> None:
    """Answer QUESTION from the documents at PATH... with a cited, verbatim digest.

    PATH is a folder, file, glob, `-` for standard input, or one saved collection.
    """
    from hyperdigest.render import renderer

    if format == "docx" and output is None:
        refuse_terminal()
    if pages and format != "html":
        raise OptionError(
            f"--pages needs the format html, and the format is {format}: give --format html"
        )
    if highlight:
        check_folder(highlight)
    watch = Stopwatch()
    to_screen = format == "text" and output is None
    render = text_renderer() if to_screen else html_with_pages if pages else renderer(format)
    with request.answer() as answer, redirect_native_stdout():
        digest = answer.digest()
        result = render(digest)
    write(result, output)
    if format not in WARNING_FORMATS:
        warn(digest.warnings)
    if highlight:
        write_copies(digest, highlight)
    say(f"{answer.model.summary}; {watch}")


def write_copies(digest: Digest, folder: Path) -> None:
    """Write marked copies of the cited PDFs to a folder, and say which."""
    from hyperdigest.render.marked_pdfs import write_marked_pdfs

    try:
        written, warnings = write_marked_pdfs(digest, folder)
    except OSError as error:
        raise OutputError(f"cannot write to the folder {folder}: {error.strerror}") from error
    warn(warnings)
    for copy in written:
        say(f"marked {copy.path}")
    if not written and not warnings:
        warn([f"nothing was written to {folder}: the digest cites no PDF"])


def html_with_pages(digest: Digest) -> str:
    """The digest in HTML with images of the cited pages, and warnings for missing images."""
    from hyperdigest.render import render_html
    from hyperdigest.render.cited_pages import cited_pages

    images, warnings = cited_pages(digest)
    warn(warnings)
    return render_html(replace(digest, warnings=(*digest.warnings, *warnings)), images)


@command(
    "Explain why each sentence is in the digest.",
    'hyperdigest explain "How long does totality last?" eclipse --words 60',
    'hyperdigest explain "How long does totality last?" eclipse --format html -o why.html',
)
@question_arguments(result_options("text", "json", "svg", "html"))
def explain(request: AskRequest, format: str, output: Path | None) -> None:
    """Explain why each sentence is in the digest, and which sentences nearly were.

    The formats svg and html draw the topics and terms that connect the sentences of the digest with
    each other and with similar sentences.
    """
    from hyperdigest.render import EXPLANATION_FORMATS

    with request.answer() as answer, redirect_native_stdout():
        explanation = answer.explain()
    if format in EXPLANATION_FORMATS:
        write(EXPLANATION_FORMATS[format](explanation), output)
        return
    from hyperdigest.drawings.graph import neighbourhood_file
    from hyperdigest.drawings.pages import explanation_page

    drawn = answer.neighbourhood()
    page = neighbourhood_file(drawn) if format == "svg" else explanation_page(explanation, drawn)
    write(page, output)
    if format == "svg":
        warn(explanation.warnings)


@command(
    "Show what stands around a sentence.",
    "hyperdigest expand eye-safety.md:1078 eclipse",
    "hyperdigest expand eye-safety.md:1078 case.hdig --characters 500 --format json",
)
@click.argument("place", metavar="DOCUMENT:START")
@paths_argument
@click.option(
    "--paragraphs",
    type=int,
    default=1,
    show_default=True,
    help="Paragraphs before that of the sentence, and after it.",
)
@click.option(
    "--characters",
    type=int,
    default=0,
    help="The most characters before and after it, instead.",
)
@result_options("text", "json")
@jobs_option
def expand(
    place: str,
    paths: tuple[str, ...],
    paragraphs: int,
    characters: int,
    format: str,
    output: Path | None,
    jobs: int | None,
) -> None:
    """Show the text around the sentence that starts at DOCUMENT:START, verbatim.

    The JSON of `ask` has `document` and `start`. Headings, items, rows and code are paragraphs.
    """
    from hyperdigest.answer.expand import expand
    from hyperdigest.render import EXPANSION_FORMATS

    collection = open_collection(paths, jobs)
    found = expand(collection, place, paragraphs=paragraphs, characters=characters)
    write(EXPANSION_FORMATS[format](found), output)


@command(
    "List or draw the topics of a collection.",
    "hyperdigest topics eclipse --top 5",
    "hyperdigest topics eclipse --format html -o topics.html",
)
@paths_argument
@click.option(
    "--top", default=10, show_default=True, type=AT_LEAST_ONE, help="Words to show of each topic."
)
@result_options("text", "json", "svg", "html")
@jobs_option
@with_parameters(*FITTED_STAGES)
def topics(
    paths: tuple[str, ...],
    top: int,
    format: str,
    output: Path | None,
    jobs: int | None,
    chosen: Chosen,
) -> None:
    """List the topics of a collection: most probable words, weight, sentences and documents.

    The formats svg and html draw the shares of the topics in the documents.
    """
    from hyperdigest.question import question_options
    from hyperdigest.render import TOPIC_FORMATS

    chosen = resolve_options(paths, chosen)
    model = open_model(paths, jobs, chosen)
    question_options(model.options, len(model.topics.samples), chosen.preset, chosen.changes)
    table = model.topic_table(top)
    warn(model.collection.warnings)
    if format in TOPIC_FORMATS:
        write(TOPIC_FORMATS[format](table), output)
        return
    from hyperdigest.drawings.pages import topics_map_file, topics_map_page

    drawn = model.topics_map()
    write(topics_map_file(drawn) if format == "svg" else topics_map_page(drawn, table), output)
