"""`hyperdigest explain`: why each sentence is in a digest."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.native import standard_output_kept_clean
from hyperdigest.cli.opening import ready, settled
from hyperdigest.cli.options import (
    jobs_option,
    paths_argument,
    question_argument,
    result_options,
    wishes_options,
)
from hyperdigest.cli.output import write
from hyperdigest.cli.parameters import Chosen, with_all_parameters
from hyperdigest.cli.sections import Sectioned, examples
from hyperdigest.wishes import Wishes


@click.command(
    cls=Sectioned,
    short_help="Say why each sentence is in the digest.",
    epilog=examples(
        'hyperdigest explain "How long does totality last?" eclipse --words 60',
        'hyperdigest explain "How long does totality last?" eclipse --format html -o why.html',
    ),
)
@question_argument
@paths_argument
@result_options("text", "json", "svg", "html")
@jobs_option
@wishes_options
@with_all_parameters
def explain(
    question: str,
    paths: tuple[str, ...],
    format: str,
    output: Path | None,
    jobs: int | None,
    wishes: Wishes,
    chosen: Chosen,
) -> None:
    """Say why each sentence of the digest is in it, and which nearly were.

    svg and html draw the topics and terms that tie the sentences, to each other and to those near.
    """
    from hyperdigest.explain import explain as explained
    from hyperdigest.render import EXPLANATION_FORMATS

    chosen = settled(paths, chosen)
    model = ready(question, paths, jobs, chosen, wishes)
    with standard_output_kept_clean():
        answer = model.ask(question, wishes=wishes, preset=chosen.preset, **chosen.changes)
        explanation = explained(answer)
    if format in EXPLANATION_FORMATS:
        write(EXPLANATION_FORMATS[format](explanation), output)
        return
    from hyperdigest.render.drawings import explanation_page, neighbourhood_file

    drawn = answer.neighbourhood()
    page = neighbourhood_file(drawn) if format == "svg" else explanation_page(explanation, drawn)
    write(page, output)
