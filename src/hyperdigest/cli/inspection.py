"""The reports of `doctor` and `plugins`: the installation, how files are read, and plugins."""

from __future__ import annotations

import json
import platform
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from hyperdigest.base.plugins import Kind, Plugin, in_use
from hyperdigest.base.plugins import plugins as installed
from hyperdigest.base.text import aligned, counted, line, printable, visible
from hyperdigest.batch.tasks import required
from hyperdigest.dates import Origin
from hyperdigest.documents import FORMS, Document
from hyperdigest.errors import PluginError
from hyperdigest.file_formats import SUFFIXES, TABLE
from hyperdigest.read import ReadingOptions, read_paths
from hyperdigest.render import FORMATS
from hyperdigest.split import languages_of, split
from hyperdigest.split.languages import name_of
from hyperdigest.store.finding import is_store, opened_at

DATES: Mapping[Origin, str] = {
    "document": "{}",
    "name": "{} (in its name)",
    "file": "file changed {}",
    "": "",
}
"""The text of a date, by where it comes from."""

JsonObject = dict[str, Any]


def installation() -> JsonObject:
    """The versions of the program and of the packages it requires, and the cache of kernels.

    The version of a missing package is null, and so is the cache if kernels cannot be compiled.
    ``formats`` has the suffixes that are read, each with what has to be installed for it, or an
    empty string.
    """
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
        "formats": {suffix: each.missing for each in TABLE for suffix in each.suffixes},
        "warnings": warnings,
    }


def installation_text(report: JsonObject) -> str:
    """The report of `installation` as text."""
    missing = "is missing: install hyperdigest again"
    lines = [f"hyperdigest {report['hyperdigest']}"]
    lines.append(f"Python {report['python']} on {report['system']}")
    lines += [f"{name} {found or missing}" for name, found in report["packages"].items()]
    lines.append(f"kernels: {report['kernels'] or report['warnings'][0]}")
    suffixes = defaultdict(list)
    for suffix, remedy in report["formats"].items():
        suffixes[remedy].append(suffix)
    lines.append(f"reads {' '.join(suffixes.pop('', []))}")
    lines += [f"cannot read {' '.join(found)}: {remedy}" for remedy, found in suffixes.items()]
    return "\n".join(lines)


def warm_up() -> None:
    """Compile the sampler by running it on a few words."""
    from hyperdigest.topics import fit_hdp, fold_in

    fit = fit_hdp([0, 1, 0], [0, 0, 1], [0, 0], 2, sweeps=2, resample_concentrations=True)
    fold_in(fit, [0, 1, 0, 1], [0, 0, 1, 2], [0, 0, 1], 2, sweeps=1)


def _saved(path: str) -> tuple[Document, ...]:
    with opened_at(path) as store:
        return store.content().documents


def files(paths: Sequence[str], options: ReadingOptions) -> JsonObject:
    """How each file is read, and its sentences with their forms and places."""
    saved = [document for path in paths if is_store(path) for document in _saved(path)]
    reading = read_paths([path for path in paths if not is_store(path)], options)
    documents = (*saved, *reading.documents)
    return {
        "documents": list(map(_document, documents, languages_of(documents))),
        "skipped": [{"path": file.path, "reason": file.reason} for file in reading.skipped],
        "duplicates": [{"name": copy.name, "of": copy.of} for copy in reading.duplicates],
        "warnings": list(reading.notes),
        "repeats": {name: list(lines) for name, lines in reading.repeats.items()},
        "dropped": {name: asdict(found) for name, found in reading.dropped.items()},
    }


def files_text(report: JsonObject) -> str:
    """The report of `files` as text, a paragraph for each file and a line for each sentence, and
    for each part of the text that is in no sentence, such as a quotation in a message."""
    parts = [_document_text(document) for document in report["documents"]]
    parts += [f"{visible(f['path'])}: skipped, {line(f['reason'])}" for f in report["skipped"]]
    parts += [
        f"{visible(d['name'])}: same text as {visible(d['of'])}" for d in report["duplicates"]
    ]
    parts += [f"note: {line(note)}" for note in report["warnings"]]
    parts += [
        f"{visible(name)}: left out, since the text has one copy: {line(', '.join(lines))}"
        for name, lines in report["repeats"].items()
    ]
    parts += [_dropped_text(name, found) for name, found in report["dropped"].items()]
    return "\n\n".join(parts or ["nothing to read"])


def _dropped_text(name: str, found: JsonObject) -> str:
    head = (
        f"{visible(name)}: left out {counted(found['words'], 'word')} in"
        f" {counted(found['blocks'], 'block')} of prose, which is in comments, notices, the foot of"
        " a site or the like, or hidden:"
    )
    more = found["blocks"] - len(found["texts"])
    rest = [f"  and {counted(more, 'more block')}"] if more else []
    return "\n".join([head, *(f"  {line(text)}" for text in found["texts"]), *rest])


def _document(document: Document, language: str) -> JsonObject:
    spans, dated = split(document, language), document.dated
    starts, ends = spans.start.tolist(), spans.end.tolist()
    rows = zip(spans.form.tolist(), starts, ends, strict=True)
    between = zip([0, *ends], [*starts, len(document.text)], strict=True)
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
        "left_out": [
            {"text": part.strip(), "start": start, "end": end, "place": document.place(start)}
            for start, end in between
            if any(map(str.isalnum, part := document.text[start:end]))
        ],
    }


def _document_text(document: JsonObject) -> str:
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
    metadata = [part for part in (document.get("title"), names, date) if part]
    metadata_lines = [f"  {', '.join(map(line, metadata))}"] if metadata else []
    left_out = [part | {"form": "left out"} for part in document["left_out"]]
    parts = sorted([*sentences, *left_out], key=lambda part: part["start"])
    rows = [f"  {p['place']:>9}  {p['form']:<10}  {line(p['text'])}" for p in parts]
    return "\n".join([head, *metadata_lines, *rows])


_BUILT_IN: Mapping[Kind, Collection[str]] = {"readers": SUFFIXES, "renderers": FORMATS}


def plugin_states() -> list[JsonObject]:
    """All plugins by kind, name and package, each with its state.

    The field ``told`` is the reason if the state is ``hidden`` or ``broken``.
    """
    states = []
    for plugin in installed():
        state, reason = _state(plugin)
        identity = {"kind": plugin.kind, "name": plugin.name, "package": plugin.package}
        identity |= {"version": plugin.version, "object": plugin.entry.value}
        states.append(identity | {"state": state, "told": reason})
    return states


def plugins_text(states: Sequence[JsonObject]) -> str:
    """A line for each plugin with its state, and the reason if it is not ready."""
    if not states:
        return "no plugin is installed"
    rows = [(p["kind"], p["name"], f"{p['package']} {p['version']}", p["state"]) for p in states]
    lines = (
        row + (f": {plugin['told']}" if plugin["told"] else "")
        for row, plugin in zip(aligned(rows), states, strict=True)
    )
    return "\n".join(map(printable, lines))


def plugins_json(states: Sequence[JsonObject]) -> str:
    """A JSON list of objects, one for each plugin."""
    return json.dumps(states, ensure_ascii=False, indent=2)


def _state(plugin: Plugin) -> tuple[str, str]:
    """``ready``, ``hidden`` or ``broken``, and the reason."""
    if plugin.name in _BUILT_IN.get(plugin.kind, ()):
        return "hidden", "a built-in one has the same name"
    first = in_use(plugin.kind)[plugin.name]
    if first != plugin:
        return "hidden", f"one of {first.package} has the same name"
    try:
        plugin.load()
    except PluginError as error:
        return "broken", str(error)
    return "ready", ""
