import pytest

from hyperdigest.cli.progress import ProgressLines


@pytest.fixture
def lines_of(monkeypatch, capsys):
    """Reports steps at given seconds, and returns the lines that were written."""

    def report(total, *steps):
        lines = ProgressLines()
        for second, done in steps:
            monkeypatch.setattr("time.monotonic", lambda second=second: second)
            lines("scoring", done, total)
        return capsys.readouterr().err.splitlines()

    return report


def test_short_work_has_no_line(lines_of):
    assert lines_of(10, *((100 + n / 2, n) for n in range(11))) == []


def test_every_tenth_has_a_line_with_the_remaining_time(lines_of):
    lines = lines_of(1000, *((n / 5, n) for n in range(0, 1001, 5)))
    assert lines[0] == "scoring: 100 of 1,000 (10%), about 3 min left"
    assert 8 <= len(lines) <= 10


def test_slow_work_has_a_line_every_minute(lines_of):
    lines = lines_of(1000, *((40.0 * n, n) for n in range(6)))
    assert lines == [
        "scoring: 2 of 1,000 (0%), about 11.1 h left",
        "scoring: 4 of 1,000 (0%), about 11.1 h left",
    ]
