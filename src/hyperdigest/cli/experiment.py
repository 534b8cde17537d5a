"""`hyperdigest experiment`: the paper's tables and figures, on tasks that the user has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from hyperdigest.cli.account import write_account
from hyperdigest.cli.exits import INTERRUPTED
from hyperdigest.cli.output import write
from hyperdigest.cli.report import Stopwatch, progress_shown
from hyperdigest.cli.terminal import say
from hyperdigest.errors import OutputError
from hyperdigest.experiments.catalogue import ALL, EXPERIMENTS
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.eligibility import ELIGIBILITIES

_NAMES = "\n".join(f"{name:<18}{about}" for name, about in [
    *((name, experiment.about) for name, experiment in EXPERIMENTS.items()),
    ("all", ", ".join(ALL)),
])  # fmt: skip


@click.command(
    short_help="Reproduce a table or figure of the paper.",
    help=f"""Run the experiment NAME on the tasks in a data folder, and write a report.

    Scores are kept in OUT/scores: a run that was interrupted, or another experiment with the same
    OUT, computes only what is missing. Needs `pip install "hyperdigest[experiments]"`.

    \b
    {_NAMES.replace(chr(10), chr(10) + "    ")}
    """,
)
@click.argument("name", type=click.Choice([*EXPERIMENTS, "all"]), metavar="NAME")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="Folder of task sets; for `example` of documents, for `answers` of questions.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="Folder of scores and reports; made where it is missing.",
)
@click.option("--sets", multiple=True, metavar="NAME", help="Only this set; may be repeated.")
@click.option("--sample", type=click.IntRange(1), help="At most so many clusters of each set.")
@click.option(
    "--eligible",
    type=click.Choice(ELIGIBILITIES),
    default="default",
    show_default=True,
    help="Who may be picked: what the preset default lets be, any form of as many words, all.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of all chance.")
@click.option(
    "--jackknife/--no-jackknife",
    default=None,
    help="Leave each reference out in turn.  [for sets called duc... only]",
)
@click.option("--model", default="", metavar="DIR", help="Embeddings, for `rivals`, `answers`.")
@click.option("--full-grid", is_flag=True, help="Tune over every combination, not in turns.")
@click.option("--question", default="", help="For `example`.  [the paper's question]")
@click.option(
    "--pile",
    default="",
    metavar="DIR",
    help="Documents that the questions of `answers` are about.  [pile beside the questions]",
)
@click.option(
    "--format",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="The reports written: a path a line, or one object.",
)
@click.option("--jobs", type=click.IntRange(1), help="Processes.  [one a core]")
def experiment(
    name: str, data: Path, out: Path, format: str, jobs: int | None, **values: Any
) -> None:
    """Run an experiment; the help of the command is made above."""
    from hyperdigest.experiments.conducting import check_libraries, conduct, load_bench

    check_libraries()
    from joblib import cpu_count

    watch = Stopwatch()
    choices, reports = Choices(**values), []
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write to {out}: {error.strerror}; give another --out") from error
    try:
        with progress_shown() as progress:
            bench, warnings = load_bench(name, data, out, choices, jobs or cpu_count(), progress)
            _warn(warnings)
            for each in ALL if name == "all" else (name,):
                say(f"{each}: {bench}")
                report = conduct(each, bench, choices, warnings)
                _warn(report.warnings[len(warnings) :])
                page = str(out / each / "report.html")
                reports.append({"name": each, "report": page, "warnings": list(report.warnings)})
                if format == "text":
                    write(page, None)
    except KeyboardInterrupt:
        say(f"hyperdigest: interrupted; the scores so far are kept in {out / 'scores'}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    write_account(format, {"reports": reports})
    say(f"{watch}")


def _warn(warnings: Sequence[str]) -> None:
    for warning in warnings:
        say(f"warning: {warning}")
