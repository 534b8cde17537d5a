"""Write the pages of docs that follow from the code: `python docs/generate.py [--check]`."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click

from hyperdigest.file_formats import TABLE
from hyperdigest.options import LARGEST, Parameter

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "hyperdigest"
TAG = r"(?:Eq\.|Algorithm|Section|Table) \((?:[^\s()]|\([^\s()]*\))+\)(?:, row [\w &-]+)?"
TAGGED = re.compile(rf"({TAG}(?:, {TAG})*)\. (.+?)(?:\n\n|\Z)", re.S)

CLI_HEAD = """# The command line

Each option is listed once: with its command if no other command has it, otherwise under
[Options of several commands](#options-of-several-commands), or, if it changes the method, under
[Parameters](#parameters). `hyperdigest COMMAND --help` prints all options and examples.

{exit_codes}
"""

SHARED_HEAD = """## Options of several commands

Above each group are the commands that take its options.
"""

PARAMETERS_HEAD = """## Parameters

A parameter has the same name everywhere: `--query-balance 0.6` (or, by its symbol in the paper,
`--lambda 0.6`) on the command line, `query_balance = 0.6` in a TOML file, `query_balance=0.6` in
Python, `"query_balance": 0.6` in a batch, over HTTP and over MCP. On the command line a parameter
that is yes or no is given as `--exact` or `--no-exact`. If the preset `paper` has another value,
it follows that of `default` after a semicolon. A number without an upper bound may be up to 1e9.
Parameters that are fixed once fitted cannot change with a question to a saved collection, and
`samples` is then 0 or the number that the collection has.

{commands}
"""

WIDTH = 80
"""Columns of a block of code that the site shows without scrolling."""

BUDGET = "How long, and in which order"
"""The section of the parameters that the help lists among other options."""

SYMBOLS = (
    ("psi_ei", "share of the tokens of hyperedge e that stand in sentence i", "Eq. (psi)"),
    ("isf(t)", "inverse sentence frequency of term t: its logarithm", "Eq. (isfDef)"),
    ("phi_et, tft(t, e)", "probability of term t in topic e, summed over terms", "Eq. (tft)"),
    ("p(e|t)", "share of the occurrences of term t with topic e", "Eq. (p(e|t))"),
    ("H(t)", "entropy of the topics of term t", "Eq. (EntropyOneEqn)"),
    ("tdp(t)", "topic discriminatory power of term t", "Eq. (tdp)"),
    ("rel(e)", "relevance of topic e: f(e) times the logarithm of N / N_e", "Eq. (rel)"),
    ("w(e)", "weight of hyperedge e, a topic; that of a term is in `term_hypergraph`", "Eq. (w)"),
    ("p(e|i)", "probability of leaving sentence i by hyperedge e", "Eq. (p(e|i))"),
    ("p(j|i)", "probability of a step from sentence i to j", "Eq. (sentenceTransition)"),
    ("p(j|q)", "probability that question q leads to sentence j", "Eq. (p(j|q))"),
    ("p(i)", "relevance of sentence i: its stationary probability", "Eq. (pagerank)"),
    ("p(S|i)", "probability of reaching S from i in at most one step", "Eq. (p(S|i))"),
    ("C(S)", "topical coverage of the set of sentences S", "Eq. (C(S))"),
    ("F(S)", "the objective: relevance and coverage of S", "Eq. (defObjFct)"),
    ("H(p)", "lexical diversity of a summary", "Eq. (H(p))"),
)
"""Symbols of the paper, what they mean, and the tag of the function that computes each."""

Graph = dict[str, set[str]]
"""The parts of the package, each a folder or file at its top, and those that each one imports."""


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


def _equations_table() -> str:
    """The tags of each file with the function that computes them."""
    homes: dict[str, dict[str, list[str]]] = {}
    for tag, _, place in equations():
        file, name = place.split(":")
        homes.setdefault(file, {}).setdefault(name, []).append(tag)
    rows = ["| file | functions and classes, each with what it computes |", "|---|---|"]
    for file, named in homes.items():
        shown = "; ".join(f"`{name}` {', '.join(tags)}" for name, tags in named.items())
        short = file.removeprefix("hyperdigest/")
        rows.append(f"| [`{short}`](../src/{file}) | {shown.replace('|', chr(92) + '|')} |")
    return "\n".join(rows) + "\n"


def cli_page() -> str:
    """Each command with its own options, then those of several commands, then the parameters."""
    from hyperdigest.cli.commands import EXIT_CODES, hyperdigest

    top = click.Context(hyperdigest, info_name="hyperdigest", **hyperdigest.context_settings)
    contexts = {
        name: click.Context(command, parent=top, info_name=name)
        for name in hyperdigest.list_commands(top)
        if (command := hyperdigest.get_command(top, name))
    }
    takers: dict[tuple[str, str], list[str]] = {}
    for name, context in contexts.items():
        for record in _records(context):
            takers.setdefault(record, []).append(name)
    shared: dict[str, list[tuple[str, str]]] = {}
    for record, names in takers.items():
        if len(names) > 1:
            shared.setdefault(", ".join(names), []).append(record)
    parts = [CLI_HEAD.format(exit_codes=EXIT_CODES)]
    for name, context in contexts.items():
        own = [record for record in _records(context) if takers[record] == [name]]
        parts.append(f"## hyperdigest {name}\n\n```text\n{_usage(context, own)}\n```\n")
    groups = "\n".join(_section(heading, records) for heading, records in shared.items())
    parts += [SHARED_HEAD, f"```text\n{groups.rstrip()}\n```\n", _parameters(contexts)]
    return "\n".join(parts)


def _records(context: click.Context) -> list[tuple[str, str]]:
    """What the help says of each option of a command that is no parameter of the method."""
    options = (p for p in context.command.params if isinstance(p, click.Option))
    records = (option.get_help_record(context) for option in options if not _is_parameter(option))
    return [record for record in records if record is not None]


def _is_parameter(option: click.Parameter) -> bool:
    from hyperdigest.cli.options import SectionOption

    return isinstance(option, SectionOption)


def _section(heading: str, records: list[tuple[str, str]]) -> str:
    formatter = click.HelpFormatter(width=WIDTH)
    with formatter.section(heading):
        formatter.write_dl(records)
    return formatter.getvalue()


def _usage(context: click.Context, own: list[tuple[str, str]]) -> str:
    """The help of a command with its `own` options alone."""
    formatter = click.HelpFormatter(width=WIDTH)
    context.command.format_usage(context, formatter)
    context.command.format_help_text(context, formatter)
    if own:
        with formatter.section("Options"):
            formatter.write_dl(own)
    return formatter.getvalue().rstrip()


def _parameters(contexts: dict[str, click.Context]) -> str:
    """A table of the parameters for each section of the help, and the commands that take it."""
    from hyperdigest.cli.options import HEADINGS
    from hyperdigest.options import PARAMETERS

    sections: dict[str, list[Parameter]] = {BUDGET: [], **{h: [] for h in HEADINGS.values()}}
    for parameter in PARAMETERS.values():
        sections[HEADINGS.get(parameter.stage, BUDGET)].append(parameter)
    parts = [PARAMETERS_HEAD.format(commands=_commands_with_parameters(contexts))]
    for heading, parameters in sections.items():
        rows = "".join(f"| {' | '.join(_cells(p))} |\n" for p in parameters)
        head = "| parameter | values | preset | meaning |\n|---|---|---|---|\n"
        parts.append(f"### {heading}\n\n{head}{rows}")
    return "\n".join(parts)


def _commands_with_parameters(contexts: dict[str, click.Context]) -> str:
    from hyperdigest.options import FITTED_STAGES, PARAMETERS

    fitted = {p.name for p in PARAMETERS.values() if p.stage in FITTED_STAGES}
    takers: dict[bool, list[str]] = {False: [], True: []}
    for command, context in contexts.items():
        names = {option.name for option in filter(_is_parameter, context.command.params)}
        if names:
            takers[names == fitted].append(f"`{command}`")
    return (
        f"Commands with all parameters: {', '.join(takers[False])}. "
        f"With those that are fixed once fitted: {', '.join(takers[True])}."
    )


def _cells(parameter: Parameter) -> tuple[str, str, str, str]:
    name = f"`{parameter.name}`" + (f" ({parameter.symbol})" if parameter.symbol else "")
    preset = _shown(parameter.default)
    if parameter.paper != parameter.default:
        preset += f"; {_shown(parameter.paper)}"
    return name, _values(parameter), preset, parameter.help


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value}" or "none"


def _values(parameter: Parameter) -> str:
    if parameter.type is bool:
        return "yes, no"
    if parameter.type is str:
        return "text"
    if parameter.high == LARGEST and not parameter.choices:
        return f"{'>' if parameter.open_low else '≥'} {parameter.low:g}"
    return ", ".join(parameter.choices) or parameter.interval


def _pipeline_order(file: Path) -> tuple[int, str]:
    rooms = ("split", "topics", "equations", "hypergraph", "query", "relevance", "selection")
    first = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    return (rooms.index(first) if first in rooms else len(rooms), file.as_posix())


def code_page() -> str:
    """The page about the code."""
    tables = {"layers": _parts_table, "glossary": _glossary, "equations": _equations_table}
    return _with_tables("code.md", tables)


def formats_page() -> str:
    """The page about formats."""
    return _with_tables("formats.md", {"formats": _formats_table})


def _formats_table() -> str:
    rows = (
        f"| {'/'.join(f'`{suffix}`' for suffix in each.suffixes) or 'Maildir'} | {each.content} |"
        for each in TABLE
    )
    return "\n".join(["| suffix | content that is read |", "|---|---|", *rows, ""])


def _with_tables(page: str, tables: Mapping[str, Callable[[], str]]) -> str:
    """The page as it stands, with the tables between its marks made anew."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for name, table in tables.items():
        before, rest = text.split(f"<!-- {name} -->\n")
        after = rest.split(f"<!-- end of {name} -->\n")[1]
        text = f"{before}<!-- {name} -->\n\n{table()}\n<!-- end of {name} -->\n{after}"
    return text


def imports(*, when_loaded: bool = False) -> Graph:
    """What each part imports; `when_loaded` leaves out functions and TYPE_CHECKING."""
    graph: Graph = {}
    for file in sorted(SOURCE.rglob("*.py")):
        part = file.relative_to(SOURCE).parts[0].removesuffix(".py")
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found = graph.setdefault(part, set())
        for node in _when_loaded(tree) if when_loaded else ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                modules = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            else:
                continue
            found.update(m.split(".")[1] for m in modules if m.startswith("hyperdigest."))
    parts = {part for part in graph if not part.startswith("__")}
    return {part: graph[part] & parts - {part} for part in sorted(parts)}


def _when_loaded(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        lazy = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        if not lazy and not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)):
            yield child
            yield from _when_loaded(child)


def layers(graph: Graph) -> list[list[str]]:
    """The parts in layers, from the top: each imports from those below, or is in a cycle.

    The parts of a cycle are a layer of their own.
    """
    reached = {part: set(found) for part, found in graph.items()}
    for through in graph:
        for found in reached.values():
            if through in found:
                found |= reached[through]
    left, found = set(graph), list[list[str]]()
    while left:
        free = {p for p in left if all(q not in left or p in reached[q] for q in reached[p])}
        single = sorted(part for part in free if part not in reached[part])
        cycles = {tuple(sorted(reached[part] & left)) for part in free - set(single)}
        found += [layer for layer in (single, *map(list, sorted(cycles))) if layer]
        left -= free
    return found[::-1]


def layers_svg() -> str:
    """The layers as boxes; the parts of a cycle in the order in which they load."""
    graph, loaded = imports(), imports(when_loaded=True)
    y, shapes = 10, list[str]()
    for layer in layers(graph):
        inner = {part: loaded[part] & set(layer) for part in layer}
        rows, in_cycle = layers(inner), any(graph[part] & set(layer) for part in layer)
        box = f'x="10" y="{y}" width="880" height="{40 * len(rows) + 10 + 18 * in_cycle}"'
        shapes.append(f'<rect class="layer" {box} rx="6"/>')
        if in_cycle:
            y += 18
            label = "These import each other, some of them inside functions or for types alone."
            shapes.append(f'<text class="note" x="450" y="{y}">{label}</text>')
        for row in rows:
            widths = [9 * len(part) + 24 for part in row]
            x = 450 - (sum(widths) + 10 * (len(row) - 1)) / 2
            for part, width in zip(row, widths, strict=True):
                box = f'x="{x:g}" y="{y + 10}" width="{width}" height="30"'
                shapes.append(f'<rect class="part" {box} rx="4"/>')
                shapes.append(f'<text x="{x + width / 2:g}" y="{y + 30}">{part}</text>')
                x += width + 10
            y += 40
        y += 20
    style = (
        "text{font:15px monospace;text-anchor:middle;fill:#1c1c28}.note{font:13px sans-serif}"
        ".page{fill:#fff}.layer{fill:#eef0f8;stroke:#c5cae9}.part{fill:#fff;stroke:#3f51b5}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {y}" role="img">'
    title = "<title>The layers of the package: each imports only from those below it</title>"
    page = f'<rect class="page" width="900" height="{y}"/>'
    return "\n".join([head, title, f"<style>{style}</style>", page, *shapes, "</svg>\n"])


def _parts_table() -> str:
    rows = ["| part | what it is |", "|---|---|"]
    for part in (part for layer in layers(imports()) for part in layer):
        folder = SOURCE / part / "__init__.py"
        file = folder if folder.exists() else SOURCE / f"{part}.py"
        docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        meaning = " ".join(docstring.split("\n\n")[0].split())
        place = file.parent if file == folder else file
        rows.append(f"| [`{part}`](../{place.relative_to(ROOT).as_posix()}) | {meaning} |")
    return "\n".join(rows) + "\n"


def _glossary() -> str:
    places = {tag: place.split(":") for tag, _, place in equations()}
    rows = ["| in the paper | what it is | in the code |", "|---|---|---|"]
    for symbol, meaning, tag in SYMBOLS:
        file, name = places[tag]
        shown = symbol.replace("|", "\\|")
        rows.append(f"| {shown} | {meaning} | [`{name}`](../src/{file}) |")
    return "\n".join(rows) + "\n"


PAGES = {
    "cli.md": cli_page,
    "code.md": code_page,
    "formats.md": formats_page,
    "img/layers.svg": layers_svg,
}


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
