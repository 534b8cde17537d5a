"""What `doctor` and `plugins` show: the installation, how files were read, and plugins."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from hyperdigest.base.plugins import Kind, Plugin, in_use
from hyperdigest.base.plugins import plugins as installed
from hyperdigest.base.text import line, printable, visible
from hyperdigest.batch.tasks import required
from hyperdigest.dates import Origin
from hyperdigest.documents import FORMS, Document
from hyperdigest.errors import PluginError
from hyperdigest.read import read_paths
from hyperdigest.read.formats import SUFFIXES
from hyperdigest.render import FORMATS
from hyperdigest.split import languages_of, split
from hyperdigest.split.languages import name_of
from hyperdigest.store.file import is_store, load

DATES: Mapping[Origin, str] = {
    "document": "{}",
    "name": "{} (in its name)",
    "file": "file changed {}",
    "": "",
}
"""How a date is told, by who says it."""

Found = dict[str, Any]
"""JSON values by name."""


def installation() -> Found:
    """Versions of the program and of all it needs, and where compiled kernels are kept. What is
    missing is null; so are the kernels where none can be compiled."""
    from hyperdigest.topics import kernel_cache

    kernels, warnings = None, []
    try:
        kernels = kernel_cache()
    except ImportError as error:
        warnings.append(f"cannot be compiled: {line(str(error))}")
    packages: dict[str, str | None] = dict.fromkeys(required())
    for name in packages:
        with suppress(PackageNotFoundError):
            packages[name] = version(name)
    return {
        "hyperdigest": version("hyperdigest"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "packages": packages,
        "kernels": kernels,
        "warnings": warnings,
    }


def installation_text(found: Found) -> str:
    """The same, a line each."""
    missing = "is missing: install hyperdigest again"
    lines = [f"hyperdigest {found['hyperdigest']}"]
    lines.append(f"Python {found['python']} on {found['system']}")
    lines += [f"{name} {known or missing}" for name, known in found["packages"].items()]
    return "\n".join([*lines, f"kernels: {found['kernels'] or found['warnings'][0]}"])


def warm_up() -> None:
    """Run the sampler on a few words, which compiles it."""
    from hyperdigest.topics import fit_hdp, fold_in

    fit = fit_hdp([0, 1, 0], [0, 0, 1], [0, 0], 2, sweeps=2, resample_concentrations=True)
    fold_in(fit, [0, 1, 0, 1], [0, 0, 1, 2], [0, 0, 1], 2, sweeps=1)


def files(paths: Sequence[str]) -> Found:
    """How each file was read, and its sentences with their forms and places."""
    saved = [document for path in paths if is_store(path) for document in load(path).documents]
    reading = read_paths([path for path in paths if not is_store(path)])
    documents = (*saved, *reading.documents)
    return {
        "documents": list(map(_document, documents, languages_of(documents))),
        "skipped": [{"path": file.path, "reason": file.reason} for file in reading.skipped],
        "duplicates": [{"name": copy.name, "of": copy.of} for copy in reading.duplicates],
        "warnings": list(reading.notes),
    }


def files_text(found: Found) -> str:
    """The same, a paragraph a file, a line a sentence."""
    parts = [_document_text(document) for document in found["documents"]]
    parts += [f"{visible(f['path'])}: skipped, {line(f['reason'])}" for f in found["skipped"]]
    parts += [f"{visible(d['name'])}: same text as {visible(d['of'])}" for d in found["duplicates"]]
    parts += [f"note: {line(note)}" for note in found["warnings"]]
    return "\n\n".join(parts or ["nothing to read"])


def _document(document: Document, language: str) -> Found:
    spans, dated = split(document, language), document.dated
    rows = zip(spans.form.tolist(), spans.start.tolist(), spans.end.tolist(), strict=True)
    return {
        "name": document.name,
        "path": document.path,
        "format": document.format,
        "language": language,
        "characters": len(document.text),
        "pages": len(document.pages),
        **({"title": document.title} if document.title else {}),
        **({"authors": list(document.authors)} if document.authors else {}),
        **({"date": dated.date, "date_from": dated.origin} if dated.date else {}),
        "sentences": [
            {
                "text": document.text[start:end],
                "start": start,
                "end": end,
                "place": document.place(start),
                "form": FORMS[form],
            }
            for form, start, end in rows
        ],
    }


def _document_text(document: Found) -> str:
    sentences = document["sentences"]
    forms = Counter(sentence["form"] for sentence in sentences).most_common()
    counts = ", ".join(f"{count} {form}" for form, count in forms)
    pages = f", {document['pages']} pages" if document["pages"] else ""
    head = (
        f"{visible(document['name'])}: {document['format']}, {name_of(document['language'])},"
        f" {document['characters']} characters"
        f"{pages}, {len(sentences)} sentences ({counts})"
    )
    names = "; ".join(document.get("authors", ()))
    date = DATES[document.get("date_from", "")].format(document.get("date", ""))
    about = [part for part in (document.get("title"), names, date) if part]
    told = [f"  {', '.join(map(line, about))}"] if about else []
    rows = [f"  {s['place']:>9}  {s['form']:<10}  {line(s['text'])}" for s in sentences]
    return "\n".join([head, *told, *rows])


_BUILT_IN: Mapping[Kind, Collection[str]] = {"readers": SUFFIXES, "renderers": FORMATS}


def listed() -> list[Found]:
    """All plugins, by kind, name and package; `told` says why one is ``hidden`` or ``broken``."""
    found = []
    for plugin in installed():
        state, told = _state(plugin)
        about = {"kind": plugin.kind, "name": plugin.name, "package": plugin.package}
        about |= {"version": plugin.version, "object": plugin.entry.value}
        found.append(about | {"state": state, "told": told})
    return found


def as_text(found: Sequence[Found]) -> str:
    """A line for each plugin, and what speaks against it."""
    if not found:
        return "no plugin is installed"
    rows = [(p["kind"], p["name"], f"{p['package']} {p['version']}", p["state"]) for p in found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        + (f": {plugin['told']}" if plugin["told"] else "")
        for row, plugin in zip(rows, found, strict=True)
    )
    return "\n".join(map(printable, lines))


def as_json(found: Sequence[Found]) -> str:
    """A JSON list of objects, one for each plugin."""
    return json.dumps(found, ensure_ascii=False, indent=2)


def _state(plugin: Plugin) -> tuple[str, str]:
    if plugin.name in _BUILT_IN.get(plugin.kind, ()):
        return "hidden", "what is built in has this name"
    first = in_use(plugin.kind)[plugin.name]
    if first != plugin:
        return "hidden", f"{first.package} has one of this name"
    try:
        plugin.load()
    except PluginError as error:
        return "broken", str(error)
    return "ready", ""
