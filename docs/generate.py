"""Write the pages of docs that follow from the code: `python docs/generate.py [--check]`."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import click

from hyperdigest.options import Parameter

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "hyperdigest"
TAG = r"(?:Eq\.|Algorithm|Section|Table) \((?:[^\s()]|\([^\s()]*\))+\)(?:, row [\w &-]+)?"
TAGGED = re.compile(rf"({TAG}(?:, {TAG})*)\. (.+?)(?:\n\n|\Z)", re.S)

EQUATIONS_HEAD = """# Where each equation lives

Labels are those of the paper's LaTeX source; an equation without a label goes by its left side.
Each has one home: the function whose docstring begins with its tag. A row of a table is a tag
of its own.

| in the paper | what it is | function |
|---|---|---|
"""

PARAMETERS_HEAD = """# The parameters

Each by its name: `--query-balance 0.6` (or `--lambda 0.6`) on the command line,
`query_balance = 0.6` in the TOML file of `--config`, `query_balance=0.6` in Python. Sections are
those of the paper. Parameters of the stages `split` and `topics` are fixed when a collection is
fitted, and `samples` is then 0 or as many as were kept; all others may change with every question.

| parameter | symbol | section | values | `default` | `paper` | stage | what it is |
|---|---|---|---|---|---|---|---|
"""

CLI_HEAD = """# The command line

Exit codes: 0 done, 1 some tasks of a batch failed, 2 a mistake in what was asked or given, 130
interrupted.
"""


def equations() -> list[tuple[str, str, str]]:
    """(tag, meaning, file:function) of every tag in the code, in pipeline order."""
    found = []
    for file in sorted(SOURCE.rglob("*.py"), key=_pipeline_order):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                continue
            tagged = TAGGED.match(ast.get_docstring(node) or "")
            if tagged:
                name = getattr(node, "name", file.stem)
                place = f"{file.relative_to(ROOT / 'src').as_posix()}:{name}"
                meaning = " ".join(tagged[2].split())
                found += [(tag, meaning, place) for tag in re.findall(TAG, tagged[1])]
    return found


def equations_page() -> str:
    rows = ("| " + " | ".join(cell.replace("|", "\\|") for cell in row) for row in equations())
    return EQUATIONS_HEAD + " |\n".join(rows) + " |\n"


def parameters_page() -> str:
    from hyperdigest.options import PARAMETERS

    rows = [
        f"| `{p.name}` | {p.symbol} | {p.section} | {_values(p)} | {_shown(p.default)}"
        f" | {_shown(p.paper)} | {p.stage} | {p.help} |\n"
        for p in PARAMETERS.values()
    ]
    return PARAMETERS_HEAD + "".join(rows)


def _shown(value: object) -> str:
    return f"{value}" or "none"


def _values(parameter: Parameter) -> str:
    if parameter.type is bool:
        return "yes or no"
    if parameter.type is str:
        return "text"
    return ", ".join(parameter.choices) or parameter.interval


def cli_page() -> str:
    from hyperdigest.cli.commands import hyperdigest

    settings = hyperdigest.context_settings | {"terminal_width": 100, "max_content_width": 100}
    top = click.Context(hyperdigest, info_name="hyperdigest", **settings)
    parts = [CLI_HEAD, _help(top)]
    for name in hyperdigest.list_commands(top):
        command = hyperdigest.get_command(top, name)
        parts.append(_help(click.Context(command, parent=top, info_name=name)))
    return "\n".join(parts)


def _help(context: click.Context) -> str:
    return f"## {context.command_path}\n\n```text\n{context.get_help()}\n```\n"


def _pipeline_order(file: Path) -> tuple[int, str]:
    rooms = ("split", "topics", "equations", "hypergraph", "query", "relevance", "selection")
    first = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    return (rooms.index(first) if first in rooms else len(rooms), file.as_posix())


PAGES = {"equations.md": equations_page, "parameters.md": parameters_page, "cli.md": cli_page}


def main() -> int:
    stale = []
    for name, page in PAGES.items():
        path, text = ROOT / "docs" / name, page()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"stale: {', '.join(stale)}; run `python docs/generate.py`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
