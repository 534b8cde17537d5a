"""Splitters of plugins: documents cut into sentences in another way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hyperdigest.documents import FORMS, Document
from hyperdigest.errors import PluginError
from hyperdigest.plugins.installed import Plugin, named
from hyperdigest.split.forms import form_of
from hyperdigest.split.spans import Spans

_CODE = {form: code for code, form in enumerate(FORMS)}


def splitter(name: str) -> Callable[[Document, str], Spans]:
    """What cuts a document into sentences by the plugin called so.

    Raises
    ------
    OptionError
        where no plugin is called so.
    PluginError
        where it cannot be loaded; the function raises it where the plugin fails, or gives what
        are no sentences of a document.
    """
    plugin = named("splitters", name, "option splitter")
    plugin.load()

    def cut(document: Document, language: str = "") -> Spans:
        return _cut(plugin, document)

    return cut


def _cut(plugin: Plugin, document: Document) -> Spans:
    rows: list[tuple[int, int, int]] = []
    try:
        for span in plugin(document):
            rows.append(_row(document.text, rows[-1][1] if rows else 0, *span))
    except PluginError as error:
        raise PluginError(f"{document.name!r} cannot be split: {error}") from error
    except (Exception, SystemExit) as error:
        raise plugin.gave(
            f"what are no sentences of {document.name!r} ({type(error).__name__}: {error})"
        ) from error
    table = np.array(rows, dtype=np.int32).reshape(-1, 3)
    return Spans(table[:, 0].copy(), table[:, 1].copy(), table[:, 2].astype(np.uint8))


def _row(text: str, before: int, start: Any, end: Any, form: str = "") -> tuple[int, int, int]:
    """Start, end and form of a sentence that begins at `before` or later."""
    start, end = int(start), int(end)
    if not before <= start < end <= len(text):
        raise ValueError(
            f"{start} to {end} is not within {before} to {len(text)}, or is empty or out of order"
        )
    sentence = text[start:end]
    if not sentence.strip():
        raise ValueError(f"{start} to {end} is blank")
    if form and form not in _CODE:
        raise ValueError(f"form {form!r} is none of {', '.join(FORMS)}")
    return start, end, _CODE[form] if form else form_of(sentence, "paragraph")
