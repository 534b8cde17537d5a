"""Help that can be read: options in sections, examples at the end."""

from __future__ import annotations

from typing import Any

import click

from hyperdigest.options import Stage

HEADINGS: dict[Stage, str] = {
    "selection": "Which sentences are picked",
    "relevance": "How relevance spreads",
    "evidence": "What speaks for a sentence",
    "hypergraph": "How sentences are tied",
    "topics": "How topics are found (fixed once fitted)",
    "split": "How text is read (fixed once fitted)",
}
"""Sections of the help, from the most to the least used; other options come before them."""


class InSection(click.Option):
    """An option that the help shows under a heading of its own."""

    def __init__(self, *args: Any, section: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.section = section


class Sectioned(click.Command):
    """A command whose help has a section for each of `HEADINGS`, after options without one."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {name: [] for name in ("", *HEADINGS.values())}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx) if isinstance(option, click.Option) else None
            if record is not None:
                sections[getattr(option, "section", "")].append(record)
        for heading, records in sections.items():
            if records:
                with formatter.section(heading or "Options"):
                    formatter.write_dl(records)


def examples(*commands: str) -> str:
    """The end of a command's help: `commands` that can be run as they stand."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)
