import os

import pytest

from hyperdigest.base.files import atomic_write, new_locked_file


def test_the_file_replaces_the_target_when_the_block_ends(tmp_path):
    target = tmp_path / "out.txt"
    with atomic_write(target) as temporary:
        temporary.write_text("new", encoding="utf-8")
        assert not target.exists()
    assert target.read_text(encoding="utf-8") == "new"
    assert os.listdir(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_failure_leaves_the_target_unchanged(tmp_path, error):
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(error), atomic_write(target) as temporary:
        temporary.write_text("half", encoding="utf-8")
        raise error
    assert target.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_permissions_are_those_of_any_new_file_or_of_the_old_one(tmp_path):
    plain = tmp_path / "plain.txt"
    plain.write_text("x", encoding="utf-8")
    target = tmp_path / "out.txt"
    with atomic_write(target):
        pass
    assert target.stat().st_mode == plain.stat().st_mode
    target.chmod(0o640)
    with atomic_write(target):
        pass
    assert target.stat().st_mode & 0o777 == 0o640


def test_temporary_files_of_killed_writers_are_removed(tmp_path):
    left = tmp_path / f".file.{'0' * 16}"
    left.touch()
    with atomic_write(tmp_path / "file") as temporary:
        temporary.write_text("whole")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_temporary_files_of_other_writers_are_kept(tmp_path):
    with atomic_write(tmp_path / "file") as first:
        with atomic_write(tmp_path / "file") as second:
            second.write_text("second")
        assert first.exists()
        first.write_text("first")
    assert (tmp_path / "file").read_text() == "first"


def test_a_new_file_that_is_removed_before_it_is_locked_is_replaced_by_another(tmp_path):
    names = iter(["one", "two"])

    def fresh():
        return tmp_path / next(names)

    def cleared(path, descriptor):
        if path.name == "one":
            path.unlink()
            return False
        return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hyperdigest.base.files.leads_to", cleared)
        with new_locked_file(fresh, 0o666) as path:
            assert path.name == "two"
