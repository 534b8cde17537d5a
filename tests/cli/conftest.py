"""A small folder of documents, and the command line called on it in this process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hyperdigest.cli import run
from hyperdigest.cli.inspection import warm_up
from oracles.cli import QUICK, Cli, Result, write_documents


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """The sampler compiled and kept, so that no call has that to tell."""
    warm_up()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with the documents in ``docs``."""
    monkeypatch.chdir(tmp_path)
    write_documents(tmp_path / "docs")
    return tmp_path


@pytest.fixture
def cli(capsysbinary: pytest.CaptureFixture[bytes]) -> Cli:
    def call(*arguments: str | Path) -> Result:
        capsysbinary.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Result(code, out.decode(), err.decode())

    return call


@pytest.fixture(scope="session")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the documents in ``docs`` and the collection fitted to them, ``case.hdig``."""
    place = tmp_path_factory.mktemp("fitted")
    write_documents(place / "docs")
    before = Path.cwd()
    os.chdir(place)
    try:
        assert run(["fit", "docs", "-o", "case.hdig", *QUICK]) == 0
    finally:
        os.chdir(before)
    return place


@pytest.fixture
def case(fitted: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The fitted collection, its folder the current directory."""
    monkeypatch.chdir(fitted)
    return "case.hdig"
