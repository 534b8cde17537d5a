"""`hyperdigest config`: which options hold, and where each comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hyperdigest.cli.configuration import PROJECT_FILE, user_file
from hyperdigest.cli.options import result_options
from hyperdigest.cli.output import write
from hyperdigest.cli.parameters import Chosen, with_all_parameters
from hyperdigest.cli.sections import Sectioned, examples
from hyperdigest.options import PARAMETERS, Options


@click.command(
    cls=Sectioned,
    short_help="Show the options that hold, and why.",
    epilog=examples("hyperdigest config", "hyperdigest config --preset paper --format json"),
)
@result_options("text", "json")
@with_all_parameters
def config(format: str, output: Path | None, chosen: Chosen) -> None:
    """Show the options that hold for documents in this folder, and where each comes from.

    The command line wins over the file of --config, that over hyperdigest.toml in the current
    folder, that over your own file, and that over the preset. Such a file sets options by name, a
    line each (`words = 100`), and may name a `preset`.
    """
    from hyperdigest.render.json import dumped

    held = _held(chosen.with_habits())
    write(dumped(held) if format == "json" else _text(held), output)


def _held(chosen: Chosen) -> dict[str, Any]:
    layers = (*chosen.asked, *chosen.habits)
    preset = chosen.preset or "default"
    options = Options.preset(preset, **chosen.changes)
    unnamed = f"preset {preset}"
    named = next((layer.source for layer in layers if layer.preset), "")
    return {
        "files": [
            {"path": str(path), "found": path.exists()}
            for path in (Path(PROJECT_FILE), user_file())
        ],
        "preset": {"value": preset, "source": named},
        "options": {
            name: {
                "value": getattr(options, name),
                "source": next((of.source for of in layers if name in of.changes), unnamed),
            }
            for name in PARAMETERS
        },
    }


def _text(held: dict[str, Any]) -> str:
    rows = [("preset", held["preset"]), *held["options"].items()]
    wide = max(len(name) for name, _ in rows)
    lines = [
        f"{name:<{wide}}  {_shown(of['value']):<10}  {of['source']}".rstrip() for name, of in rows
    ]
    files = [
        f"{file['path']}: {'read' if file['found'] else 'is not there'}" for file in held["files"]
    ]
    return "\n".join([*files, "", *lines])


def _shown(value: Any) -> str:
    return "none" if value == "" else f"{value}"
