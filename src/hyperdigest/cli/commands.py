"""The commands: each parses, calls the library, and prints."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from hyperdigest.cli.parameters import chosen_parameters, with_parameters
from hyperdigest.cli.report import Stopwatch, progress_bars, say
from hyperdigest.errors import OptionError, OutputError

Command = TypeVar("Command", bound=Callable[..., Any])

PATHS = "folders, files, globs, `-` for standard input, or one saved collection"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="hyperdigest", message="%(package)s %(version)s")
def hyperdigest() -> None:
    """Put a question to documents; get a digest made only of their own sentences, each cited.

    \b
    hyperdigest ask "Where will the eclipse be total?" articles/ --words 100
    hyperdigest fit articles/ -o case.hdig
    hyperdigest ask "Who should not look at it?" case.hdig --format html -o answer.html
    """


def _output(formats: tuple[str, ...]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        shape = click.option(
            "--format",
            "format",
            type=click.Choice(formats),
            default=formats[0],
            show_default=True,
            help="Form of the result.",
        )
        file = click.option(
            "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
            help="Write to FILE, whole or not at all, instead of standard output.",
        )  # fmt: skip
        return shape(file(command))

    return decorate


@hyperdigest.command()
@click.argument("question")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@_output(("text", "markdown", "html", "json"))
@with_parameters("digest", "split", "topics", "hypergraph", "relevance", "selection")
def ask(
    question: str,
    paths: tuple[str, ...],
    format: str,
    output: Path | None,
    preset: str | None,
    config: Path | None,
    **values: Any,
) -> None:
    """Answer QUESTION from the documents at PATH... with a cited, verbatim digest.

    PATH is a folder, file, glob, `-` for standard input, or one saved collection.
    """
    from hyperdigest.render import FORMATS

    watch = Stopwatch()
    preset, changes = chosen_parameters(values, config, preset)
    with progress_bars() as progress:
        model = _model(paths, preset, changes, progress)
        digest = model.ask(question, preset, **changes).digest()
    _write(FORMATS[format](digest), output)
    say(f"{model.summary}; {watch}")


@hyperdigest.command()
@click.argument("question")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@_output(("text", "json"))
@with_parameters("digest", "split", "topics", "hypergraph", "relevance", "selection")
def explain(
    question: str,
    paths: tuple[str, ...],
    format: str,
    output: Path | None,
    preset: str | None,
    config: Path | None,
    **values: Any,
) -> None:
    """Say why each sentence of the digest is in it, and which nearly were."""
    from hyperdigest.render import EXPLANATION_FORMATS

    preset, changes = chosen_parameters(values, config, preset)
    with progress_bars() as progress:
        model = _model(paths, preset, changes, progress)
        explanation = model.ask(question, preset, **changes).explanation()
    _write(EXPLANATION_FORMATS[format](explanation), output)


@hyperdigest.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE",
    help="The saved collection, by custom `NAME.hdig`.",
)  # fmt: skip
@with_parameters("split", "topics", "hypergraph", "relevance", "selection", "digest")
def fit(
    paths: tuple[str, ...],
    output: Path,
    preset: str | None,
    config: Path | None,
    **values: Any,
) -> None:
    """Read documents and find their topics once; `ask` then answers without doing it again.

    Parameters of the question given here become the saved collection's own defaults.
    """
    watch = Stopwatch()
    preset, changes = chosen_parameters(values, config, preset)
    with progress_bars() as progress:
        model = _model(paths, preset, changes, progress)
    model.save(output)
    for warning in model.collection.warnings:
        say(f"warning: {warning}")
    say(f"{model.summary}; saved in {output}; {watch}")


@hyperdigest.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--top", default=10, show_default=True, type=click.IntRange(1), help="Words a topic.")
@_output(("text", "json"))
@with_parameters("split", "topics")
def topics(
    paths: tuple[str, ...],
    top: int,
    format: str,
    output: Path | None,
    preset: str | None,
    config: Path | None,
    **values: Any,
) -> None:
    """List the topics of a collection: strongest words, weight, sentences and documents."""
    from hyperdigest.render import TOPIC_FORMATS

    preset, changes = chosen_parameters(values, config, preset)
    with progress_bars() as progress:
        model = _model(paths, preset, changes, progress)
    _write(TOPIC_FORMATS[format](model.topic_table(top)), output)


@hyperdigest.command()
@click.argument("paths", nargs=-1, metavar="[FILE...]")
@click.option("--warm", is_flag=True, help="Compile the kernels now, so that no question waits.")
@click.option("--language", default="en", show_default=True, help="Language of the files.")
def doctor(paths: tuple[str, ...], warm: bool, language: str) -> None:
    """Check the installation; with FILE... show how each was read and split into sentences."""
    from hyperdigest.cli.doctor import describe_files, describe_installation

    if warm:
        from hyperdigest.topics import compile_kernels

        compile_kernels()
    text = describe_files(paths) if paths else describe_installation()
    _write(text, None)


def _model(
    paths: tuple[str, ...], preset: str | None, changes: dict[str, Any], progress: Any
) -> Any:
    from hyperdigest.options import Options
    from hyperdigest.pipeline import Collection, Model
    from hyperdigest.store import is_store

    saved = [path for path in paths if is_store(path)]
    if saved and len(paths) > 1:
        raise OptionError(f"{saved[0]} is a saved collection: name it alone, without other paths")
    if saved:
        return Model.load(saved[0])
    options = Options.preset(preset or "default", **changes)
    collection = Collection.read(paths, language=options.language, progress=progress)
    return collection.fit(options, progress=progress)


def _write(text: str, output: Path | None) -> None:
    data = (text if text.endswith("\n") else text + "\n").encode("utf-8", "backslashreplace")
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from hyperdigest.files import written_whole

    try:
        with written_whole(output) as temporary:
            temporary.write_bytes(data)
    except OSError as error:
        raise OutputError(
            f"cannot write {output}: {error.strerror}; nothing was changed"
        ) from error
