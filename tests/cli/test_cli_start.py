"""What a process loads before it answers: nothing heavy that the answer does not need."""

import subprocess
import sys

import pytest

HEAVY = {
    "numba", "llvmlite", "rich", "scipy.optimize", "scipy.stats", "nupunkt",
    "docx", "pypdfium2", "lxml", "resiliparse", "platformdirs",
}  # fmt: skip


def loaded(*arguments: str) -> set[str]:
    """The modules in memory after the command line was called."""
    program = (
        "import sys\nfrom hyperdigest.cli import run\ncode = run(sys.argv[1:])\n"
        "print(*sys.modules, file=sys.stderr)\nsys.exit(code)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, check=True, text=True
    )
    return set(run.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [["--help"], ["ask", "--help"]])
def test_help_loads_no_arrays(arguments):
    assert not loaded(*arguments) & (HEAVY | {"numpy", "scipy"})


def test_asking_a_saved_collection_loads_no_compiler_no_reader_and_no_bars(case):
    modules = loaded("ask", "Who sees the moon?", case)
    assert "hyperdigest.relevance" in modules
    assert not modules & HEAVY


@pytest.mark.parametrize("format", ["text", "json"])
def test_plugins_are_not_searched_if_none_can_be_used(case, format):
    modules = loaded("ask", "Who sees the moon?", case, "--format", format) | loaded("--help")
    assert not {name for name in modules if name.startswith("hyperdigest.plugins")}


def test_importing_the_library_loads_no_arrays():
    program = "import sys, hyperdigest; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert not set(run.stdout.split()) & (HEAVY | {"numpy", "scipy"})
