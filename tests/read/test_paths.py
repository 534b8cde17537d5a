import inspect
import os
import sys
from pathlib import Path

import pytest

from hyperdigest import Collection
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.read import ReadingOptions, read_paths
from hyperdigest.read.paths import STDIN, Skipped, Source, expand, outside
from hyperdigest.split import split


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("b.txt", "a.md", "sub/deep/c.txt", "sub/d.html", "notes.xyz", ".hidden.txt",
                 ".git/e.txt", "sub/UPPER.TXT"):  # fmt: skip
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "docs"


def posix(paths: list[str]) -> list[str]:
    return [source.path.as_posix() for source in expand(paths) if isinstance(source, Source)]


def test_files_of_a_folder_are_sorted_without_hidden_and_unsupported_ones(folder: Path):
    assert posix(["docs"]) == [
        "docs/a.md", "docs/b.txt", "docs/sub/UPPER.TXT", "docs/sub/d.html", "docs/sub/deep/c.txt",
    ]  # fmt: skip


def test_restructured_text_in_a_folder_is_read_with_its_parts(tmp_path):
    (tmp_path / "guide.rst").write_text("Pump\n====\n\nTo stop it::\n\n    pump --stop\n")
    read = read_paths([tmp_path])
    assert [document.format for document in read.documents] == ["rst"]
    kinds = [SENTENCE_KINDS[kind] for kind in split(read.documents[0]).kind]
    assert kinds == ["prose", "prose", "code"]


def test_the_order_of_the_file_system_does_not_matter(folder: Path, monkeypatch):
    expected = posix(["docs"])
    scandir = os.scandir

    class Reversed:
        def __init__(self, path):
            with scandir(path) as entries:
                self.entries = list(entries)[::-1]

        def __enter__(self):
            return iter(self.entries)

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(os, "scandir", Reversed)
    assert posix(["docs"]) == expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("docs/*.txt", ["docs/b.txt"]),
        ("docs/**/*.txt", ["docs/b.txt", "docs/sub/deep/c.txt"]),
        ("docs/s?b/*.html", ["docs/sub/d.html"]),
        ("docs/[ab].*", ["docs/a.md", "docs/b.txt"]),
        ("docs/s*", ["docs/sub/UPPER.TXT", "docs/sub/d.html", "docs/sub/deep/c.txt"]),
        ("**/deep/*", ["docs/sub/deep/c.txt"]),
        ("docs/sub/**/**/c.txt", ["docs/sub/deep/c.txt"]),
    ],
)
def test_globs_match_files_in_sorted_order(folder: Path, pattern: str, expected: list[str]):
    assert posix([pattern]) == expected


def test_a_file_whose_name_looks_like_a_glob_is_that_file(folder: Path):
    (folder / "[1].txt").write_text("one")
    assert posix(["docs/[1].txt"]) == ["docs/[1].txt"]


def test_a_file_is_read_once_however_often_it_is_given(folder: Path):
    assert posix(["docs/b.txt", "docs/*.txt", "docs/../docs/b.txt"]) == ["docs/b.txt"]


def test_a_file_given_by_name_may_have_any_suffix(folder: Path):
    assert posix(["docs/notes.xyz", "docs/.hidden.txt"]) == ["docs/notes.xyz", "docs/.hidden.txt"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nowhere", "does not exist"),
        ("docs/b.txt/inside", "does not exist"),
        ("docs/*.pdf", "matches no file"),
        ("nul\0", "does not exist"),
    ],
)
def test_a_path_that_does_not_exist_is_reported(folder: Path, path: str, reason: str):
    [skipped] = expand([path])
    assert isinstance(skipped, Skipped)
    assert skipped.reason == reason
    assert skipped.path.isprintable()


def test_a_path_that_is_too_long_is_reported(folder: Path):
    [skipped] = expand(["x" * 5000])
    assert isinstance(skipped, Skipped)
    assert skipped.reason.startswith("cannot be read: ")


def test_a_dash_is_standard_input_and_a_file_of_that_name_is_not(folder: Path):
    assert expand(["-", "-"]) == [STDIN]
    Path("-").write_text("a file")
    [source] = expand(["./-"])
    assert source is not STDIN


def test_links_to_folders_are_not_followed_and_never_loop(folder: Path):
    expected = posix(["docs"])
    (folder / "sub" / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "self.d").symlink_to(folder / "self.d")
    assert posix(["docs"]) == expected
    assert posix(["docs/**/c.txt"]) == ["docs/sub/deep/c.txt"]


def test_links_to_files_are_followed(folder: Path):
    (folder / "link.txt").symlink_to(folder / "notes.xyz")
    assert "docs/link.txt" in posix(["docs"])


def test_a_folder_that_may_not_be_listed_is_reported_and_the_others_are_searched(
    folder: Path, monkeypatch
):
    scandir = os.scandir

    def refuse(path):
        if Path(path).name == "sub":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = expand(["docs"])
    assert Skipped(str(Path("docs/sub")), "cannot be read: Permission denied") in found
    assert [f.path for f in found if isinstance(f, Source)] == [
        Path("docs/a.md"),
        Path("docs/b.txt"),
    ]


def test_folders_may_be_nested_deeper_than_the_recursion_limit(tmp_path: Path, monkeypatch):
    folders = 300
    path = tmp_path.joinpath(*["d"] * folders)
    path.mkdir(parents=True)
    (path / "end.txt").write_text("the end")
    monkeypatch.chdir(tmp_path)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + folders // 2)
    try:
        [source] = expand(["."])
        [again] = expand(["**/end.txt"])
    finally:
        sys.setrecursionlimit(limit)
    assert source.path == again.path == Path(*["d"] * folders, "end.txt")


def test_files_and_links_of_a_folder_that_are_not_read_are_reported(folder: Path):
    (folder / "sub" / "within").symlink_to(folder / "sub" / "deep", target_is_directory=True)
    skipped = [(file.path, file.reason) for file in expand(["docs"]) if isinstance(file, Skipped)]
    assert skipped == [
        (str(Path("docs/notes.xyz")), "has an unsupported format"),
        (str(Path("docs/sub/within")), "is a link to a folder, which is not followed"),
    ]
    (folder / "none").mkdir()
    (folder / "none" / "a.xyz").touch()
    first, _ = expand(["docs/none"])
    assert first == Skipped(str(Path("docs/none")), "contains no file of a supported format")


def nothing(place: Path) -> None:
    pass


def a_file(place: Path) -> None:
    place.write_text("secret")


def a_folder(place: Path) -> None:
    place.mkdir()
    (place / "secret.txt").write_text("secret")
    (place / "sub").mkdir()


def a_folder_that_may_not_be_listed(place: Path) -> None:
    a_folder(place)
    place.chmod(0)


def a_loop(place: Path) -> None:
    place.symlink_to(place)


def a_way_back(place: Path) -> None:
    place.symlink_to(place.parent / "top")


def a_pipe(place: Path) -> None:
    os.mkfifo(place)


THINGS = (a_file, a_folder, a_folder_that_may_not_be_listed, a_loop, a_way_back, a_pipe)
LINKS = ("out", "out.txt", "deep/out.txt", "deep/out")
ASKED = (
    ".", "*", "**", "**/*", "out", "out.txt", "out/secret.txt", "out/*", "o*/*", "o*/s*.txt",
    "*/out", "**/secret.txt", "out/../a.txt", "out/sub/../../x", "deep", "deep/../out.txt",
    "../thing", "-", "..", "../*", "around", "around/a.txt",
)  # fmt: skip


@pytest.mark.parametrize("thing", THINGS)
def test_nothing_outside_of_the_root_changes_the_result(tmp_path: Path, monkeypatch, thing):
    def found(make) -> list[list[Source | Skipped]]:
        place = tmp_path / make.__name__
        root = place / "top"
        (root / "deep").mkdir(parents=True)
        (root / "a.txt").write_text("open")
        for link in LINKS:
            (root / link).symlink_to(os.path.relpath(place / "thing", (root / link).parent))
        (root / "around").symlink_to("../top")
        make(place / "thing")
        monkeypatch.chdir(root)
        try:
            return [expand([path], within=Path()) for path in ASKED]
        finally:
            if make is a_folder_that_may_not_be_listed:
                (place / "thing").chmod(0o700)

    assert found(thing) == found(nothing)


@pytest.mark.parametrize("root", ["top", "alias"])
@pytest.mark.parametrize(
    ("path", "is_outside"),
    [
        ("a.txt", False), ("deep/in.txt", False), ("deep/up", False), ("deep/whole", False),
        ("absent", False), ("deep/absent/x", False), ("loop", False),
        ("deep/../a.txt", False), ("deep/up/a.txt", False), ("round", False), ("..", True),
        ("../top/a.txt", False), ("deep/up/../top/deep/../a.txt", False), ("../tops", True),
        ("deep/../../x", True),
        ("out", True), ("out/x", True), ("over", True), ("deep/far", True),
    ],
)  # fmt: skip
def test_links_that_stay_inside_the_root_are_followed(
    tmp_path: Path, root: str, path: str, is_outside: bool
):
    real = tmp_path / "top"
    (real / "deep").mkdir(parents=True)
    (tmp_path / "alias").symlink_to(real)
    for name, target in {
        "deep/in.txt": "../a.txt",
        "deep/up": "..",
        "deep/whole": real / "a.txt",
        "loop": "loop",
        "round": "../top/deep",
        "out": tmp_path / "elsewhere",
        "over": "out",
        "deep/far": "../../top/../elsewhere",
    }.items():
        (real / name).symlink_to(target)
    assert outside(tmp_path / root / path, tmp_path / root) is is_outside
    assert outside(real / path, tmp_path / root) is is_outside


def test_files_without_a_suffix_are_read_in_folders_if_that_is_asked_for(tmp_path):
    (tmp_path / "README").write_text("The weir is shut.")
    (tmp_path / "plan.bin").write_text("The mill is sold.")
    (tmp_path / "tool").write_bytes(b"\x7fELF\0\0\0")
    assert not read_paths([tmp_path]).documents
    reading = read_paths([tmp_path], ReadingOptions(without_suffix=True))
    assert [document.text for document in reading.documents] == ["The weir is shut."]
    assert [Path(file.path).name for file in reading.skipped] == ["plan.bin", "tool"]
    assert Collection.read(tmp_path, without_suffix=True).documents == reading.documents
