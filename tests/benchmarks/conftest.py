"""The scripts of the benchmarks as modules."""

import importlib
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch):
    """Import one of the scripts by name."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module
