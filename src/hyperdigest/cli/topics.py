"""`hyperdigest topics`: what a collection is about."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.opening import opened
from hyperdigest.cli.options import jobs_option, paths_argument, result_options
from hyperdigest.cli.output import write
from hyperdigest.cli.parameters import Chosen, with_parameters


@click.command(short_help="List the topics of a collection.")
@paths_argument
@click.option("--top", default=10, show_default=True, type=click.IntRange(1), help="Words a topic.")
@result_options("text", "json")
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
    """List the topics of a collection: strongest words, weight, sentences and documents."""
    from hyperdigest.render import TOPIC_FORMATS

    model = opened(paths, jobs, chosen)
    model.question_options(chosen.preset, chosen.changes)
    write(TOPIC_FORMATS[format](model.topic_table(top)), output)
