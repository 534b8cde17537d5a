"""Progress of each stage, as a terminal and a pipe get it."""

import pytest

from bridge import bridge_model
from hyperdigest import Model
from hyperdigest.cli import progress
from hyperdigest.cli.output import can_redraw, uses_colours
from hyperdigest.cli.progress import ProgressBars
from hyperdigest.evaluation.report import score_files
from hyperdigest.progress import steps


class Terminal:
    def isatty(self):
        return True


class Pipe:
    def isatty(self):
        return False


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_every_step_is_told_before_it_and_the_last_behind():
    told = []
    assert list(steps("abc", "reading", 3, lambda *step: told.append(step))) == ["a", "b", "c"]
    assert told == [("reading", n, 3) for n in range(4)]


def test_saving_and_loading_tell_every_document(tmp_path):
    told = []
    model = bridge_model()
    count = len(model.collection.documents)
    model.save(tmp_path / "case.hdig", lambda *step: told.append(step))
    Model.load(tmp_path / "case.hdig", progress=lambda *step: told.append(step))
    Model.load(tmp_path / "case.hdig", [0], progress=lambda *step: told.append(step))
    whole = [(stage, n, count) for stage in ("saving", "loading") for n in range(count + 1)]
    assert told[: len(whole)] == whole


def test_scoring_tells_every_task(tmp_path):
    for place in ("given", "right"):
        (tmp_path / place).mkdir()
        for name in ("a", "b"):
            (tmp_path / place / f"{name}.txt").write_text("The moon is full.", encoding="utf-8")
    told = []
    score_files(tmp_path / "given", tmp_path / "right", progress=lambda *s: told.append(s))
    assert told == [("scoring", n, 2) for n in range(3)]


def test_short_work_draws_nothing(monkeypatch):
    monkeypatch.setattr(progress, "started_bars", pytest.fail)
    bars = ProgressBars()
    bars("reading", 0, 2)
    bars("reading", 2, 2)
    bars.close()


@pytest.mark.parametrize(
    ("environment", "stream", "drawn", "coloured"),
    [
        ({}, Terminal(), True, True),
        ({}, Pipe(), False, False),
        ({}, None, False, False),
        ({"TERM": "dumb"}, Terminal(), False, False),
        ({"NO_COLOR": "1"}, Terminal(), True, False),
        ({"FORCE_COLOR": "1"}, Pipe(), False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, Pipe(), False, False),
        ({"FORCE_COLOR": "1"}, None, False, False),
    ],
)
def test_what_a_stream_is_given(monkeypatch, environment, stream, drawn, coloured):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert (can_redraw(stream), uses_colours(stream)) == (drawn, coloured)
