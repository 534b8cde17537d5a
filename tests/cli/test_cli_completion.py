"""Completion as real shells ask for it."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from hyperdigest.split.terms import LANGUAGES
from needed import needs


@pytest.fixture
def program(folder, monkeypatch):
    """A program called hyperdigest before all others, and some files to complete."""
    (folder / "bin").mkdir()
    program = folder / "bin" / "hyperdigest"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m hyperdigest "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    for name in ("docs/photo.svg", "docs/a case.hdig", "docs/.hidden.txt"):
        Path(name).write_text("", encoding="utf-8")
    Path("docs/deep").mkdir()
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines()


@cache
def script_of(shell):
    """The script of `hyperdigest completion`, which is the same for all that is completed."""
    call = [sys.executable, "-m", "hyperdigest", "completion", shell]
    return subprocess.run(call, capture_output=True, text=True, check=True).stdout


def in_bash(*words):
    """What bash would complete the last of `words` to."""
    script = (
        f'{script_of("bash")}\nCOMP_WORDS=("$@")\nCOMP_CWORD=$(($# - 1))\n'
        '_hyperdigest_completion hyperdigest\nprintf "%s\\n" "${COMPREPLY[@]}"'
    )
    return output("bash", "-c", script, "bash", "hyperdigest", *words)


def in_fish(*words):
    """The same of fish."""
    line = " ".join(["hyperdigest", *words])
    script = f"{script_of('fish')}\ncomplete --do-complete '{line}'"
    return sorted(line.split("\t")[0] for line in output("fish", "-c", script))


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["ex"], ["explain", "expand", "experiment"]),
        (["ask", "sun", "--preset", ""], ["default", "paper"]),
        (["ask", "sun", "--format", "m"], ["markdown"]),
        (["ask", "sun", "--query"], ["--query-balance"]),
        (["ask", "sun", "--language", "e"], [name for name in LANGUAGES if name[0] == "e"]),
        (
            ["ask", "sun", "docs/"],
            [
                f"docs/{name}"
                for name in ("a case.hdig", "deep/", "eyes.md", "moon.txt", "roads.txt")
            ],
        ),
        (["ask", "sun", "docs/."], ["docs/.hidden.txt"]),
        (["ask", "sun", "nowhere/"], [""]),
        (["add", "d"], ["docs/"]),
        (["add", "docs/"], ["docs/a case.hdig", "docs/deep/"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
    ],
)
def test_bash_completes(program, words, completed):
    assert in_bash(*words) == completed


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_takes_its_script(program, tmp_path, shell):
    needs(shell)
    script = tmp_path / "script"
    script.write_text("\n".join(output("hyperdigest", "completion", shell)), encoding="utf-8")
    assert "_HYPERDIGEST_COMPLETE" in script.read_text(encoding="utf-8")
    assert subprocess.run([shell, "-n", script]).returncode == 0


@pytest.mark.parametrize(("shell", "complete"), [("bash", in_bash), ("fish", in_fish)])
def test_bash_and_fish_complete_the_same(program, shell, complete):
    needs(shell)
    assert complete("ask", "sun", "--preset", "") == ["default", "paper"]
    assert complete("ask", "sun", "docs/m") == ["docs/moon.txt"]
