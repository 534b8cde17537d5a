"""Options and arguments that commands share: parameters, constraints, output, and completion.

Each is a decorator of click. The parameters are the options of `hyperdigest.options`; the help
shows them in sections.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hyperdigest.cli.config_files import PROJECT_FILE, Chosen, Layer, layer_of, layers
from hyperdigest.cli.models import AskRequest, Cluster, resolve_options
from hyperdigest.cli.output import check_writable
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.errors import OptionError
from hyperdigest.file_formats import SUFFIXES
from hyperdigest.options import AUTO, PARAMETERS, PRESETS, Parameter, Stage

if TYPE_CHECKING:
    from hyperdigest.read import ReadingOptions

SAVED_SUFFIX = ".hdig"

HEADINGS: dict[Stage, str] = {
    "selection": "Selection of sentences",
    "relevance": "Relevance (the walk)",
    "evidence": "Evidence about the question",
    "hypergraph": "Hypergraph",
    "topics": "Topic model (fixed once fitted)",
    "split": "Splitting (fixed once fitted)",
}
"""Sections of the help, the most used first; other options come before them."""

Command = Callable[..., None]

FILE = click.Path(path_type=Path)
AT_LEAST_ONE = click.IntRange(1)

LARGEST_DIGEST = 16 << 20
"""The most bytes of a digest that ``--after`` reads."""


class SectionOption(click.Option):
    """An option that the help shows in a section."""

    def __init__(self, *args: Any, section: str = "Options", **more: Any) -> None:
        super().__init__(*args, **more)
        self.section = section


class SectionedCommand(click.Command):
    """A command whose help has a section for each of `HEADINGS`, after the other options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]]
        sections = {name: [] for name in ("Options", *HEADINGS.values())}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx) if isinstance(option, click.Option) else None
            if record is not None:
                sections[getattr(option, "section", "Options")].append(record)
        for heading, records in sections.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def command(short_help: str, *examples: str, **more: Any) -> Callable[[Command], click.Command]:
    """A command of click; its help ends with `examples`, which are complete command lines."""
    epilog = "\b\nExamples:\n" + "\n".join(f"  {example}" for example in examples)
    return click.command(
        cls=SectionedCommand, short_help=short_help, epilog=epilog if examples else None, **more
    )


def readable_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Completions of `typed`: folders, and files of readable formats."""
    folder, name = typed[: typed.rfind("/") + 1], typed.rpartition("/")[2]
    try:
        found = sorted(Path(folder or ".").expanduser().iterdir())
    except OSError:
        return []
    return [
        f"{folder}{path.name}{'/' if path.is_dir() else ''}"
        for path in found
        if path.name.startswith(name)
        and (name or not path.name.startswith("."))
        and (path.suffix.lower() in (*SUFFIXES, SAVED_SUFFIX) or path.is_dir())
    ]


def saved_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Completions of `typed`: folders and saved collections."""
    paths = readable_files(context, parameter, typed)
    return [path for path in paths if path.endswith(("/", SAVED_SUFFIX))]


def languages(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Completions of `typed`: codes of languages."""
    from hyperdigest.split.terms import LANGUAGES

    return [name for name in (AUTO, *LANGUAGES) if name.startswith(typed)]


def with_parameters(*stages: Stage) -> Callable[[Command], Command]:
    """Give a command ``--preset``, ``--config`` and the parameters of `stages`, as ``chosen``."""
    parameters = [p for p in PARAMETERS.values() if p.stage in stages]
    sources: tuple[Callable[[Command], Command], ...] = (
        click.option(
            "--preset",
            type=click.Choice(PRESETS),
            help="`default` was chosen by measurements, `paper` is the published method.",
        ),
        click.option(
            "--config",
            type=FILE,
            metavar="FILE",
            help="TOML file that sets parameters by name; the command line takes precedence.",
        ),
        click.option(
            "--no-config",
            "use_files",
            flag_value=False,
            type=bool,
            default=True,
            help=f"Ignore ./{PROJECT_FILE} and the user configuration.",
        ),
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(preset: str | None, config: Path | None, use_files: bool, **values: Any) -> None:
            typed = {"preset": preset} | {p.name: values.pop(p.name) for p in parameters}
            given = {name: value for name, value in typed.items() if value is not None}
            explicit = (Layer("command line", given), *([layer_of(config)] if config else []))
            files = tuple(layers()) if use_files else ()
            command(chosen=Chosen(explicit, files), **values)

        decorated: Command = called
        for option in (*map(_option, reversed(parameters)), *reversed(sources)):
            decorated = option(decorated)
        return decorated

    return decorate


def _option(parameter: Parameter) -> Callable[[Command], Command]:
    flag = parameter.name.replace("_", "-")
    names = [f"--{flag}/--no-{flag}" if parameter.type is bool else f"--{flag}", parameter.name]
    if parameter.symbol:
        names.insert(1, f"--{parameter.symbol}")
    values = f"{parameter.default}" or "none"
    if parameter.paper != parameter.default:
        values += f"; paper {parameter.paper}"
    kind: Any = click.Choice(parameter.choices) if parameter.choices else parameter.type
    return click.option(
        *names,
        cls=SectionOption,
        section=HEADINGS.get(parameter.stage, "Options"),
        type=kind,
        default=None,
        help=f"{parameter.help[0].upper()}{parameter.help[1:]}  [{values}]",
        shell_complete=languages if parameter.name == "language" else None,
    )


with_all_parameters = with_parameters(
    "digest", "split", "topics", "hypergraph", "evidence", "relevance", "selection"
)


def _checked_question(context: click.Context, parameter: click.Parameter, question: str) -> str:
    from hyperdigest.question import check_text

    check_text(question)
    return question


def _checked_paths(
    context: click.Context, parameter: click.Parameter, paths: tuple[str, ...]
) -> tuple[str, ...]:
    """The paths after a question.

    Raises OptionError if the question is given twice, or is itself a path. One word that is also
    the name of a folder is a question if a path follows.
    """
    question = str(context.params["question"])
    path = Path(question)
    looks_like_path = question == "-" or (
        bool(path.suffix) or "/" in question or os.sep in question
    )
    if _exists(question) and (looks_like_path or not any(map(_exists, paths))):
        example = next((each for each in paths if not _exists(each)), "What is new?")
        raise OptionError(
            f"the question is {question!r}, which is a file or a folder: give the question first,"
            f' as in `hyperdigest {context.command.name} "{example}" {question}`'
        )
    if question in paths and not _exists(question):
        raise OptionError(f"the question {question!r} is given twice: give it once, then PATH...")
    if not paths:
        raise click.MissingParameter(ctx=context, param=parameter)
    return paths


def _exists(path: str) -> bool:
    """Whether `path` is standard input, a file or a folder; False if it is no valid path."""
    return path == "-" or os.path.exists(path)  # noqa: PTH110 (it raises nothing)


question_argument = click.argument("question", callback=_checked_question)
_paths: dict[str, Any] = {"nargs": -1, "metavar": "PATH...", "shell_complete": readable_files}
paths_argument = click.argument("paths", **_paths, required=True)
_paths_of_question = click.argument("paths", **_paths, callback=_checked_paths)
jobs_option = click.option(
    "--jobs",
    type=AT_LEAST_ONE,
    help="Processes that read and split documents, if there is much to read.  [one per core]",
)


def reading_options(command: Command) -> Command:
    """Give a command ``--jobs``, ``--ocr``, ``--without-suffix`` and ``--text-column``, as
    `ReadingOptions` named ``reading``."""

    @jobs_option
    @click.option(
        "--ocr",
        is_flag=True,
        help="Recognize the text of PDF pages without text by Tesseract (OCR), in the --language.",
    )
    @click.option(
        "--without-suffix",
        is_flag=True,
        help="Read the files of folders whose names have no suffix too, by their content.",
    )
    @click.option(
        "--text-column",
        metavar="NAME",
        help='Column of tables whose cells are documents, or "" if none are.  [looked for]',
    )
    @wraps(command)
    def called(*args: Any, **values: Any) -> Any:
        from hyperdigest.read import ReadingOptions

        of_reading = ("jobs", "ocr", "without_suffix", "text_column")
        reading = ReadingOptions(**{name: values.pop(name) for name in of_reading})
        return command(*args, reading=reading, **values)

    return called


def constraint_options(command: Command) -> Command:
    """Give a command ``--pin``, ``--exclude``, ``--after``, ``--new-since``, ``--new``, ``--since``
    and ``--until``, as ``constraints``."""

    def place(flag: str, name: str, help: str) -> Callable[[Command], Command]:
        help = f"{help}, by the name of its document and its start; may be repeated."
        return click.option(flag, name, multiple=True, metavar="DOCUMENT:START", help=help)

    @place("--pin", "pinned", "A sentence that must be in the digest and counts in its budget")
    @place("--exclude", "excluded", "A sentence that must not be in the digest")
    @click.option(
        "--after",
        type=FILE,
        multiple=True,
        metavar="FILE",
        help="An earlier digest (--format json) to add to: its statements are not repeated, and its"
        " question counts a little; may be repeated.",
    )
    @click.option(
        "--new-since",
        metavar="DATE",
        help="Only what documents of this date or later say beyond all others: a day, month or year"
        " (2026-11-22, 2026-11, 2026).",
    )
    @click.option(
        "--new",
        multiple=True,
        metavar="PATH",
        help="Only what these documents say beyond all others: a name, file, folder or pattern; may"
        " be repeated.",
        shell_complete=readable_files,
    )
    @click.option(
        "--since",
        metavar="DATE",
        help="Pick sentences only from documents of this date or later: a day, month or year"
        " (2026-11-22, 2026-11, 2026).",
    )
    @click.option(
        "--until",
        metavar="DATE",
        help="Pick sentences only from documents of this date or earlier.",
    )
    @wraps(command)
    def called(after: tuple[Path, ...], **values: Any) -> None:
        constraints = NO_CONSTRAINTS
        for path in after:
            constraints = constraints.merged(read_digest(path))
        names = ("pinned", "excluded", "since", "until", "new_since", "new")
        given = {name: values.pop(name) for name in names}
        if empty := next((name for name, value in given.items() if value == ""), None):
            raise OptionError(f"{empty} is empty: give a date such as 2026-11-22, 2026-11 or 2026")
        command(constraints=constraints.merged(Constraints.of(given)), **values)

    return called


def cluster_options(command: Command) -> Command:
    """Give a command ``--backend``, ``--workers`` and ``--address`` of a cluster, as a `Cluster`
    named ``cluster``."""

    @click.option(
        "--backend",
        type=click.Choice(["dask", "ray"]),
        help="Cluster that opens the parts of a split collection.  [this process]",
    )
    @click.option("--workers", type=AT_LEAST_ONE, help="Its processes.  [one per core, or all]")
    @click.option("--address", help="Its address.  [start it on this machine]")
    @wraps(command)
    def called(*args: Any, **values: Any) -> Any:
        cluster = Cluster(**{name: values.pop(name) for name in ("backend", "workers", "address")})
        return command(*args, cluster=cluster, **values)

    return called


def question_arguments(result: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Give a command the arguments and options of a question, and those of its `result`.

    The former are its first argument, an `AskRequest`; the latter are passed by name.
    """

    def decorate(command: Command) -> Command:
        @question_argument
        @_paths_of_question
        @result
        @reading_options
        @cluster_options
        @constraint_options
        @with_all_parameters
        @wraps(command)
        def called(
            question: str,
            paths: tuple[str, ...],
            reading: ReadingOptions,
            cluster: Cluster,
            constraints: Constraints,
            chosen: Chosen,
            **others: Any,
        ) -> None:
            from hyperdigest.question import Question

            options = resolve_options(paths, chosen)
            asked = Question.of(question, constraints, options.preset, options.changes)
            command(AskRequest(asked, paths, reading, cluster), **others)

        return called

    return decorate


def read_digest(path: Path) -> Constraints:
    """The constraints of a question that follows the digest in a file.

    Raises OptionError if the file cannot be read, is too large or not JSON, or is no digest.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_DIGEST + 1)
        if len(content) > LARGEST_DIGEST:
            raise OptionError(
                f"the file is larger than {LARGEST_DIGEST >> 20} MB: give a digest of --format json"
            )
        return Constraints.after(json.loads(content.decode()))
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{path} is not JSON: give a digest of --format json") from error
    except OptionError as error:
        raise OptionError(f"--after {path}: {error}") from error


def result_options(*formats: str, plugins: bool = False) -> Callable[[Command], Command]:
    """Give a command ``-o`` and ``--format``.

    Without ``--format``, the suffix of FILE determines the format, and the first of `formats` is
    the default. `plugins`: formats of plugins for digests are allowed too.
    """
    choice = _DigestFormat(formats) if plugins else click.Choice(formats)

    def format_of(output: Path) -> str:
        """The format by the suffix of a file, empty if it has none.

        Raises OptionError if no format has the suffix.
        """
        from hyperdigest.render import FORMAT_TYPES, format_of_suffix

        suffixes = {name: FORMAT_TYPES.get(name, (f".{name}",))[0] for name in formats}
        suffix, file_name = output.suffix.lower(), output.name.lower()
        fitting = [name for name in formats if file_name.endswith(suffixes[name])]
        found = max(fitting, key=lambda name: len(suffixes[name]), default="")
        if found or not suffix:
            return found
        if plugins and (found := format_of_suffix(suffix)):
            return found
        raise OptionError(_unknown_suffix(output, suffixes))

    def decorate(command: Command) -> Command:
        @click.option(
            "--format",
            type=choice,
            help=f"Format of the result.  [by the suffix of FILE, or {formats[0]}]",
        )
        @target_option("Write to FILE, completely or not at all, instead of standard output.")
        @wraps(command)
        def called(format: str | None, output: Path | None, **values: Any) -> None:
            by_suffix = format_of(output) if output and not format else ""
            command(format=format or by_suffix or formats[0], output=output, **values)

        return called

    return decorate


def _unknown_suffix(output: Path, suffixes: Mapping[str, str]) -> str:
    """The message that no format has the suffix of `output`.

    There is no format PDF because fonts for all scripts would have to be installed with it.
    """
    if output.suffix.lower() == ".pdf" and "html" in suffixes:
        word = f", or write {output.stem}.docx" if "docx" in suffixes else ""
        return (
            f"cannot write {output}: there is no format PDF; write {output.stem}.html and print it"
            f" to PDF from a browser{word}"
        )
    return (
        f"cannot write {output}: no format has the suffix {output.suffix}; end FILE with one of"
        f" {', '.join(suffixes.values())}, or give --format"
    )


class _DigestFormat(click.Choice[str]):
    """Formats of a digest; plugins are searched only if the format is not built in."""

    def __init__(self, built_in: Sequence[str]) -> None:
        self._built_in = tuple(built_in)

    @cached_property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        from hyperdigest.base.plugins import in_use

        return (*self._built_in, *in_use("renderers", self._built_in))

    case_sensitive = True

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value if value in self._built_in else super().convert(value, param, ctx)


def text_or_json(help: str) -> Callable[[Command], Command]:
    """Give a command ``--format``: text, the default, or JSON."""
    choice = click.Choice(("text", "json"))
    return click.option("--format", type=choice, default="text", show_default=True, help=help)


summary_format_option = text_or_json(
    "Format of the summary: text on standard error, or also a JSON object on standard output."
)


def target_option(
    help: str, required: bool = False, suffix: str = ""
) -> Callable[[Command], Command]:
    """Give a command ``-o FILE``.

    Before the command runs, it is checked that FILE can be written, and that its suffix is
    `suffix`, if that is given, or that it has none.
    """

    def checked(
        context: click.Context, parameter: click.Parameter, path: Path | None
    ) -> Path | None:
        if path:
            check_writable(path)
        if path and suffix and path.suffix.lower() not in (suffix, ""):
            raise OptionError(
                f"cannot write {path}: files of `{context.command.name}` have the suffix {suffix};"
                f" name {path.stem}{suffix} with -o"
            )
        return path

    how: dict[str, Any] = {"type": FILE, "metavar": "FILE", "callback": checked}
    return click.option("-o", "--output", **how, required=required, help=help)
