"""Packages with plugins, made in a folder and installed there for one test."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from hyperdigest.base import plugins
from hyperdigest.read import formats

Plugins = Mapping[str, Mapping[str, str]]
"""The object of each name, by group without its prefix, such as ``readers``."""

PLAIN = """
    import re
    import numpy as np
    from hyperdigest.plugins import Content, Hyperedges

    def read(data):
        return Content(data.decode(), "notes", title="Notes")

    def lines(document):
        for line in re.finditer(r"[^\\n]*[^\\s][^\\n]*", document.text):
            yield line.start(), line.end(), "prose"

    def letters(view):
        texts = [text.lower() for text in view.texts()]
        return np.array([[letter in text for text in texts] for letter in "bp"], float)

    def shout(digest):
        return " / ".join(sentence.text.upper() for sentence in digest.sentences)

    def count(text):
        return len(text)
"""
"""A module with a plugin of each kind."""

ONE_OF_EACH: Plugins = {
    "readers": {".notes": "plain:read"},
    "splitters": {"lines": "plain:lines"},
    "hyperedges": {"letters": "plain:letters"},
    "renderers": {"shout": "plain:shout"},
    "tokenizers": {"letters": "plain:count"},
}

Install = Callable[..., None]


def write_package(
    folder: Path, name: str, plugins: Plugins, modules: Mapping[str, str], version: str = "1.0"
) -> None:
    """Write an installed package to a folder that is to be on the path."""
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = []
    for kind, named in plugins.items():
        lines.append(f"[hyperdigest.{kind}]")
        lines += [f"{key} = {value}" for key, value in named.items()]
    (about / "entry_points.txt").write_text("\n".join(lines))
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(textwrap.dedent(source), encoding="utf-8")


def forget() -> None:
    """Look for plugins anew."""
    plugins.plugins.cache_clear()
    plugins._imported.cache_clear()
    formats._added.cache_clear()


@contextmanager
def installing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A function that installs packages, as `write_package` writes them, until the end."""
    import sys

    monkeypatch.syspath_prepend(str(folder))
    before = set(sys.modules)

    def install(name: str, plugins: Plugins, modules: Mapping[str, str] | None = None) -> None:
        write_package(folder, name, plugins, {"plain": PLAIN} if modules is None else modules)
        forget()

    try:
        yield install
    finally:
        for module in set(sys.modules) - before:
            if str(folder) in (getattr(sys.modules[module], "__file__", None) or ""):
                del sys.modules[module]
        forget()
