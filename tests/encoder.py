"""A stand-in for the library sentence-transformers and a model of it."""

from __future__ import annotations

import re
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import numpy as np

MEANINGS = (
    ("flood", "water", "river"),
    ("bridge", "arches", "viaduct"),
    ("ferry", "boat", "barge"),
    ("choir", "sang"),
    ("frost", "ice"),
    ("bees", "hive"),
    ("school", "children", "pupils"),
    ("moon", "sun", "heavens"),
)


class Encoder:
    """Says in a number for each of `MEANINGS`, and one for the rest, what a text is about."""

    asked_for: ClassVar[list[dict]] = []
    encoded: ClassVar[list[int]] = []

    def __init__(self, folder, **options):
        if (Path(folder) / "broken").exists():
            raise ValueError("the weights\nmake no sense")
        self.asked_for.append({"folder": folder, **options})

    def encode(self, texts, normalize_embeddings, show_progress_bar):
        assert normalize_embeddings and not show_progress_bar
        self.encoded.append(len(texts))
        words = [re.findall(r"\w+", text.lower()) for text in texts]
        counts = [[sum(map(found.count, meaning)) for meaning in MEANINGS] for found in words]
        rows = np.array([[*count, 0.3] for count in counts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def library() -> ModuleType:
    """The module, for `sys.modules`."""
    module = ModuleType("sentence_transformers")
    module.__spec__ = ModuleSpec(module.__name__, None)
    module.SentenceTransformer = Encoder
    return module


def write_model(folder: Path) -> str:
    """A model in a new folder."""
    folder.mkdir(parents=True)
    (folder / "modules.json").write_text("[]", encoding="utf-8")
    (folder / "model.safetensors").write_bytes(bytes(range(64)))
    (folder / "README.md").write_text("A tiny model.", encoding="utf-8")
    return str(folder)
