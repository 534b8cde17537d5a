"""`hyperdigest topics`: what a collection is about, listed or drawn."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.opening import opened, settled
from hyperdigest.cli.options import jobs_option, paths_argument, result_options
from hyperdigest.cli.output import write
from hyperdigest.cli.parameters import Chosen, with_parameters
from hyperdigest.cli.sections import Sectioned, examples


@click.command(
    cls=Sectioned,
    short_help="List or draw the topics of a collection.",
    epilog=examples(
        "hyperdigest topics eclipse --top 5",
        "hyperdigest topics eclipse --format html -o topics.html",
    ),
)
@paths_argument
@click.option("--top", default=10, show_default=True, type=click.IntRange(1), help="Words a topic.")
@result_options("text", "json", "svg", "html")
@jobs_option
@with_parameters("split", "topics")
def topics(
    paths: tuple[str, ...],
    top: int,
    format: str,
    output: Path | None,
    jobs: int | None,
    chosen: Chosen,
) -> None:
    """List the topics of a collection: strongest words, weight, sentences and documents.

    svg and html draw which topics are in which documents, and how strongly.
    """
    from hyperdigest.render import TOPIC_FORMATS

    chosen = settled(paths, chosen)
    model = opened(paths, jobs, chosen)
    model.question_options(chosen.preset, chosen.changes)
    table = model.topic_table(top)
    if format in TOPIC_FORMATS:
        write(TOPIC_FORMATS[format](table), output)
        return
    from hyperdigest.render.drawings import topics_map_file, topics_map_page

    drawn = model.topics_map()
    write(topics_map_file(drawn) if format == "svg" else topics_map_page(drawn, table), output)
