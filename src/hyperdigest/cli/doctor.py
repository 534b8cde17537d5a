"""The commands about the installation: `doctor`, `config`, `completion` and `plugins`."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from hyperdigest.cli.commands import redirect_native_stdout
from hyperdigest.cli.config_files import PROJECT_FILE, Chosen, user_file
from hyperdigest.cli.options import command, readable_files, result_options, with_all_parameters
from hyperdigest.cli.output import write
from hyperdigest.options import Options


@command(
    "Check the installation, or read a file.",
    "hyperdigest doctor",
    "hyperdigest doctor eclipse --format json -o found.json",
)
@click.argument("paths", nargs=-1, metavar="[PATH...]", shell_complete=readable_files)
@click.option("--warm", is_flag=True, help="Compile the kernels now, so that no question waits.")
@result_options("text", "json")
def doctor(paths: tuple[str, ...], warm: bool, format: str, output: Path | None) -> None:
    """Check the installation; with PATH... show how each file was read and split."""
    from hyperdigest.base.text import dumped
    from hyperdigest.cli import inspection

    if warm:
        inspection.warm_up()
    found = inspection.files(paths) if paths else inspection.installation()
    as_text = inspection.files_text if paths else inspection.installation_text
    write(dumped(found) if format == "json" else as_text(found), output)


VARIABLE = "_HYPERDIGEST_COMPLETE"
"""The variable of the environment by which a shell asks."""


class _Bash(BashComplete):
    """Bash treats what it is given as names of files: quotes them, and goes on in a folder."""

    source_template = BashComplete.source_template.replace(
        "complete -o nosort", "complete -o nosort -o filenames"
    )


class _Zsh(ZshComplete):
    """Zsh goes on in a folder: no space comes behind a slash."""

    source_template = ZshComplete.source_template.replace(
        "compadd -U -V unsorted -a completions",
        "compadd -U -V unsorted -S '' -- ${(M)completions:#*/}\n"
        "        compadd -U -V unsorted -- ${completions:#*/}",
    )


SHELLS = {"bash": _Bash, "zsh": _Zsh, "fish": FishComplete}


@command("Print what a shell needs to complete this.", "hyperdigest completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(list(SHELLS)), metavar="bash|zsh|fish")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that makes a shell complete commands, options, their values and files.

    \b
    bash (4.4 or newer): add it to ~/.bashrc
    zsh: add it to ~/.zshrc, behind `autoload -Uz compinit && compinit`
    fish: write it to ~/.config/fish/completions/hyperdigest.fish
    """
    root = context.find_root().command
    write(SHELLS[shell](root, {}, "hyperdigest", VARIABLE).source(), None)


@command(
    "Show the options that hold, and why.",
    "hyperdigest config",
    "hyperdigest config --preset paper --format json",
)
@result_options("text", "json")
@with_all_parameters
def config(format: str, output: Path | None, chosen: Chosen) -> None:
    """Show the options that hold for documents in this folder, and where each comes from.

    The command line wins over the file of --config, that over hyperdigest.toml in the current
    folder, that over your own file, and that over the preset. Such a file sets options by name, a
    line each (`words = 100`), and may name a `preset`.
    """
    from hyperdigest.base.text import dumped

    chosen = replace(chosen, held=True)
    layers = (*chosen.asked, *chosen.files)
    preset = chosen.preset or "default"
    named = next((layer.source for layer in layers if "preset" in layer.values), "")
    options = {}
    for name, value in asdict(Options.preset(preset, **chosen.changes)).items():
        source = next((of.source for of in layers if name in of.values), f"preset {preset}")
        options[name] = {"value": value, "source": source}
    files = (Path(PROJECT_FILE), user_file())
    held = {
        "files": [{"path": str(path), "found": path.exists()} for path in files],
        "preset": {"value": preset, "source": named},
        "options": options,
    }
    write(dumped(held) if format == "json" else _text(held), output)


def _text(held: dict[str, Any]) -> str:
    rows = [("preset", held["preset"]), *held["options"].items()]
    wide = max(len(name) for name, _ in rows)
    lines = [f"{f['path']}: {'read' if f['found'] else 'is not there'}" for f in held["files"]]
    lines.append("")
    for name, of in rows:
        value = "none" if of["value"] == "" else f"{of['value']}"
        lines.append(f"{name:<{wide}}  {value:<10}  {of['source']}".rstrip())
    return "\n".join(lines)


@command("List the plugins that are installed.")
@result_options("text", "json")
def plugins(format: str, output: Path | None) -> None:
    """List the readers, splitters, hyperedges, renderers and tokenizers that packages add.

    Each is loaded, and told whether it is ready, hidden by another of its name, or broken.
    """
    from hyperdigest.cli.inspection import as_json, as_text, listed

    with redirect_native_stdout():
        found = listed()
    write(as_json(found) if format == "json" else as_text(found), output)
