"""Options and arguments that commands share: parameters, wishes, result files, and completion.

Each is a decorator of click. The parameters are those of `hyperdigest.options`, and the help shows
them in sections.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

import click

from hyperdigest.cli.config_files import PROJECT_FILE, Chosen, Layer, layer_of, layers
from hyperdigest.cli.models import Asked, resolve_options
from hyperdigest.cli.output import check_writable
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.errors import OptionError
from hyperdigest.options import PARAMETERS, PRESETS, Parameter, Stage

SAVED = ".hdig"

HEADINGS: dict[Stage, str] = {
    "selection": "Which sentences are picked",
    "relevance": "How relevance spreads",
    "evidence": "What speaks for a sentence",
    "hypergraph": "How sentences are tied",
    "topics": "How topics are found (fixed once fitted)",
    "split": "How text is read (fixed once fitted)",
}
"""Sections of the help, from the most to the least used; other options come before them."""

Command = Callable[..., None]

FILE = click.Path(path_type=Path)
AT_LEAST_ONE = click.IntRange(1)

LARGEST_DIGEST = 16 << 20
"""Bytes of a digest that another adds to."""


class InSection(click.Option):
    """An option that the help shows under a heading of its own."""

    def __init__(self, *args: Any, section: str = "Options", **more: Any) -> None:
        super().__init__(*args, **more)
        self.section = section


class Sectioned(click.Command):
    """A command whose help has a section for each of `HEADINGS`, after options without one."""

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
    """A command of click; its help ends with `examples`, which can be run as they stand."""
    shown = "\b\nExamples:\n" + "\n".join(f"  {example}" for example in examples)
    epilog = shown if examples else None
    return click.command(cls=Sectioned, short_help=short_help, epilog=epilog, **more)


def readable_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Folders, and files that are read, whose paths begin with what was `typed`."""
    from hyperdigest.read.formats import SUFFIXES

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
        and (path.suffix.lower() in (*SUFFIXES, SAVED) or path.is_dir())
    ]


def saved_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Folders, and saved collections, whose paths begin with what was `typed`."""
    return [
        path for path in readable_files(context, parameter, typed) if path.endswith(("/", SAVED))
    ]


def languages(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Languages that can be read."""
    from hyperdigest.options import AUTO
    from hyperdigest.split.terms import LANGUAGES

    return [name for name in (AUTO, *LANGUAGES) if name.startswith(typed)]


_COMPLETED = {"language": languages}


def with_parameters(*stages: Stage) -> Callable[[Command], Command]:
    """Give a command ``--preset``, ``--config`` and the parameters of `stages`, as ``chosen``."""
    parameters = [p for p in PARAMETERS.values() if p.stage in stages]
    published = "`default` was chosen by measurement, `paper` is the published method."
    typed = "TOML file of parameters by name; the command line wins."
    aside = f"Leave aside {PROJECT_FILE} of this folder and your own file."
    sources: tuple[Callable[[Command], Command], ...] = (
        click.option("--preset", type=click.Choice(PRESETS), help=published),
        click.option("--config", type=FILE, metavar="FILE", help=typed),
        click.option(
            "--no-config", "use_files", flag_value=False, type=bool, default=True, help=aside
        ),
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(preset: str | None, config: Path | None, use_files: bool, **values: Any) -> None:
            typed = {"preset": preset} | {p.name: values.pop(p.name) for p in parameters}
            given = {name: value for name, value in typed.items() if value is not None}
            asked = (Layer("command line", given), *([layer_of(config)] if config else []))
            files = tuple(layers()) if use_files else ()
            command(chosen=Chosen(asked, files), **values)

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
        cls=InSection,
        section=HEADINGS.get(parameter.stage, "Options"),
        type=kind,
        default=None,
        help=f"{parameter.help[0].upper()}{parameter.help[1:]}  [{values}]",
        shell_complete=_COMPLETED.get(parameter.name),
    )


with_all_parameters = with_parameters(
    "digest", "split", "topics", "hypergraph", "evidence", "relevance", "selection"
)


def _checked(context: click.Context, parameter: click.Parameter, question: str) -> str:
    from hyperdigest.question import check_text

    check_text(question)
    return question


def _in_order(
    context: click.Context, parameter: click.Parameter, paths: tuple[str, ...]
) -> tuple[str, ...]:
    """The paths behind a question. Raises an OptionError where the question is a path, or stands
    there twice; it may be called as a folder is."""
    question = str(context.params["question"])
    path = Path(question)
    named = question == "-" or (bool(path.suffix) or "/" in question or os.sep in question)
    if _there(question) and (named or not any(map(_there, paths))):
        asked = next((each for each in paths if not _there(each)), "What is new?")
        raise OptionError(
            f"the question is {question!r}, which is a file or a folder: give the question first,"
            f' as in `hyperdigest {context.command.name} "{asked}" {question}`'
        )
    if question in paths and not _there(question):
        raise OptionError(f"the question {question!r} is given twice: give it once, then PATH...")
    if not paths:
        raise click.MissingParameter(ctx=context, param=parameter)
    return paths


def _there(path: str) -> bool:
    """Whether `path` is standard input, a file or a folder; a text that is no path is none."""
    return path == "-" or os.path.exists(path)  # noqa: PTH110 (it raises nothing)


question_argument = click.argument("question", callback=_checked)
_paths: dict[str, Any] = {"nargs": -1, "metavar": "PATH...", "shell_complete": readable_files}
paths_argument = click.argument("paths", **_paths, required=True)
_paths_of_question = click.argument("paths", **_paths, callback=_in_order)
jobs_option = click.option(
    "--jobs",
    type=AT_LEAST_ONE,
    help="Processes that read and split, where there is much to read.  [one a core]",
)

ocr_option = click.option(
    "--ocr",
    is_flag=True,
    help="Read pages of PDFs that have no text by machine, with Tesseract, in the --language.",
)


def constraint_options(command: Command) -> Command:
    """Give a command ``--pin``, ``--exclude``, ``--after``, ``--new-since``, ``--new``, ``--since``
    and ``--until``, as ``constraints``."""

    def place(flag: str, name: str, help: str) -> Callable[[Command], Command]:
        told = f"{help}, by its document's name and its start; may be repeated."
        return click.option(flag, name, multiple=True, metavar="DOCUMENT:START", help=told)

    @place("--pin", "pinned", "A sentence that must be in the digest, in its budget")
    @place("--exclude", "excluded", "A sentence that must not be in it")
    @click.option(
        "--after",
        type=FILE,
        multiple=True,
        metavar="FILE",
        help="An earlier digest (--format json) to add to: what it said is not said again, and its"
        " question counts a little; may be repeated.",
    )
    @click.option(
        "--new-since",
        metavar="DATE",
        help="Tell what documents of this day, month or year or later say that no other document"
        " says (2026-11-22, 2026-11, 2026).",
    )
    @click.option(
        "--new",
        multiple=True,
        metavar="PATH",
        help="Tell what these documents say that no other document says: a name, file, folder or"
        " pattern; may be repeated.",
        shell_complete=readable_files,
    )
    @click.option(
        "--since",
        metavar="DATE",
        help="Pick from documents of this day, month or year or later (2026-11-22, 2026-11, 2026).",
    )
    @click.option(
        "--until", metavar="DATE", help="Pick from documents of this day, month or year or earlier."
    )
    @wraps(command)
    def called(
        pinned: tuple[str, ...],
        excluded: tuple[str, ...],
        after: tuple[Path, ...],
        new_since: str | None,
        new: tuple[str, ...],
        since: str | None,
        until: str | None,
        **values: Any,
    ) -> None:
        constraints = NO_CONSTRAINTS
        for path in after:
            constraints = constraints.merged(read_digest(path))
        dates = {"since": since, "until": until, "new_since": new_since, "new": new}
        if empty := next((name for name, date in dates.items() if date == ""), None):
            raise OptionError(f"{empty} is empty: give a date such as 2026-11-22, 2026-11 or 2026")
        now = Constraints.of({"pinned": pinned, "excluded": excluded, **dates})
        command(constraints=constraints.merged(now), **values)

    return called


def question_arguments(result: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Give a command the arguments and options of a question, as its first argument, an `Asked`,
    and the options of its `result` by their names."""

    def decorate(command: Command) -> Command:
        @question_argument
        @_paths_of_question
        @result
        @jobs_option
        @ocr_option
        @constraint_options
        @with_all_parameters
        @wraps(command)
        def called(
            question: str,
            paths: tuple[str, ...],
            jobs: int | None,
            ocr: bool,
            constraints: Constraints,
            chosen: Chosen,
            **own: Any,
        ) -> None:
            from hyperdigest.question import Question

            options = resolve_options(paths, chosen)
            asked = Question.of(question, constraints, options.preset, options.changes)
            command(Asked(asked, paths, jobs, ocr), **own)

        return called

    return decorate


def read_digest(path: Path) -> Constraints:
    """The constraints of a question after the digest in a file.

    Raises an OptionError if the file cannot be read, is too large or not JSON, or is no digest.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_DIGEST + 1)
        if len(content) > LARGEST_DIGEST:
            raise OptionError(f"is larger than {LARGEST_DIGEST >> 20} MB: give a digest")
        return Constraints.after(json.loads(content.decode()))
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{path} is not JSON: give a digest of --format json") from error
    except OptionError as error:
        raise OptionError(f"--after {path}: {error}") from error


def result_options(*formats: str, plugins: bool = False) -> Callable[[Command], Command]:
    """Give a command ``-o`` and ``--format``, unless told what FILE's name says, or the first where
    it has no suffix. Where it shows a digest, `plugins` may do so in forms of their own."""
    choice = _DigestFormat(formats) if plugins else click.Choice(formats)
    told = f"Form of the result.  [by FILE's name, or {formats[0]}]"

    def named_by(output: Path) -> str:
        """The form whose files are called as `output` is. Raises an OptionError where none is."""
        from hyperdigest.render import FORMAT_TYPES, format_of_suffix

        suffixes = {form: FORMAT_TYPES.get(form, (f".{form}",))[0] for form in formats}
        suffix, name = output.suffix.lower(), output.name.lower()
        fitting = [form for form in formats if name.endswith(suffixes[form])]
        found = max(fitting, key=lambda form: len(suffixes[form]), default="")
        if found or not suffix:
            return found
        if plugins and (found := format_of_suffix(suffix)):
            return found
        raise OptionError(_not_written(output, suffixes))

    def decorate(command: Command) -> Command:
        @click.option("--format", type=choice, help=told)
        @target_option("Write to FILE, whole or not at all, instead of standard output.")
        @wraps(command)
        def called(format: str | None, output: Path | None, **values: Any) -> None:
            named = named_by(output) if output and not format else ""
            command(format=format or named or formats[0], output=output, **values)

        return called

    return decorate


def _not_written(output: Path, suffixes: Mapping[str, str]) -> str:
    """Why a file called as `output` is not written, and what can be done. PDF is not written since
    fonts for all scripts would have to come with it."""
    if output.suffix.lower() == ".pdf" and "html" in suffixes:
        word = f", or write {output.stem}.docx" if "docx" in suffixes else ""
        return (
            f"cannot write {output}: there is no form PDF; write {output.stem}.html and print it"
            f" to PDF from a browser{word}"
        )
    return (
        f"cannot write {output}: no form has the suffix {output.suffix}; end FILE with one of"
        f" {', '.join(suffixes.values())}, or give --format"
    )


class _DigestFormat(click.Choice[str]):
    """Forms of a digest; those of plugins are looked for where none built in is named."""

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
    """Give a command ``--format``, which is text unless it is told to be JSON."""
    choice = click.Choice(("text", "json"))
    return click.option("--format", type=choice, default="text", show_default=True, help=help)


summary_format_option = text_or_json(
    "What is told of the work: lines on standard error, or an object on standard output too."
)


def target_option(
    help: str, required: bool = False, suffix: str = ""
) -> Callable[[Command], Command]:
    """Give a command ``-o FILE``, checked before the work: it can be written, and has `suffix` or
    none where the result has but one form."""

    def checked(
        context: click.Context, parameter: click.Parameter, path: Path | None
    ) -> Path | None:
        if path:
            check_writable(path)
        if path and suffix and path.suffix.lower() not in (suffix, ""):
            raise OptionError(
                f"cannot write {path}: what `{context.command.name}` writes is called *{suffix};"
                f" name {path.stem}{suffix} with -o"
            )
        return path

    how: dict[str, Any] = {"type": FILE, "metavar": "FILE", "callback": checked}
    return click.option("-o", "--output", **how, required=required, help=help)
