"""The command that scores summaries against references."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.options import result_options
from hyperdigest.cli.output import write
from hyperdigest.cli.report import progress_shown
from hyperdigest.cli.sections import examples
from hyperdigest.cli.terminal import say


@click.command(
    short_help="Score summaries against references.",
    epilog=examples(
        "hyperdigest rouge summaries references --limit 250",
        "hyperdigest rouge summaries references --limit 250 --no-stop-words",
    ),
)
@click.argument("candidates", type=click.Path(path_type=Path))
@click.argument("references", type=click.Path(path_type=Path))
@click.option(
    "--limit", type=click.IntRange(0), metavar="N", help="Read the first N words of every text."
)
@click.option("--jackknife", is_flag=True, help="Leave out each reference in turn, and average.")
@click.option(
    "--no-stop-words",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Cut to the limit, then leave stop words out of every text: those in FILE, one a line, by"
    " default 153 of English. To be written after CANDIDATES and REFERENCES. This is not option -s"
    " of ROUGE-1.5.5, whose list is another.",
)
@result_options("text", "json")
def rouge(
    candidates: Path,
    references: Path,
    limit: int | None,
    jackknife: bool,
    no_stop_words: str | None,
    format: str,
    output: Path | None,
) -> None:
    """ROUGE-1, ROUGE-2 and ROUGE-SU4 of CANDIDATES, equal to ROUGE-1.5.5 in what it prints.

    CANDIDATES is a text file or a folder of them. The references of NAME.txt are the files of
    REFERENCES called NAME, or NAME with a dot and anything behind, such as NAME.txt or NAME.A.txt.
    Both may be JSON lines, also packed (.gz): `id` and `summary`; `id` and `references`, a list.

    A folder of folders, or of files of JSON lines, is one system each. They are compared to the
    first by approximate randomization: p values are corrected for how many there are (Holm).
    """
    from hyperdigest.evaluation.scored_files import score_files
    from hyperdigest.evaluation.stop_words import STOP_WORDS, read_stop_words
    from hyperdigest.render.scores import SCORE_FORMATS

    left_out = read_stop_words(Path(no_stop_words)) if no_stop_words else STOP_WORDS
    stop_words = None if no_stop_words is None else left_out
    with progress_shown() as progress:
        report = score_files(candidates, references, limit, jackknife, progress, stop_words)
    write(SCORE_FORMATS[format](report), output)
    for warning in report.warnings:
        say(f"warning: {warning}")
