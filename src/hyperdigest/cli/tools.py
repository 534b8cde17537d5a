"""The commands around the digest: `batch`, `experiment`, `rouge`, `mcp` and `serve`."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import click

from hyperdigest.base.parallel import BACKENDS
from hyperdigest.cli.commands import FAILED, INTERRUPTED
from hyperdigest.cli.config_files import Chosen
from hyperdigest.cli.options import (
    AT_LEAST_ONE,
    FILE,
    command,
    result_options,
    summary_format_option,
    target_option,
    text_or_json,
    with_all_parameters,
)
from hyperdigest.cli.output import say, warn, write, write_json_summary
from hyperdigest.cli.progress import Stopwatch, progress_shown
from hyperdigest.errors import OptionError, OutputError, not_installed
from hyperdigest.experiments.registry import ALL, ELIGIBILITIES, EXPERIMENTS, Choices
from hyperdigest.options import Options


@command(
    "Answer many questions over many collections.",
    "hyperdigest batch tasks.jsonl -o answers.jsonl --workers 2",
)
@click.argument("tasks", metavar="TASKS")
@target_option("The file of answers to write, whole or not at all.", required=True, suffix=".jsonl")
@click.option(
    "--workers",
    type=AT_LEAST_ONE,
    help="Processes at work at a time.  [one a core, or the whole cluster]",
)
@click.option(
    "--backend",
    type=click.Choice(BACKENDS),
    default="loky",
    show_default=True,
    help="Processes of this machine, or a cluster of Dask or Ray.",
)
@summary_format_option
@click.option("--address", help="Of a cluster that runs.  [one of processes on this machine]")
@with_all_parameters
def batch(tasks: str, output: Path, format: str, chosen: Chosen, **how: Any) -> None:
    """Answer the questions of TASKS, a file of JSON lines, or `-` for standard input.

    A task is {"question": ..., "paths": [...]} with paths as for `ask`, seen from the current
    directory, or {"question": ..., "documents": [{"name": ..., "text": ...}]}; optional are "id",
    "preset" and parameters by name, such as "words", which win over those of the command line. Its
    line in the output is {"id": ..., "digest": what `ask --format json` prints}, or {"id": ...,
    "error": ...}: no failure stops the others.

    Interrupted or killed, the same command goes on where it stopped.
    """
    from hyperdigest.batch import InterruptedBatch, read_tasks, run

    watch = Stopwatch()
    Options.preset(chosen.preset or "default", **chosen.changes)
    given = read_tasks(tasks, chosen.preset, chosen.changes)
    if tasks != "-" and output.exists() and output.samefile(tasks):
        raise OutputError(f"{output} holds the tasks: name another file with -o")
    try:
        with progress_shown() as progress:
            tally = run(given, output, **how, progress=progress, tell=say)
    except InterruptedBatch as interrupted:
        say(f"hyperdigest: interrupted; {interrupted}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    failed = f", {tally.failed:,} of them failed" if tally.failed else ""
    account = {"output": str(output), "tasks": tally.tasks, "failed": tally.failed}
    write_json_summary(format, account)
    say(f"{tally.tasks:,} tasks{failed}; written to {output}; {watch}")
    if tally.failed:
        raise click.exceptions.Exit(FAILED)


_ABOUT = {name: known.about for name, known in EXPERIMENTS.items()} | {"all": ", ".join(ALL)}
_NAMES = "\n    ".join(f"{name:<18}{about}" for name, about in _ABOUT.items())


@command(
    "Reproduce a table or figure of the paper.",
    help=f"""Run the experiment NAME on the tasks in a data folder, and write a report.

    Scores are kept in OUT/scores: a run that was interrupted, or another experiment with the same
    OUT, computes only what is missing. Needs `pip install "hyperdigest[experiments]"`.

    \b
    {_NAMES}
    """,
)
@click.argument("name", type=click.Choice(list(_ABOUT)), metavar="NAME")
@click.option(
    "--data",
    type=FILE,
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
@click.option("--sample", type=AT_LEAST_ONE, help="At most so many clusters of each set.")
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
@text_or_json("The reports written: a path a line, or one object.")
@click.option("--jobs", type=AT_LEAST_ONE, help="Processes.  [one a core]")
def experiment(
    name: str, data: Path, out: Path, format: str, jobs: int | None, **values: Any
) -> None:
    """Run an experiment; the help of the command is made above."""
    from hyperdigest.experiments.experiment import check_libraries, load_runner, run_experiment

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
            runner, warnings = load_runner(name, data, out, choices, jobs or cpu_count(), progress)
            warn(warnings)
            for each in ALL if name == "all" else (name,):
                say(f"{each}: {runner}")
                report = run_experiment(each, runner, choices, warnings)
                warn(report.warnings[len(warnings) :])
                page = str(out / each / "report.html")
                reports.append({"name": each, "report": page, "warnings": list(report.warnings)})
                if format == "text":
                    write(page, None)
    except KeyboardInterrupt:
        say(f"hyperdigest: interrupted; the scores so far are kept in {out / 'scores'}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    write_json_summary(format, {"reports": reports})
    say(f"{watch}")


MCP_PORT = 8341


@command("Serve digests to language models (MCP).")
@click.option(
    "--root",
    type=FILE,
    metavar="DIR",
    help="Let clients read files below DIR alone; relative paths start there.  [any file]",
)
@click.option(
    "--transport",
    type=click.Choice(("stdio", "streamable-http")),
    default="stdio",
    show_default=True,
    help="stdio: the client starts this command and talks to it; streamable-http: clients on this"
    " machine connect to a port.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=MCP_PORT,
    show_default=True,
    help="Port of streamable-http, on 127.0.0.1.",
)
def mcp(root: Path | None, transport: str, port: int) -> None:
    """Serve the tools `digest`, `explain` and `topics` by the Model Context Protocol.

    Any client that speaks it can then have questions answered from files with cited, verbatim
    sentences. Collections that were read are kept in memory until their files change. Needs
    `pip install "hyperdigest[mcp]"`.
    """
    try:
        from hyperdigest.adapters.mcp import create_server, listening, serve_http, serve_stdio
    except ImportError as error:
        raise OptionError(str(error)) from error
    server = create_server(root)
    if transport == "stdio":
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever waits for input cannot be woken
        serve_stdio(server)
        return
    clients = listening(port)
    say(f"hyperdigest: serving MCP at http://127.0.0.1:{port}/mcp; stop with Ctrl-C")
    serve_http(server, clients)


@command(
    "Score summaries against references.",
    "hyperdigest rouge summaries references --limit 250",
    "hyperdigest rouge summaries references --limit 250 --no-stop-words",
)
@click.argument("candidates", type=FILE)
@click.argument("references", type=FILE)
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
def rouge(no_stop_words: str | None, format: str, output: Path | None, **scored: Any) -> None:
    """ROUGE-1, ROUGE-2 and ROUGE-SU4 of CANDIDATES, equal to ROUGE-1.5.5 in what it prints.

    CANDIDATES is a text file or a folder of them. The references of NAME.txt are the files of
    REFERENCES called NAME, or NAME with a dot and anything behind, such as NAME.txt or NAME.A.txt.
    Both may be JSON lines, also packed (.gz): `id` and `summary`; `id` and `references`, a list.

    A folder of folders, or of files of JSON lines, is one system each. They are compared to the
    first by approximate randomization: p values are corrected for how many there are (Holm).
    """
    from hyperdigest.evaluation.report import SCORE_FORMATS, score_files
    from hyperdigest.evaluation.rouge import STOP_WORDS, read_stop_words

    left_out = read_stop_words(Path(no_stop_words)) if no_stop_words else STOP_WORDS
    stop_words = None if no_stop_words is None else left_out
    with progress_shown() as progress:
        report = score_files(**scored, progress=progress, stop_words=stop_words)
    write(SCORE_FORMATS[format](report), output)
    warn(report.warnings)


APP_PORT = 8340


@command(
    "Open the app in a browser.",
    "hyperdigest serve",
    "hyperdigest serve articles/",
    "hyperdigest serve case.hdig --keep collections",
    "hyperdigest serve --host 0.0.0.0 --name papers.example --root /srv/papers --no-browser",
)
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=APP_PORT,
    show_default=True,
    help="Port to listen on; 0 takes any free one.",
)
@click.option("--token", default="", help="What a browser must know; made where HOST is not local.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The one folder whose files the app may be told to read.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep collections and questions in FOLDER; else they are gone when the app ends.",
)
@click.option("--name", "names", multiple=True, help="A name that browsers call this machine by.")
@click.option("--browser/--no-browser", default=True, help="Open a browser.  [yes]")
@click.option("--verbose", is_flag=True, help="Tell of every request.")
def serve(paths: tuple[str, ...], browser: bool, verbose: bool, **settings: Any) -> None:
    """Open the app: drop files into a page, ask, and read the digest beside its sources.

    PATH is a saved collection, of which there may be several, or documents to read as one
    collection. Stop the app with Ctrl-C.
    """
    try:
        from hyperdigest.web.serve import serve_app
        from hyperdigest.web.settings import Settings
    except ImportError as error:
        raise OptionError(not_installed("the app", error.name or str(error), "app")) from error
    serve_app(Settings(**settings), paths, browser=browser, verbose=verbose, say=say)
