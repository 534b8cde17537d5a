import importlib.util
import textwrap
from pathlib import Path

import pytest

from hyperdigest.topics import compiling

MODULE = textwrap.dedent(
    """
    from hyperdigest.topics.compiling import kernel

    @kernel
    def twice(x: int) -> int:
        return 2 * x
    """
)


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Import a module with one kernel again, as another process would."""
    path = tmp_path / "kernels_made.py"
    path.write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr("sys.dont_write_bytecode", True)

    def imported():
        spec = importlib.util.spec_from_file_location("kernels_made", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.twice

    return imported


def stages_of(kernel) -> list[str]:
    """The stages that are reported as progress while `kernel` runs."""
    stages: list[str] = []
    with compiling.report_compilation(lambda stage, done, total: stages.append(stage)):
        assert kernel(21) == 42
        assert kernel(4) == 8
    return stages


def test_a_kernel_is_compiled_once_and_cached(load, tmp_path):
    first = load()
    assert compiling.cache_folder(first) == tmp_path / "__pycache__"
    assert not compiling.is_cached(first)
    assert stages_of(first) == ["compiling"]
    assert compiling.is_cached(first)
    assert stages_of(load()) == []


def test_a_change_of_any_source_compiles_again(load, monkeypatch):
    stages_of(load())
    monkeypatch.setattr(compiling, "SOURCE_HASH", "0123456789abcdef")
    assert not compiling.is_cached(load())
    assert stages_of(load()) == ["compiling"]


@pytest.mark.parametrize("damaged", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("data", [b"", b"\x80\x05garbage"])
def test_a_damaged_cache_file_is_compiled_again(load, tmp_path, damaged, data):
    stages_of(load())
    (path,) = (tmp_path / "__pycache__").glob(damaged)
    path.write_bytes(data)
    assert stages_of(load()) == ["compiling"]


def test_kernels_run_if_the_cache_can_no_longer_be_written(load, monkeypatch):
    from numba.core.caching import IndexDataCacheFile

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    assert stages_of(load()) == ["compiling"]
    assert stages_of(load()) == ["compiling"]


def test_kernels_run_without_a_cache_folder(load, monkeypatch):
    njit = compiling.njit

    def refuse(*, cache=False, **options):
        if cache:
            return lambda function: (_ for _ in ()).throw(RuntimeError("no locator available"))
        return njit(**options)

    monkeypatch.setattr(compiling, "njit", refuse)
    kernel = load()
    assert compiling.cache_folder(kernel) is None
    assert not compiling.is_cached(kernel)
    assert stages_of(kernel) == ["compiling"]
