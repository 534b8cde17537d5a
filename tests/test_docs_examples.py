"""Every example of the README and the documentation is run, in a folder of what they name."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench_made import write_villages
from hyperdigest.cli import run
from needed import needs
from tokenizers_made import write_tokenizer

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

NOT_RUN = {
    r"pip install [^&\n]*&& pytest": "the tests do not run themselves",
    r"pip install [^&\n]*(&& )?": "nothing is installed by the tests, nor fetched",
    r"(uvx .*)?hyperdigest (serve|mcp)\b.*": "ends when it is interrupted, as tests/web does",
    r".*--backend .*|(dask|ray) .*": "needs a cluster; tests/batch makes one",
    r"hyperdigest experiment .*": "takes minutes; tests/experiments runs each on small sets",
}
"""Parts of examples that are not run, and why."""

RUN_ELSEWHERE = {
    "adapters.md": ("tests/adapters/test_examples.py",),
    "plugins.md": ("tests/plugins/test_page.py",),
}

ALONE = re.compile(r"""hyperdigest (?:[^|&;<>$`*~()"'\n]|"[^"$`\n]*"|'[^'\n]*')*""")
"""A command that needs no shell: no pipe, variable, redirection or pattern of names."""

OWN = "sweeps = 5\nsamples = 1\n"
"""Makes the examples quick, as a user's own configuration does."""


def blocks(page, *languages):
    """(language, code) of the blocks of a page in these languages, in their order."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"^```(\w+)\n(.*?)^```", text, re.S | re.M)
    return [(language, code) for language, code in found if language in languages]


def runnable(code):
    """`code` without what `NOT_RUN` names."""
    for part in NOT_RUN:
        code = re.sub(rf"^{part}", "", code, flags=re.M)
    return code.strip()


def parts(script):
    """`script` as its lines where each is one hyperdigest command, or else as a whole."""
    lines = [line for line in script.replace("\\\n", " ").splitlines() if line.strip()]
    return lines if all(ALONE.fullmatch(line) for line in lines) else [script]


def carry_out(part, capsys):
    """The exit code of a part of an example, and what it wrote to standard error.

    A command alone is called in this process, which saves the start of another.
    """
    if ALONE.fullmatch(part):
        capsys.readouterr()
        return run(shlex.split(part, comments=True)[1:]), capsys.readouterr().err
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", part], capture_output=True, text=True)
    return done.returncode, done.stderr


def with_examples(*languages):
    return [
        pytest.param(page, id=page.relative_to(ROOT).as_posix())
        for page in PAGES
        if blocks(page, *languages) and page.name not in RUN_ELSEWHERE
    ]


def slow_but_the_readme(pages):
    """The same pages; the tests of all but the README are slow."""
    slow = pytest.mark.slow
    return [
        pytest.param(*page.values, id=page.id, marks=() if page.id == "README.md" else slow)
        for page in pages
    ]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """What the examples name: documents, a saved collection, tasks, summaries, the program."""
    place = tmp_path_factory.mktemp("examples")
    shutil.copytree(ROOT / "examples", place / "examples")
    shutil.copytree(ROOT / "examples" / "eclipse", place / "articles")
    shutil.copy(ROOT / "examples" / "eclipse" / "power-grid.pdf", place / "scan.pdf")
    shutil.copy(ROOT / "examples" / "eclipse" / "power-grid.pdf", place / "articles" / "a.pdf")
    for name, text in {
        "own.toml": OWN,
        "mine.toml": "words = 40\n",
        "notes.md": "# Notes\n\nNobody should look at the sun without glasses.\n",
        "report.txt": "It was decided to mend the mill in May. The smith will do it.\n",
        "tasks.jsonl": json.dumps({"question": "Who sees the sun?", "paths": ["articles"]}),
        "bin/hyperdigest": f'#!/bin/sh\nexec {sys.executable} -m hyperdigest "$@"\n',
        "bin/python": f'#!/bin/sh\nexec {sys.executable} "$@"\n',
        "docs/img/README": "drawings go here",
        "summaries/sun.txt": "The moon covers the sun.\n",
        "references/sun.A.txt": "The sun is covered by the moon.\n",
        "references/sun.B.txt": "The moon hides the sun.\n",
    }.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    for program in (place / "bin").iterdir():
        program.chmod(0o755)
    if find_spec("tokenizers"):
        for folder in ("model", "models/llama"):
            write_tokenizer(place / folder)
    write_villages(place / "data")
    command = [place / "bin" / "hyperdigest", "fit", "examples/migration", "-o", "case.hdig"]
    own = os.environ | {"HYPERDIGEST_CONFIG": str(place / "own.toml")}
    subprocess.run(command, cwd=place, check=True, capture_output=True, env=own)
    shutil.copy(place / "case.hdig", place / "archive.hdig")
    return place


@pytest.fixture
def place(prepared, tmp_path, monkeypatch):
    """A copy of all that, the current directory, its programs the first to be found."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HYPERDIGEST_CONFIG", str(tmp_path / "own.toml"))


@pytest.fixture
def served(place):
    """The port at which the saved collection is served, in place of the usual one."""
    command = ["hyperdigest", "serve", "case.hdig", "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    told = re.search(r"127\.0\.0\.1:(\d+)", process.stderr.readline())
    yield told[1]
    process.terminate()
    process.communicate(timeout=30)


def test_the_tutorial_tells_what_its_first_digest_says(place):
    page = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    [command] = re.findall(r'^hyperdigest ask "How and .*$', page, re.M)
    call = [*shlex.split(command), "--no-config"]
    told = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    [used] = re.findall(r"^\d+ of 150 words$", told, re.M)
    [certificate] = re.findall(r"^Selection .*$", told, re.M)
    assert f"`{used}`" in page
    assert f"`{certificate}`" in page


@pytest.mark.parametrize("page", slow_but_the_readme(with_examples("sh")))
def test_commands_run(place, page, request, capsys):
    asked = any("localhost:8340" in code for _, code in blocks(page, "sh"))
    port = request.getfixturevalue("served") if asked else "8340"
    scripts = [runnable(code) for _, code in blocks(page, "sh")]
    for script in sorted(scripts, key=lambda script: "--tokenizer" in script):
        if "--tokenizer" in script:
            needs("tokenizers")
        for part in parts(script.replace("localhost:8340", f"localhost:{port}")):
            code, err = carry_out(part, capsys)
            assert code == 0, f"{part}\n{err}"


@pytest.mark.parametrize("page", slow_but_the_readme(with_examples("python")))
def test_python_runs(place, page, capsys):
    for _, code in blocks(page, "python"):
        exec(code.replace("workers=8", "workers=1"), {})


@pytest.mark.parametrize("page", with_examples("json", "toml"))
def test_data_is_whole(page):
    import tomllib

    for language, code in blocks(page, "json", "toml"):
        if language == "toml":
            assert tomllib.loads(code)
            continue
        decoder, rest = json.JSONDecoder(), code.strip()
        while rest:
            _, end = decoder.raw_decode(rest)
            rest = rest[end:].strip()


def test_what_is_not_run_is_there_and_what_is_run_elsewhere_too():
    code = "\n".join(code for page in PAGES for _, code in blocks(page, "sh"))
    assert [part for part in NOT_RUN if not re.search(rf"^{part}", code, re.M)] == []
    for page, tests in RUN_ELSEWHERE.items():
        for test in tests:
            assert page.removesuffix(".md") in (ROOT / test).read_text(encoding="utf-8")


def test_the_readme_answers_its_question(place):
    [command] = re.findall(r"hyperdigest ask .*--words 150$", runnable(_readme()), re.M)[:1]
    out = subprocess.run(["bash", "-c", command], capture_output=True, text=True).stdout
    assert "of 150 words" in out
    assert "examples/eclipse/" in out


def _readme():
    return "\n".join(code for _, code in blocks(ROOT / "README.md", "sh"))
