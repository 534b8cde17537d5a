"""`hyperdigest ask`: a question answered with a cited digest."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.native import standard_output_kept_clean
from hyperdigest.cli.opening import ready, settled
from hyperdigest.cli.options import (
    digest_options,
    jobs_option,
    paths_argument,
    question_argument,
    wishes_options,
)
from hyperdigest.cli.output import refuse_terminal, write
from hyperdigest.cli.parameters import Chosen, with_all_parameters
from hyperdigest.cli.report import Stopwatch
from hyperdigest.cli.sections import Sectioned, examples
from hyperdigest.cli.terminal import say
from hyperdigest.wishes import Wishes


@click.command(
    cls=Sectioned,
    short_help="Answer a question with a cited digest.",
    epilog=examples(
        'hyperdigest ask "How long does totality last?" eclipse --words 100',
        'hyperdigest ask "Who must not look at the sun?" eclipse --format html -o answer.html',
        'hyperdigest ask "Where will it be total?" "eclipse/*" --preset paper -o where.json',
        'hyperdigest ask "How long will it last there?" "eclipse/*" --after where.json',
    ),
)
@question_argument
@paths_argument
@digest_options("text", "markdown", "html", "json", "docx", "csv", "bibtex", "csl")
@jobs_option
@wishes_options
@with_all_parameters
def ask(
    question: str,
    paths: tuple[str, ...],
    format: str,
    output: Path | None,
    jobs: int | None,
    wishes: Wishes,
    chosen: Chosen,
) -> None:
    """Answer QUESTION from the documents at PATH... with a cited, verbatim digest.

    PATH is a folder, file, glob, `-` for standard input, or one saved collection.
    """
    from hyperdigest.cli.painting import text_renderer
    from hyperdigest.render import renderer

    if format == "docx" and output is None:
        refuse_terminal()
    watch = Stopwatch()
    seen = format == "text" and output is None
    render = text_renderer() if seen else renderer(format)
    chosen = settled(paths, chosen)
    model = ready(question, paths, jobs, chosen, wishes)
    with standard_output_kept_clean():
        digest = model.digest(question, wishes=wishes, preset=chosen.preset, **chosen.changes)
        shown = render(digest)
    write(shown, output)
    say(f"{model.summary}; {watch}")
