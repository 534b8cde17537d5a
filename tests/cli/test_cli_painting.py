"""The digest on a terminal: the same text, painted; and unpainted everywhere else."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hyperdigest.cli.output import coloured, linked

ESCAPES = re.compile(r"\x1b\[[0-9]+m|\x1b\]8;;[!-~]*\x1b\\")
ASK = [sys.executable, "-m", "hyperdigest", "ask", "Who sees the corona?", "case.hdig"]


def on_a_terminal(columns, **environment):
    """What a terminal of so many columns gets on standard output."""
    ours, theirs = pty.openpty()
    known = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    known |= {"TERM": "xterm", "COLUMNS": str(columns)} | environment
    process = subprocess.Popen(ASK, stdout=theirs, stderr=subprocess.DEVNULL, env=known)
    os.close(theirs)
    shown = b""
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:
            break
        if not more:
            break
        shown += more
    os.close(ours)
    assert process.wait(60) == 0
    return shown.decode().replace("\r\n", "\n")


def test_colours_do_not_change_the_text_and_sources_are_links(cli, case):
    plain = cli("ask", "Who sees the corona?", case).out
    shown = on_a_terminal(80)
    assert ESCAPES.sub("", shown) == plain
    assert shown.startswith("\x1b[1mWho sees the corona?\x1b[0m\n")
    assert re.search(r"\x1b\[36m\[1\] line \d+\x1b\[0m\n", shown)
    assert f"\x1b]8;;{Path('docs/moon.txt').absolute().as_uri()}\x1b\\" in shown


def test_paragraphs_follow_the_width_of_the_terminal(case):
    for columns in (40, 100):
        body = ESCAPES.sub("", on_a_terminal(columns)).split("Sources")[0].splitlines()
        assert columns / 2 < max(map(len, body)) <= columns


@pytest.mark.parametrize("unwanted", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_are_disabled_by_options_and_environment(cli, case, unwanted):
    assert on_a_terminal(80, **unwanted) == cli("ask", "Who sees the corona?", case).out


def test_colour_that_is_forced_into_a_pipe_has_no_links(cli, case, monkeypatch):
    plain = cli("ask", "Who sees the corona?", case)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = cli("ask", "Who sees the corona?", case)
    assert re.sub(r"\x1b\[[0-9]+m", "", forced.out) == plain.out != forced.out
    assert cli("ask", "Who sees the corona?", case, "-o", os.devnull).code == 0


def test_a_name_cannot_end_its_link_early(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a\x1b\\b;c d.txt").write_text("", encoding="utf-8")
    shown = linked("a\x1b\\b;c d.txt", "path")
    [target] = re.findall(r"\x1b\]8;;(file://[^\x1b]*)\x1b\\", shown)
    assert target.endswith("/a%1B%5Cb%3Bc%20d.txt")
    for missing in ("nowhere.txt", "\0", "a" * 5000):
        assert linked(missing, "path") == coloured(missing, "path")
