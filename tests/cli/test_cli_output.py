"""Where results go: files whole or not at all, devices, and a terminal, which is painted."""

import ctypes
import errno
import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import docx
import pytest

from hyperdigest.cli import run
from hyperdigest.cli.commands import redirect_native_stdout
from hyperdigest.cli.output import coloured, linked
from oracles.cli import QUICK

COMMANDS = [("ask", "sun"), ("explain", "sun"), ("topics",)]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_result_replaces_a_file(cli, case, tmp_path, command):
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    assert cli(*command, case, "-o", target).code == 0
    assert target.read_bytes().decode() == cli(*command, case).out
    assert os.listdir(tmp_path) == ["out.txt"]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("nowhere/out.txt", "there is no folder nowhere"),
        ("docs", "it is a folder"),
        ("docs/moon.txt/out", "there is no folder docs/moon.txt"),
        (".", "it is a folder"),
    ],
)
@pytest.mark.parametrize("command", [*COMMANDS, ("fit",)])
def test_an_invalid_output_path_is_reported_before_reading(cli, folder, command, target, said):
    mistake = cli(*command, "no such documents", "-o", target).mistake
    assert f"cannot write {target}: {said}; name another file with -o" in mistake


def test_a_read_only_folder_is_an_error(cli, folder, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "folder . may not be written to" in cli("ask", "sun", "docs", "-o", "x").mistake


@pytest.mark.parametrize(("command", "file"), [(("ask", "sun"), "x.txt"), (("fit",), "x.hdig")])
def test_a_read_only_file_system_is_an_error(cli, folder, monkeypatch, command, file):
    create = os.open

    def refuse(path, flags, *mode, **more):
        if flags & os.O_EXCL and file in os.fspath(path):
            raise OSError(errno.EROFS, "Read-only file system")
        return create(path, flags, *mode, **more)

    monkeypatch.setattr(os, "open", refuse)
    mistake = cli(*command, "docs", "-o", file, *QUICK).mistake
    assert f"cannot write {file}: Read-only file system; nothing was changed" in mistake


def test_asking_writes_no_other_file(cli, folder):
    before = sorted(folder.rglob("*"))
    assert cli("ask", "sun", "docs", *QUICK).code == 0
    assert sorted(folder.rglob("*")) == before


def test_writing_to_a_link_changes_its_target(cli, case, tmp_path):
    (tmp_path / "real.txt").write_text("old", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("real.txt")
    assert cli("ask", "sun", case, "-o", tmp_path / "link.txt").code == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8") == cli("ask", "sun", case).out


def test_a_device_is_written_to_and_not_replaced(cli, case):
    before = Path(os.devnull).stat()
    assert cli("ask", "sun", case, "-o", os.devnull).code == 0
    after = Path(os.devnull).stat()
    assert (before.st_mode, before.st_ino) == (after.st_mode, after.st_ino)


def test_a_word_file_is_written_as_it_is(case, cli, tmp_path):
    target = tmp_path / "answer.docx"
    assert cli("ask", "sun", case, "--format", "docx", "-o", target).code == 0
    assert docx.Document(str(target)).paragraphs[0].text == "sun"


def test_a_word_file_goes_through_a_pipe(case, capsysbinary):
    assert run(["ask", "sun", case, "--format", "docx"]) == 0
    assert docx.Document(io.BytesIO(capsysbinary.readouterr().out)).paragraphs[0].text == "sun"


def test_a_word_file_is_not_shown_on_a_terminal(cli, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    mistake = cli("ask", "sun", "no such documents", "--format", "docx").mistake
    assert mistake == "hyperdigest: a terminal cannot show this format: name a file with -o"


def test_every_format_can_be_asked_for(cli, case):
    from hyperdigest.render import FORMAT_TYPES, FORMATS

    offered = cli("ask", "--help").out.partition("--format [")[2].partition("]")[0]
    assert "".join(offered.split()).split("|") == [*FORMATS] == [*FORMAT_TYPES]


@pytest.mark.parametrize("command", [*COMMANDS, ("doctor",), ("config",), ("plugins",)])
def test_a_suffix_of_no_format_is_an_error_before_the_work(cli, folder, command):
    paths = [] if command[0] in ("config", "plugins") else ["no such documents"]
    mistake = cli(*command, *paths, "-o", "out.xyz").mistake
    reason = "no format has the suffix .xyz; end FILE with one of .txt"
    assert f"cannot write out.xyz: {reason}" in mistake
    assert os.listdir(folder) == ["docs"]


@pytest.mark.parametrize("command", COMMANDS)
def test_pdf_is_refused_with_an_alternative(cli, folder, command):
    mistake = cli(*command, "no such documents", "-o", "out.PDF").mistake
    assert "write out.html and print it to PDF from a browser" in mistake
    assert ("out.docx" in mistake) == (command[0] == "ask")


@pytest.mark.parametrize(("command", "suffix"), [("fit", ".hdig"), ("batch", ".jsonl")])
def test_a_command_with_one_format_takes_only_its_suffix(cli, folder, command, suffix):
    mistake = cli(command, "docs", "-o", "out.pdf").mistake
    assert f"cannot write out.pdf: files of `{command}` have the suffix {suffix};" in mistake


def test_with_a_format_the_file_may_have_any_name(cli, case, tmp_path):
    target = tmp_path / "notes.xyz"
    assert cli("ask", "sun", case, "-o", target, "--format", "text").code == 0
    assert target.read_bytes().decode() == cli("ask", "sun", case).out


def test_the_longest_suffix_determines_the_format(cli, case, tmp_path):
    for name, form in (("a.json", "json"), ("a.csl.json", "csl"), ("A.BIB", "bibtex")):
        assert cli("ask", "sun", case, "-o", tmp_path / name).code == 0
        written = (tmp_path / name).read_bytes().decode()
        assert written == cli("ask", "sun", case, "--format", form).out


def test_the_last_line_of_a_table_ends_like_the_others(cli, case):
    table = cli("ask", "sun", case, "--format", "csv").out
    assert table.count("\r\n") == table.count("\n") > 1


class Broken(io.RawIOBase):
    """A file that fails with `error` when written to."""

    def __init__(self, error: OSError) -> None:
        self._error = error

    def writable(self):
        return True

    def write(self, data):
        raise self._error


def standard_output(error: OSError) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(Broken(error)), write_through=True)


def test_a_closed_pipe_is_no_error(case, monkeypatch, capsys):
    broken = standard_output(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    monkeypatch.setattr(sys, "stdout", broken)
    assert run(["ask", "sun", case, "--format", "html"]) == 0
    assert "hyperdigest:" not in capsys.readouterr().err
    release(broken)


@pytest.mark.parametrize("arguments", [["ask", "sun", "case.hdig"], ["--help"]])
def test_a_full_disk_at_standard_output_is_an_error(case, monkeypatch, capsys, arguments):
    full = standard_output(OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr(sys, "stdout", full)
    assert run(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith("hyperdigest: ")
    assert err.count("\n") == 1
    assert "No space left on device" in err
    release(full)


def release(stream: io.TextIOWrapper) -> None:
    """Let a broken stream go without what it could not write."""
    stream.buffer.raw._error = None
    stream.buffer.raw.write = len


def test_missing_standard_output_is_an_error(case, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert run(["ask", "sun", case]) == 2
    err = capsys.readouterr().err
    assert err == "hyperdigest: standard output is closed: name a file with -o\n"


def test_missing_standard_error_does_not_change_the_result(cli, case, monkeypatch, capsysbinary):
    expected = cli("ask", "sun", case).out
    monkeypatch.setattr(sys, "stderr", None)
    assert run(["ask", "sun", case]) == 0
    assert capsysbinary.readouterr().out.decode() == expected


def test_lack_of_memory_is_an_error_in_one_line(cli, case, monkeypatch):
    from hyperdigest.store import opening

    def refuse(*arguments, **named):
        raise MemoryError

    monkeypatch.setattr(opening, "part_for", refuse)
    assert "out of memory: give fewer documents" in cli("ask", "sun", case).mistake


def test_an_interruption_is_reported_in_one_line(cli, folder, monkeypatch):
    from hyperdigest.read import isolated

    def interrupt(path):
        raise KeyboardInterrupt

    monkeypatch.setattr(isolated, "read_bytes", interrupt)
    result = cli("fit", "docs", "-o", "case.hdig", *QUICK)
    assert result.code == 130
    assert result.err == "hyperdigest: interrupted; nothing was written\n"
    assert os.listdir() == ["docs"]


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.docx", b"PK"),
        ("a.HTML", b"<!doctype html>"),
        ("a.bib", b"% "),
        ("a.json", b"{"),
        ("a.md", b"# "),
        ("a", b"Where"),
    ],
)
def test_the_name_of_a_file_determines_the_format(cli, case, tmp_path, name, begins):
    target = tmp_path / name
    assert cli("ask", "Where is the lighthouse?", case, "-o", target).code == 0
    assert target.read_bytes().startswith(begins)


def test_a_named_format_overrides_the_file_name(cli, case, tmp_path):
    target = tmp_path / "a.html"
    assert (
        cli("explain", "Where is the lighthouse?", case, "--format", "json", "-o", target).code == 0
    )
    assert target.read_bytes().startswith(b"{")


def test_what_native_code_prints_stays_off_standard_output(capfd):
    libc = ctypes.CDLL(None)
    libc.printf(b"before\n")
    with redirect_native_stdout():
        libc.printf(b"noise\n")
    libc.printf(b"after\n")
    libc.fflush(None)
    printed = capfd.readouterr()
    assert printed.out == "before\nafter\n"
    assert printed.err == "noise\n"


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
