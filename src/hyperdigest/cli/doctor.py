"""The commands about the installation: `doctor`, `config`, `completion` and `plugins`."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from hyperdigest.cli.commands import redirect_native_stdout
from hyperdigest.cli.config_files import PROJECT_FILE, Chosen, user_file
from hyperdigest.cli.options import (
    command,
    readable_files,
    reading_options,
    result_options,
    with_all_parameters,
)
from hyperdigest.cli.output import write
from hyperdigest.options import Options

if TYPE_CHECKING:
    from hyperdigest.read import ReadingOptions


@command(
    "Check the installation, or read a file.",
    "hyperdigest doctor",
    "hyperdigest doctor eclipse --format json -o found.json",
)
@click.argument("paths", nargs=-1, metavar="[PATH...]", shell_complete=readable_files)
@reading_options
@click.option("--warm", is_flag=True, help="Compile the kernels now instead of at first use.")
@result_options("text", "json")
def doctor(
    paths: tuple[str, ...], reading: ReadingOptions, warm: bool, format: str, output: Path | None
) -> None:
    """Check the installation, or show how the files at PATH... are read and split."""
    from hyperdigest.base.text import dumped
    from hyperdigest.cli import inspection

    if warm:
        inspection.warm_up()
    report = inspection.files(paths, reading) if paths else inspection.installation()
    as_text = inspection.files_text if paths else inspection.installation_text
    write(dumped(report) if format == "json" else as_text(report), output)


COMPLETION_VARIABLE = "_HYPERDIGEST_COMPLETE"
"""The environment variable by which a shell asks for completions."""


class _Bash(BashComplete):
    """Completion for bash that treats results as file names: quotes them, and enters folders."""

    source_template = BashComplete.source_template.replace(
        "complete -o nosort", "complete -o nosort -o filenames"
    )


class _Zsh(ZshComplete):
    """Completion for zsh that adds no space after a slash, so that it can enter folders."""

    source_template = ZshComplete.source_template.replace(
        "compadd -U -V unsorted -a completions",
        "compadd -U -V unsorted -S '' -- ${(M)completions:#*/}\n"
        "        compadd -U -V unsorted -- ${completions:#*/}",
    )


SHELLS = {"bash": _Bash, "zsh": _Zsh, "fish": FishComplete}


@command("Print a script for shell completion.", "hyperdigest completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(list(SHELLS)), metavar="bash|zsh|fish")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script by which a shell completes commands, options, their values and files.

    \b
    bash (4.4 or newer): add it to ~/.bashrc
    zsh: add it to ~/.zshrc, after `autoload -Uz compinit && compinit`
    fish: write it to ~/.config/fish/completions/hyperdigest.fish
    """
    root = context.find_root().command
    write(SHELLS[shell](root, {}, "hyperdigest", COMPLETION_VARIABLE).source(), None)


@command(
    "Show the options and where each is set.",
    "hyperdigest config",
    "hyperdigest config --preset paper --format json",
)
@result_options("text", "json")
@with_all_parameters
def config(format: str, output: Path | None, chosen: Chosen) -> None:
    """Show the value of every option for documents in this folder, and where it is set.

    An option is taken from the first of these that sets it: the command line, the file of --config,
    hyperdigest.toml in the current folder, the user configuration, and the preset. A file sets
    options by name, one a line (`words = 100`), and may set the `preset`.
    """
    from hyperdigest.base.text import dumped

    chosen = replace(chosen, use_files=True)
    layers = (*chosen.explicit, *chosen.files)
    preset = chosen.preset or "default"
    preset_source = next((layer.source for layer in layers if "preset" in layer.values), "")
    options = {}
    for name, value in asdict(Options.preset(preset, **chosen.changes)).items():
        sources = (layer.source for layer in layers if name in layer.values)
        options[name] = {"value": value, "source": next(sources, f"preset {preset}")}
    files = (Path(PROJECT_FILE), user_file())
    settings = {
        "files": [{"path": str(path), "found": path.exists()} for path in files],
        "preset": {"value": preset, "source": preset_source},
        "options": options,
    }
    write(dumped(settings) if format == "json" else _text(settings), output)


def _text(settings: dict[str, Any]) -> str:
    rows = [("preset", settings["preset"]), *settings["options"].items()]
    width = max(len(name) for name, _ in rows)
    lines = [f"{f['path']}: {'read' if f['found'] else 'not found'}" for f in settings["files"]]
    lines.append("")
    for name, option in rows:
        value = "none" if option["value"] == "" else f"{option['value']}"
        lines.append(f"{name:<{width}}  {value:<10}  {option['source']}".rstrip())
    return "\n".join(lines)


@command("List the plugins that are installed.")
@result_options("text", "json")
def plugins(format: str, output: Path | None) -> None:
    """List the readers, splitters, renderers, tokenizers and other parts that packages add.

    Each is loaded. It is ready, hidden by another one of the same name, or broken.
    """
    from hyperdigest.cli.inspection import plugin_states, plugins_json, plugins_text

    with redirect_native_stdout():
        states = plugin_states()
    write(plugins_json(states) if format == "json" else plugins_text(states), output)
