"""The command line as a process of its own: bytes, pipes, terminals, signals, limits."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from oracles.cli import QUICK

COMMAND = [sys.executable, "-m", "hyperdigest"]
ON_A_FULL_DISK = [
    sys.executable,
    "-c",
    "from resource import *; setrlimit(RLIMIT_FSIZE, (4096, 4096));"
    "from hyperdigest.cli import main; main()",
]
ENDLESS = ("--sweeps", "1000000", "--samples", "1")


@pytest.fixture
def start(started):
    """A command, begun."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return lambda *arguments, **more: started([*COMMAND, *arguments], **(pipes | more))


def finish(*arguments, environment=(), command=COMMAND) -> subprocess.CompletedProcess:
    return subprocess.run(
        [*command, *arguments],
        capture_output=True,
        timeout=120,
        env=os.environ | dict(environment),
    )


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "format", ["text", pytest.param("html", marks=SLOW), pytest.param("json", marks=SLOW)]
)
def test_the_output_does_not_depend_on_locale_or_hash_seed_and_has_no_bars(folder, format):
    call = ("ask", "Who sees the corona?", "docs", "--format", format, *QUICK, "--chains", "2")
    environments = (
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONHASHSEED": "2", "PYTHONIOENCODING": "latin-1", "OMP_NUM_THREADS": "1"},
    )
    runs = [finish(*call, environment=environment) for environment in environments]
    assert [run.returncode for run in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.decode()
    for run in runs:  # without a terminal there are no progress bars
        assert run.stderr.startswith(b"3 documents, 8 sentences")
        assert run.stderr.count(b"\n") == 1
        assert b"\x1b" not in run.stderr


def test_an_error_is_one_line_with_exit_code_2(folder):
    run = finish("ask", "sun", "nowhere")
    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr.startswith(b"hyperdigest: no document could be read (nowhere does not exist)")
    assert run.stderr.count(b"\n") == 1


def test_a_reader_that_closes_the_pipe_causes_no_error(folder, start):
    text = "\n\n".join(f"The moon of planet {n} covers its sun for a while." for n in range(1500))
    Path("docs/long.txt").write_text(text, encoding="utf-8")
    command = ("ask", "moon", "docs", "--format", "html", *QUICK, "--topic-share", "0")
    process = start(*command)
    assert process.stdout.readline() == b"<!doctype html>\n"
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait(60) == 0
    assert b"Traceback" not in errors
    assert b"BrokenPipe" not in errors
    process.stdin.close()
    process.stderr.close()


def read_terminal(descriptor: int, until: bytes = b"") -> bytes:
    """What was written to a terminal up to `until` or its end."""
    seen = b""
    while not until or until not in seen:
        try:
            more = os.read(descriptor, 4096)
        except OSError:
            break
        if not more:
            break
        seen += more
    return seen


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)


def test_a_terminal_shows_progress_bars_and_the_result_has_none(folder, terminal, start, cli):
    ours, theirs = terminal
    arguments = ("ask", "sun", "docs", "--format", "json", "--sweeps", "3000", "--samples", "1")
    process = start(*arguments, stderr=theirs)
    os.close(theirs)
    shown = read_terminal(ours)
    out, _ = process.communicate()
    assert process.returncode == 0
    assert json.loads(out)["sentences"]
    assert out.decode() == cli(*arguments).out
    assert b"reading" in shown
    assert b"topics" in shown
    assert b"\x1b[2K" in shown
    assert b"3 documents, 8 sentences" in shown.splitlines()[-1]
    assert b"\x1b" not in shown.splitlines()[-1].split(b"3 documents")[1]


def test_an_interrupted_fit_writes_nothing_and_exits_130(folder, terminal, start):
    ours, theirs = terminal
    process = start("fit", "docs", "-o", "case.hdig", *ENDLESS, stderr=theirs)
    os.close(theirs)
    read_terminal(ours, until=b"topics")
    process.send_signal(signal.SIGINT)
    shown = read_terminal(ours)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in shown
    assert b"hyperdigest: interrupted; nothing was written" in shown.splitlines()[-1]
    assert os.listdir() == ["docs"]


@pytest.mark.parametrize("pause", [0.0, 0.1])
def test_a_second_interruption_prints_no_traceback(folder, terminal, start, pause):
    ours, theirs = terminal
    process = start("fit", "docs", "-o", "case.hdig", *ENDLESS, stderr=theirs)
    os.close(theirs)
    read_terminal(ours, until=b"topics")
    process.send_signal(signal.SIGINT)
    time.sleep(pause)
    process.send_signal(signal.SIGINT)
    shown = read_terminal(ours)
    out, _ = process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT)
    assert out == b""
    assert b"Traceback" not in shown
    assert os.listdir() == ["docs"]


def test_an_interrupted_reading_of_standard_input_exits_130(folder, start):
    process = start("ask", "sun", "-")
    process.stdin.write(bytes(1 << 20))  # more than a pipe holds: it is being read
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert process.stdout.read() == b""
    assert process.stderr.read() == b"hyperdigest: interrupted; nothing was written\n"
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


@pytest.mark.parametrize("streams", ["2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams_do_not_change_the_result(case, tmp_path, streams, cli):
    out = tmp_path / "out.txt"
    call = ("ask", "Who sees the corona?", case)
    finish("-c", f'exec "$@" {streams}', "sh", *COMMAND, *call, "-o", out, command=["sh"])
    assert out.read_text(encoding="utf-8") == cli(*call).out


def test_closed_standard_output_is_an_error_in_one_line(case):
    run = finish("-c", 'exec "$@" >&-', "sh", *COMMAND, "ask", "sun", case, command=["sh"])
    assert run.returncode == 2
    assert run.stderr.startswith(b"hyperdigest: cannot write to standard output: ")
    assert run.stderr.count(b"\n") == 1


@pytest.mark.parametrize("command", [("fit",), ("ask", "sun")])
def test_a_full_disk_while_saving_leaves_the_old_file(case, tmp_path, command):
    target = tmp_path / "out.hdig"
    target.write_bytes(b"old")
    more = () if command == ("fit",) else ("--format", "html")
    run = finish(*command, "docs", "-o", target, *QUICK, *more, command=ON_A_FULL_DISK)
    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr.startswith(f"hyperdigest: cannot write {target}: ".encode())
    assert run.stderr.endswith(b"; nothing was changed\n")
    assert run.stderr.count(b"\n") == 1
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["out.hdig"]


@pytest.mark.slow
def test_the_first_run_reports_compilation_and_survives_a_full_disk_or_interruption(
    folder, tmp_path_factory, start
):
    cache = tmp_path_factory.mktemp("kernels")
    told = b"compiling the sampler, once for this installation (about 5 s)\n"
    process = start("ask", "sun", "docs", *QUICK, env=os.environ | {"NUMBA_CACHE_DIR": str(cache)})
    assert process.stderr.readline() == told
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, b"")
    assert errors == b"hyperdigest: interrupted; nothing was written\n"

    call = ("ask", "sun", "docs", *QUICK)
    environment = {"NUMBA_CACHE_DIR": str(cache)}
    full = finish(*call, environment=environment, command=ON_A_FULL_DISK)
    first = finish(*call, environment=environment)
    second = finish(*call, environment=environment)
    assert full.stderr.startswith(told)
    assert first.stderr.startswith(told)
    assert second.stderr.startswith(b"3 documents")
    assert full.stdout == first.stdout == second.stdout
