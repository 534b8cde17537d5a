import os

import pytest

from hyperdigest.files import written_whole


def test_the_file_takes_its_place_when_the_block_ends(tmp_path):
    target = tmp_path / "out.txt"
    with written_whole(target) as temporary:
        temporary.write_text("new", encoding="utf-8")
        assert not target.exists()
    assert target.read_text(encoding="utf-8") == "new"
    assert os.listdir(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_failure_leaves_what_was_there(tmp_path, error):
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(error), written_whole(target) as temporary:
        temporary.write_text("half", encoding="utf-8")
        raise error
    assert target.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_permissions_are_those_of_any_new_file_or_of_the_old_one(tmp_path):
    plain = tmp_path / "plain.txt"
    plain.write_text("x", encoding="utf-8")
    target = tmp_path / "out.txt"
    with written_whole(target):
        pass
    assert target.stat().st_mode == plain.stat().st_mode
    target.chmod(0o640)
    with written_whole(target):
        pass
    assert target.stat().st_mode & 0o777 == 0o640
