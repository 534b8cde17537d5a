"""The command line, documents, the sampler compiled once, and batches done by this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from batch_made import by, here
from cli.conftest import cli, compiled, folder
from hyperdigest.batch.worker import forget

__all__ = ["cli", "compiled", "done_here", "folder"]


@pytest.fixture
def done_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Batches are done by this process, in a folder with documents in ``docs``."""
    by(monkeypatch, here)
    yield
    forget()
