"""`hyperdigest completion`: what a shell needs to complete commands, options and files."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from hyperdigest.cli.sections import Sectioned, examples

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


@click.command(
    cls=Sectioned,
    short_help="Print what a shell needs to complete this.",
    epilog=examples("hyperdigest completion bash >> ~/.bashrc"),
)
@click.argument("shell", type=click.Choice(list(SHELLS)), metavar="bash|zsh|fish")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that makes a shell complete commands, options, their values and files.

    \b
    bash (4.4 or newer): add it to ~/.bashrc
    zsh: add it to ~/.zshrc, behind `autoload -Uz compinit && compinit`
    fish: write it to ~/.config/fish/completions/hyperdigest.fish
    """
    from hyperdigest.cli.output import write

    root = context.find_root().command
    write(SHELLS[shell](root, {}, "hyperdigest", VARIABLE).source(), None)
