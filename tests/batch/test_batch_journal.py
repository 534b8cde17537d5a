"""Answers that outlive the process."""

import pytest

from hyperdigest.batch.journal import HEAD, journal_path, open_journal
from hyperdigest.errors import OutputError

ONE, TWO = "1" * 64, "2" * 64


class Stop(Exception):
    pass


def keep(output, **digests):
    """A run that adds digests and does not come to its end."""
    with pytest.raises(Stop), open_journal(output) as journal:
        for name, digest in digests.items():
            journal.add(name[-1] * 64, digest)
        raise Stop


def test_what_was_added_is_there_for_the_next_run(tmp_path):
    output = tmp_path / "out.jsonl"
    keep(output, k1='{"words": 1}', k2='{"text": "}\\n{"}')
    assert journal_path(output).name == "out.jsonl.partial"
    with open_journal(output) as journal:
        assert len(journal) == 2
        assert journal.digest(ONE) == '{"words": 1}'
        assert journal.digest(TWO) == '{"text": "}\\n{"}'
        assert "3" * 64 not in journal
    assert list(tmp_path.iterdir()) == []


def test_a_run_without_an_answer_leaves_nothing(tmp_path):
    keep(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_journal_cut_at_any_byte_keeps_its_whole_lines(tmp_path):
    output = tmp_path / "out"
    keep(output, k1='{"words": 1}', k2='{"words": 2}')
    whole = journal_path(output).read_bytes()
    lines = whole.splitlines(keepends=True)
    ends = [len(HEAD), len(HEAD) + len(lines[1]), len(whole)]
    for cut in range(len(whole) + 1):
        journal_path(output).write_bytes(whole[:cut])
        with open_journal(output) as journal:
            assert len(journal) == sum(cut >= end for end in ends[1:])
            journal.add("3" * 64, '{"words": 3}')
            digests = [journal.digest(key) for key in (ONE, TWO) if key in journal]
            assert digests == ['{"words": 1}', '{"words": 2}'][: len(digests)]
            kept = journal_path(output).read_bytes()
            assert kept.startswith(HEAD) and kept.endswith(b'"digest": {"words": 3}}\n')


@pytest.mark.parametrize("damage", [b"\0" * 90 + b"\n", b"{}\n", b"\xff\n", b'{"key": "1"}\n'])
def test_what_stands_behind_a_damaged_line_is_not_trusted(tmp_path, damage):
    output = tmp_path / "out"
    keep(output, k1='{"words": 1}', k2='{"words": 2}')
    lines = journal_path(output).read_bytes().splitlines(keepends=True)
    journal_path(output).write_bytes(b"".join([lines[0], lines[1], damage, lines[2]]))
    with open_journal(output) as journal:
        assert ONE in journal and TWO not in journal


@pytest.mark.parametrize("content", [b"my notes\n", b"{}\n", b"\0\0"])
def test_a_file_that_is_no_journal_is_not_changed(tmp_path, content):
    path = journal_path(tmp_path / "out")
    path.write_bytes(content)
    with pytest.raises(OutputError, match="is no journal"), open_journal(tmp_path / "out"):
        pass
    assert path.read_bytes() == content


def test_a_second_run_is_an_error_while_the_first_is_running(tmp_path):
    output = tmp_path / "out"
    with open_journal(output) as first:
        first.add(ONE, "{}")
        with pytest.raises(OutputError, match="another batch is writing to"), open_journal(output):
            pass
        assert ONE in first
        first.add(TWO, "{}")
    with open_journal(output) as again:
        assert len(again) == 0


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(OutputError, match="cannot write"), open_journal(tmp_path / "no" / "out"):
        pass
