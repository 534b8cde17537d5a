"""Write the pages of docs that follow from the code: `python docs/generate.py [--check]`."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
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

SYMBOLS = (
    ("psi_ei", "share of the tokens of hyperedge e that stand in sentence i", "Eq. (psi)"),
    ("isf(t)", "inverse sentence frequency of term t: its logarithm", "Eq. (isfDef)"),
    ("phi_et, tft(t, e)", "probability of term t in topic e, summed over terms", "Eq. (tft)"),
    ("p(e|t)", "share of the occurrences of term t with topic e", "Eq. (p(e|t))"),
    ("H(t)", "entropy of the topics of term t", "Eq. (EntropyOneEqn)"),
    ("tdp(t)", "topic discriminatory power of term t", "Eq. (tdp)"),
    ("rel(e)", "relevance of topic e: f(e) times the logarithm of N / N_e", "Eq. (rel)"),
    ("w(e)", "weight of hyperedge e", "Eq. (w)"),
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


def code_page() -> str:
    """The page as it stands, with the tables between its marks made anew."""
    text = (ROOT / "docs" / "code.md").read_text(encoding="utf-8")
    for name, made in {"layers": _parts_table(), "glossary": _glossary()}.items():
        before, rest = text.split(f"<!-- {name} -->\n")
        after = rest.split(f"<!-- end of {name} -->\n")[1]
        text = f"{before}<!-- {name} -->\n\n{made}\n<!-- end of {name} -->\n{after}"
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
    graph, loaded = imports(), imports(when_loaded=True)
    rows = ["| part | what it is | imports |", "|---|---|---|"]
    for part in (part for layer in layers(graph) for part in layer):
        folder = SOURCE / part / "__init__.py"
        file = folder if folder.exists() else SOURCE / f"{part}.py"
        docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        meaning = " ".join(docstring.split("\n\n")[0].split())
        others = sorted(loaded[part]) + [f"({name})" for name in sorted(graph[part] - loaded[part])]
        place = file.parent if file == folder else file
        link = f"[`{part}`](../{place.relative_to(ROOT).as_posix()})"
        rows.append(f"| {link} | {meaning} | {', '.join(others) or 'nothing'} |")
    return "\n".join(rows) + "\n"


def _glossary() -> str:
    from hyperdigest.options import PARAMETERS

    places = {tag: place.split(":") for tag, _, place in equations()}
    rows = ["| in the paper | what it is | in the code |", "|---|---|---|"]
    for symbol, meaning, tag in SYMBOLS:
        file, name = places[tag]
        shown = symbol.replace("|", "\\|")
        rows.append(f"| {shown} | {meaning} | [`{name}`](../src/{file}) |")
    for p in PARAMETERS.values():
        if p.symbol:
            link = f"the option [`{p.name}`](parameters.md)"
            rows.append(f"| {p.symbol} | {p.help} | {link} |")
    return "\n".join(rows) + "\n"


PAGES = {
    "equations.md": equations_page,
    "parameters.md": parameters_page,
    "cli.md": cli_page,
    "code.md": code_page,
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
