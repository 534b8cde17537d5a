"""The commands `batch`, `experiment`, `rouge`, `mcp` and `serve`."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import click

from hyperdigest.base.parallel import BACKENDS
from hyperdigest.base.sockets import listening_socket
from hyperdigest.cli.commands import FAILED, INTERRUPTED, redirect_native_stdout
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
@target_option(
    "The file of answers to write, completely or not at all.", required=True, suffix=".jsonl"
)
@click.option(
    "--workers",
    type=AT_LEAST_ONE,
    help="The number of processes.  [one per core, or the whole cluster]",
)
@click.option(
    "--backend",
    type=click.Choice(BACKENDS),
    default="loky",
    show_default=True,
    help="Processes of this machine (loky), or a cluster of Dask or Ray.",
)
@summary_format_option
@click.option(
    "--address", help="Address of a running cluster.  [start one of processes on this machine]"
)
@with_all_parameters
def batch(tasks: str, output: Path, format: str, chosen: Chosen, **how: Any) -> None:
    """Answer the questions of TASKS, a file of JSON lines, or `-` for standard input.

    A task is {"question": ..., "paths": [...]} with paths as for `ask`, relative to the current
    directory, or {"question": ..., "documents": [{"name": ..., "text": ...}]}. It may also have
    "id", "preset" and parameters by name, such as "words", which take precedence over those of the
    command line. Its line in the output is {"id": ..., "digest": the object that `ask --format
    json` prints}, or {"id": ..., "error": ...}: the other tasks are done even if one fails.

    If a batch is interrupted or killed, the same command continues it.
    """
    from hyperdigest.batch import InterruptedBatch, read_tasks, run

    watch = Stopwatch()
    Options.preset(chosen.preset or "default", **chosen.changes)
    given = read_tasks(tasks, chosen.preset, chosen.changes)
    if tasks != "-" and output.exists() and output.samefile(tasks):
        raise OutputError(f"{output} is the file of the tasks: name another file with -o")
    try:
        with progress_shown() as progress, redirect_native_stdout():
            tally = run(given, output, **how, progress=progress, tell=say)
    except InterruptedBatch as interrupted:
        say(f"hyperdigest: interrupted; {interrupted}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    failed = f", {tally.failed:,} of them failed" if tally.failed else ""
    summary = {"output": str(output), "tasks": tally.tasks, "failed": tally.failed}
    write_json_summary(format, summary)
    say(f"{tally.tasks:,} tasks{failed}; written to {output}; {watch}")
    if tally.failed:
        raise click.exceptions.Exit(FAILED)


_ABOUT = {name: known.about for name, known in EXPERIMENTS.items()} | {"all": ", ".join(ALL)}
_NAMES = "\n    ".join(f"{name:<18}{about}" for name, about in _ABOUT.items())


@command(
    "Reproduce a table or figure of the paper.",
    help=f"""Run the experiment NAME on the tasks in a data folder, and write a report.

    Scores are saved in OUT/scores: if a run was interrupted, or another experiment has the same
    OUT, only missing scores are computed. Needs `pip install "hyperdigest[experiments]"`.

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
    help="Folder of task sets; of documents for `example`, of questions for `answers`.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="Folder for scores and reports; created if it does not exist.",
)
@click.option("--sets", multiple=True, metavar="NAME", help="Only this set; may be repeated.")
@click.option("--sample", type=AT_LEAST_ONE, help="The most clusters to take of each set.")
@click.option(
    "--eligible",
    type=click.Choice(ELIGIBILITIES),
    default="default",
    show_default=True,
    help="Eligible sentences: those of the preset default, all of as many words, or all.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Seed of all random numbers.",
)
@click.option(
    "--jackknife/--no-jackknife",
    default=None,
    help="Leave out each reference in turn.  [only for sets called duc...]",
)
@click.option(
    "--model",
    default="",
    metavar="DIR",
    help="Folder of a sentence-transformers model, for `rivals` and `answers`.",
)
@click.option(
    "--full-grid", is_flag=True, help="Tune over all combinations, not one parameter at a time."
)
@click.option("--question", default="", help="The question, for `example`.  [the paper's question]")
@click.option(
    "--pile",
    default="",
    metavar="DIR",
    help="Folder of the documents, for `answers`.  [the folder `pile` next to the questions]",
)
@text_or_json("Format of the list of reports: one path a line, or one object.")
@click.option("--jobs", type=AT_LEAST_ONE, help="The number of processes.  [one per core]")
def experiment(
    name: str, data: Path, out: Path, format: str, jobs: int | None, **values: Any
) -> None:
    """Run an experiment. The decorator has the help of the command."""
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
        say(f"hyperdigest: interrupted; the scores so far are saved in {out / 'scores'}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    write_json_summary(format, {"reports": reports})
    say(f"{watch}")


MCP_PORT = 8341


@command("Serve digests to language models (MCP).")
@click.option(
    "--root",
    type=FILE,
    metavar="DIR",
    help="Let clients read only files in DIR; relative paths start there.  [any file]",
)
@click.option(
    "--transport",
    type=click.Choice(("stdio", "streamable-http")),
    default="stdio",
    show_default=True,
    help="stdio: the client starts this command and uses its standard streams; streamable-http:"
    " clients on this machine connect to a port.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=MCP_PORT,
    show_default=True,
    help="Port of streamable-http, on 127.0.0.1.",
)
def mcp(root: Path | None, transport: str, port: int) -> None:
    """Serve the tools `digest`, `expand`, `explain`, `topics` and `verify` by the Model Context
    Protocol.

    Clients of the protocol get answers from files, made of cited, verbatim sentences. Collections
    are cached in memory until their files change. Needs `pip install "hyperdigest[mcp]"`.
    """
    try:
        from hyperdigest.adapters.mcp import create_server, serve_http, serve_stdio
    except ImportError as error:
        raise OptionError(str(error)) from error
    server = create_server(root)
    if transport == "stdio":
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a thread that waits for input would not end
        serve_stdio(server)
        return
    listener = listening_socket("127.0.0.1", port, options="--port")
    say(f"hyperdigest: serving MCP at http://127.0.0.1:{port}/mcp; stop with Ctrl-C")
    serve_http(server, listener)


@command(
    "Score summaries against references.",
    "hyperdigest rouge summaries references --limit 250",
    "hyperdigest rouge summaries references --limit 250 --no-stop-words",
)
@click.argument("candidates", type=FILE)
@click.argument("references", type=FILE)
@click.option(
    "--limit", type=click.IntRange(0), metavar="N", help="Read only the first N words of each text."
)
@click.option("--jackknife", is_flag=True, help="Leave out each reference in turn, and average.")
@click.option(
    "--no-stop-words",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="After the limit, leave stop words out of each text: those in FILE, one a line, by default"
    " 152 of English. Write this option after CANDIDATES and REFERENCES. Option -s of ROUGE-1.5.5"
    " is different, because it has another list.",
)
@result_options("text", "json")
def rouge(no_stop_words: str | None, format: str, output: Path | None, **scored: Any) -> None:
    """Print ROUGE-1, ROUGE-2 and ROUGE-SU4 of CANDIDATES, with the values of ROUGE-1.5.5.

    CANDIDATES is a text file or a folder of text files. The references of NAME.txt are the files of
    REFERENCES called NAME, or NAME with a dot and anything after it, such as NAME.txt or
    NAME.A.txt. Both may be JSON lines, also compressed (.gz): with `id` and `summary`, and with
    `id` and a list `references`.

    In a folder of folders, or of files of JSON lines, each is one system. They are compared with
    the first by approximate randomization, with p values corrected for their number (Holm).
    """
    from hyperdigest.evaluation.report import SCORE_FORMATS, score_files
    from hyperdigest.evaluation.rouge import STOP_WORDS, read_stop_words

    stop_words = None
    if no_stop_words is not None:
        stop_words = read_stop_words(Path(no_stop_words)) if no_stop_words else STOP_WORDS
    with progress_shown() as progress:
        report = score_files(**scored, progress=progress, stop_words=stop_words)
    write(SCORE_FORMATS[format](report), output)
    warn(report.warnings)


APP_PORT = 8340


@command(
    "Start the app and open it in a browser.",
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
    help="Port to listen on; 0 for any free one.",
)
@click.option(
    "--token",
    default="",
    help="Secret that browsers must send.  [a random one if HOST is not local]",
)
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The only folder whose files users may name.  [any if HOST is local, else none]",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Save collections and questions in FOLDER; without it they are lost when the app ends.",
)
@click.option(
    "--name", "names", multiple=True, help="Host name of this machine in URLs; may be repeated."
)
@click.option("--browser/--no-browser", default=True, help="Open a browser.  [yes]")
@click.option("--verbose", is_flag=True, help="Log every request.")
def serve(paths: tuple[str, ...], browser: bool, verbose: bool, **settings: Any) -> None:
    """Start the app: drop files into a page, ask, and read the digest next to its sources.

    PATH... are saved collections, or documents to read as one collection. Stop the app with Ctrl-C.
    """
    try:
        from hyperdigest.web.serve import serve_app
        from hyperdigest.web.settings import Settings
    except ImportError as error:
        raise OptionError(not_installed("the app", error.name or str(error), "app")) from error
    check_paths(paths)
    serve_app(Settings(**settings), paths, browser=browser, verbose=verbose, say=say)


def check_paths(paths: tuple[str, ...]) -> None:
    """Warn about each path without a file.

    Raises NothingReadError if all paths are such.
    """
    from hyperdigest.read.load import NothingReadError, Reading
    from hyperdigest.read.paths import Skipped, Source, expand
    from hyperdigest.store.parts.record import is_split

    missing: list[Skipped] = []
    for path in paths:
        if is_split(Path(path)):
            continue
        found = expand([path])
        if not any(isinstance(file, Source) for file in found):
            missing += [file for file in found if isinstance(file, Skipped)][:1]
    reading = Reading(skipped=tuple(missing))
    if missing and len(missing) == len(paths):
        raise NothingReadError(reading)
    warn(reading.warnings)
