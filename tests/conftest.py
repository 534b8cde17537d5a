"""Settings that hold for all tests, and a stand-in model of sentence embeddings."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from encoder import Encoder, library, write_model
from hyperdigest.ranking.embeddings import cached, model_name, open_model
from plugins_made import Install, installing
from reused_processes import end_idle_processes, reuse_processes

settings.register_profile(
    "thorough", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "quick", settings.get_profile("thorough"), max_examples=30, derandomize=True
)
settings.load_profile("quick")
"""The same examples in each run: a commit passes or fails for itself. `thorough` tries new ones."""

os.environ["HYPERDIGEST_CONFIG"] = os.devnull
"""No test knows the configuration of whoever runs it; processes that tests start neither."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
"""A run in the background may ignore SIGINT; processes that tests interrupt must not inherit it."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays to the end: no search for garbage goes through it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where HYPERDIGEST_SKIP_NOTHING is set, a run that skipped a test has failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("HYPERDIGEST_SKIP_NOTHING") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[Any]]]:
    """`subprocess.Popen`, whose processes are ended with the test, however that ends."""
    processes = []

    def start(command: Sequence[str], **how: Any) -> subprocess.Popen[Any]:
        processes.append(subprocess.Popen(command, **how))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe:
                pipe.close()


@pytest.fixture
def embedding_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """The folder of a stand-in model called ``tiny``, and the library that opens it."""
    monkeypatch.setitem(sys.modules, "sentence_transformers", library())
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.delenv("HF_HUB_DISABLE_PROGRESS_BARS", raising=False)
    monkeypatch.setattr(Encoder, "asked_for", [])
    monkeypatch.setattr(Encoder, "encoded", [])
    yield write_model(tmp_path / "models" / "tiny")
    open_model.cache_clear()
    model_name.cache_clear()
    cached.clear()


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Install]:
    """Installs packages with plugins for the time of a test."""
    with installing(tmp_path / "installed", monkeypatch) as made:
        yield made


@pytest.fixture(scope="session")
def idle_processes() -> Iterator[None]:
    """Ends the processes that tests left idle."""
    yield
    end_idle_processes()


@pytest.fixture(autouse=True)
def reused_processes(idle_processes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read by isolated processes that earlier tests may have started.

    A module whose tests are about processes overrides this by a fixture that does nothing.
    """
    reuse_processes(monkeypatch)
