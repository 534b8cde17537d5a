"""What `hyperdigest doctor` finds: the installation, or how files were read and split."""

from __future__ import annotations

import platform
import re
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, requires, version

from hyperdigest.documents import FORMS, Document
from hyperdigest.read import read_paths
from hyperdigest.render.plain import line, visible
from hyperdigest.split import split
from hyperdigest.store import is_store, load


def describe_installation() -> str:
    """Versions of the program and of all it needs, and where compiled kernels are kept."""
    lines = [
        f"hyperdigest {version('hyperdigest')}",
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}",
        *(f"{name} {_installed(name)}" for name in _needed()),
        f"kernels: {_kernels()}",
    ]
    return "\n".join(lines)


def warm_up() -> None:
    """Run the sampler on a few words, which compiles it."""
    from hyperdigest.topics import fit_hdp, fold_in

    fit = fit_hdp([0, 1, 0], [0, 0, 1], [0, 0], 2, sweeps=2, resample_concentrations=True)
    fold_in(fit, [0, 1, 0, 1], [0, 0, 1, 2], [0, 0, 1], 2, sweeps=1)


def describe_files(paths: Sequence[str]) -> str:
    """How each file was read, and its sentences with their forms and places."""
    saved = [document for path in paths if is_store(path) for document in load(path).documents]
    reading = read_paths([path for path in paths if not is_store(path)])
    parts = [_document(document) for document in (*saved, *reading.documents)]
    parts += [f"{visible(file.path)}: skipped, {line(file.reason)}" for file in reading.skipped]
    parts += [f"{visible(d.name)}: same text as {visible(d.of)}" for d in reading.duplicates]
    parts += [f"note: {line(note)}" for note in reading.notes]
    return "\n\n".join(parts or ["nothing to read"])


def _document(document: Document) -> str:
    spans = split(document)
    forms = [FORMS[form] for form in spans.form]
    counts = ", ".join(f"{count} {form}" for form, count in Counter(forms).most_common())
    pages = f", {len(document.pages)} pages" if document.pages else ""
    head = (
        f"{visible(document.name)}: {document.format}, {len(document.text)} characters{pages}, "
        f"{len(spans)} sentences ({counts})"
    )
    rows = [
        f"  {document.place(start):>9}  {form:<8}  {line(document.text[start:end])}"
        for form, start, end in zip(forms, spans.start.tolist(), spans.end.tolist(), strict=True)
    ]
    return "\n".join([head, *rows])


def _kernels() -> str:
    from hyperdigest.topics import kernel_cache

    try:
        return kernel_cache()
    except ImportError as error:
        return f"cannot be compiled: {line(str(error))}"


def _needed() -> list[str]:
    needed = [need for need in requires("hyperdigest") or [] if "extra ==" not in need]
    return [re.split(r"[^\w.-]", need, maxsplit=1)[0] for need in needed]


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is missing: install hyperdigest again"
