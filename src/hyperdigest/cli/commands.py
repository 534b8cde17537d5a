"""The commands: each parses, calls the library, and prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hyperdigest.cli.native import standard_output_kept_clean
from hyperdigest.cli.options import jobs_option, result_options, target_option
from hyperdigest.cli.output import write
from hyperdigest.cli.parameters import Chosen, with_parameters
from hyperdigest.cli.report import Stopwatch, progress_bars, say
from hyperdigest.options import Options

if TYPE_CHECKING:
    from hyperdigest.pipeline import Model


def _asked(context: click.Context, parameter: click.Parameter, question: str) -> str:
    from hyperdigest.evidence.question import check_question

    check_question(question)
    return question


_question = click.argument("question", callback=_asked)
_paths = click.argument("paths", nargs=-1, required=True, metavar="PATH...")
_fitting = with_parameters(
    "digest", "split", "topics", "hypergraph", "evidence", "relevance", "selection"
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="hyperdigest", message="%(package)s %(version)s")
def hyperdigest() -> None:
    """Put a question to documents; get a digest made only of their own sentences, each cited.

    \b
    hyperdigest ask "Where will the eclipse be total?" articles/ --words 100
    hyperdigest fit articles/ -o case.hdig
    hyperdigest ask "Who should not look at it?" case.hdig --format html -o answer.html
    """


@hyperdigest.command(short_help="Answer a question with a cited digest.")
@_question
@_paths
@result_options("text", "markdown", "html", "json")
@jobs_option
@_fitting
def ask(
    question: str,
    paths: tuple[str, ...],
    format: str,
    output: Path | None,
    jobs: int | None,
    chosen: Chosen,
) -> None:
    """Answer QUESTION from the documents at PATH... with a cited, verbatim digest.

    PATH is a folder, file, glob, `-` for standard input, or one saved collection.
    """
    from hyperdigest.render import FORMATS

    watch = Stopwatch()
    model = _ready(question, paths, jobs, chosen)
    with standard_output_kept_clean():
        digest = model.digest(question, preset=chosen.preset, **chosen.changes)
    write(FORMATS[format](digest), output)
    say(f"{model.summary}; {watch}")


@hyperdigest.command(short_help="Say why each sentence is in the digest.")
@_question
@_paths
@result_options("text", "json")
@jobs_option
@_fitting
def explain(
    question: str,
    paths: tuple[str, ...],
    format: str,
    output: Path | None,
    jobs: int | None,
    chosen: Chosen,
) -> None:
    """Say why each sentence of the digest is in it, and which nearly were."""
    from hyperdigest.render import EXPLANATION_FORMATS

    model = _ready(question, paths, jobs, chosen)
    with standard_output_kept_clean():
        explanation = model.explain(question, preset=chosen.preset, **chosen.changes)
    write(EXPLANATION_FORMATS[format](explanation), output)


@hyperdigest.command(short_help="Read documents and find their topics.")
@_paths
@target_option("The file to write, such as `case.hdig`.", required=True)
@jobs_option
@_fitting
def fit(paths: tuple[str, ...], output: Path, jobs: int | None, chosen: Chosen) -> None:
    """Read documents and find their topics once; `ask` then answers without doing it again.

    Parameters of the question given here become the saved collection's own defaults. Where PATH
    is a saved collection, its documents are fitted anew.
    """
    watch = Stopwatch()
    saved = _saved(paths)
    if saved:
        model = _fitted_anew(Path(saved), output, jobs, chosen)
    else:
        model = _fitted(paths, jobs, chosen)
        model.save(output)
    for warning in model.collection.warnings:
        say(f"warning: {warning}")
    say(f"{model.summary}; saved in {output}; {watch}")


@hyperdigest.command(short_help="List the topics of a collection.")
@_paths
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

    model = _model(paths, jobs, chosen)
    model.question_options(chosen.preset, chosen.changes)
    write(TOPIC_FORMATS[format](model.topic_table(top)), output)


@hyperdigest.command(short_help="Check the installation, or read a file.")
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--warm", is_flag=True, help="Compile the kernels now, so that no question waits.")
def doctor(paths: tuple[str, ...], warm: bool) -> None:
    """Check the installation; with PATH... show how each file was read and split."""
    from hyperdigest.cli.doctor import describe_files, describe_installation, warm_up

    if warm:
        warm_up()
    write(describe_files(paths) if paths else describe_installation(), None)


def _ready(question: str, paths: tuple[str, ...], jobs: int | None, chosen: Chosen) -> Model:
    """The model at `paths` to ask, its sentences embedded where the question will need it."""
    model = _asked_model(question, paths, jobs, chosen)
    options = model.question_options(chosen.preset, chosen.changes)
    if options.embedding_model and options.embedding_evidence:
        with progress_bars() as progress, standard_output_kept_clean():
            model.prepared.embeddings(options.embedding_model, progress)
    return model


def _asked_model(question: str, paths: tuple[str, ...], jobs: int | None, chosen: Chosen) -> Model:
    """The saved collection at `paths` or a model of the documents there, as far as is asked."""
    saved = _saved(paths)
    if not saved:
        return _fitted(paths, jobs, chosen, question)
    from hyperdigest.saving import load_focused

    return load_focused(saved, question, chosen.preset, chosen.changes)


def _model(paths: tuple[str, ...], jobs: int | None, chosen: Chosen) -> Model:
    """The saved collection at `paths`, or a model of the documents there."""
    from hyperdigest.pipeline import Model

    saved = _saved(paths)
    return Model.load(saved) if saved else _fitted(paths, jobs, chosen)


def _fitted(paths: tuple[str, ...], jobs: int | None, chosen: Chosen, question: str = "") -> Model:
    """A model of the documents at `paths`, or of those that match `question` if it is focused."""
    from hyperdigest.pipeline import Collection

    options = _fitting_options(chosen)
    with progress_bars() as progress:
        collection = Collection.read(paths, language=options.language, jobs=jobs, progress=progress)
        if question:
            collection = collection.focused(question, options)
        return collection.fit(options, progress=progress)


def _fitted_anew(saved: Path, output: Path, jobs: int | None, chosen: Chosen) -> Model:
    """A model of the documents of a saved collection, written to `output`, the same file or not."""
    from hyperdigest.pipeline import Collection, Model
    from hyperdigest.saving import change_saved

    options = _fitting_options(chosen)
    with progress_bars() as progress:

        def anew(model: Model) -> Model:
            old, language = model.collection, options.language
            return Collection.of(
                old.documents,
                language=language,
                warnings=old.warnings,
                jobs=jobs,
                progress=progress,
            ).fit(options, progress=progress)

        if output.exists() and saved.exists() and output.samefile(saved):
            return change_saved(saved, anew, progress)
        model = anew(Model.load(saved))
    model.save(output)
    return model


def _fitting_options(chosen: Chosen) -> Options:
    options = Options.preset(chosen.preset or "default", **chosen.changes)
    if options.embedding_model:
        from hyperdigest.evidence.embeddings import check_model

        check_model(options.embedding_model)
    return options


def _saved(paths: tuple[str, ...]) -> str | None:
    """The saved collection that `paths` name, if they do."""
    from hyperdigest.store import saved_among

    return saved_among(paths)
