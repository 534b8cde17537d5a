import io
import os
import sys
from pathlib import Path

import pytest

from hyperdigest.errors import ReadError
from hyperdigest.read import (
    Duplicate,
    ReadingOptions,
    Skipped,
    content,
    isolated,
    load,
    read_file,
    read_paths,
)
from hyperdigest.read.paths import Source


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str | bytes) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_folder_with_its_names_paths_and_progress():
    write("docs/b.txt", "Bee.\r\n")
    write("docs/in/a.md", "# Ant\n\nAnt.")
    steps = []
    reading = read_paths(["docs"], progress=lambda *step: steps.append(step))
    assert [document.name for document in reading.documents] == ["b.txt", "in/a.md"]
    assert [document.title for document in reading.documents] == ["", "Ant"]
    for document in reading.documents:
        assert Path(document.path).read_bytes().decode() == document.text
    assert steps == [("reading", 1, 2), ("reading", 2, 2)]
    assert reading.skipped == reading.duplicates == reading.notes == ()


def test_equal_names_get_more_of_their_paths():
    write("x/a.txt", "One.")
    write("y/a.txt", "Two.")
    assert [d.name for d in read_paths(["x", "y"]).documents] == ["x/a.txt", "y/a.txt"]


def test_one_bad_file_does_not_stop_the_rest():
    write("docs/a.txt", "Good.")
    write("docs/b.txt", "")
    write("docs/c.txt", " \r\n\t\n")
    write("docs/d.txt", os.urandom(64) + bytes(range(256)))
    write("docs/e.txt", "Good too.")
    reading = read_paths(["docs", "missing"])
    assert [document.name for document in reading.documents] == ["a.txt", "e.txt"]
    assert [Path(skipped.path).name for skipped in reading.skipped] == [
        "b.txt", "c.txt", "d.txt", "missing",
    ]  # fmt: skip
    assert [skipped.reason.split(",")[0] for skipped in reading.skipped] == [
        "is empty", "has no text", reading.skipped[2].reason.split(",")[0], "does not exist",
    ]  # fmt: skip
    assert "binary" in reading.skipped[2].reason


def test_no_paths_give_no_documents():
    assert read_paths([]).documents == ()


def test_duplicates_are_reported():
    write("a.txt", "The same text.")
    write("b.txt", "The same\ttext.\n")
    reading = read_paths(["a.txt", "b.txt"])
    assert [document.name for document in reading.documents] == ["a.txt"]
    assert reading.duplicates == (Duplicate("b.txt", "a.txt"),)


def test_standard_input_is_read():
    [document] = read_paths(["-"], stdin=io.BytesIO(b"Some words.")).documents
    assert (document.name, document.path, document.text) == ("standard input", "-", "Some words.")


def test_standard_input_may_be_json_lines():
    stdin = io.BytesIO(b'{"id": "x", "text": "One."}\n{"text": "Two."}\n')
    names = [document.name for document in read_paths(["-"], stdin=stdin).documents]
    assert names == ["x", "standard input/2"]


def test_json_lines_name_their_records_and_their_bad_lines():
    write("a.jsonl", '{"id": "x", "text": "One."}\nnonsense\n{"id": 2, "text": "Two."}')
    write("b.jsonl", '{"id": "x", "text": "Three."}\n')
    reading = read_paths(["a.jsonl", "b.jsonl"])
    assert [d.name for d in reading.documents] == ["a.jsonl/x", "a.jsonl/2", "b.jsonl/x"]
    assert {d.path for d in reading.documents} == {"a.jsonl", "b.jsonl"}
    assert reading.skipped == (Skipped("a.jsonl, line 2", "is not JSON"),)


def test_tasks_with_the_same_ids_get_different_names():
    task = '{"id": "%s", "documents": [{"id": "1", "title": "T", "text": "Text %s."}]}\n'
    write("tasks.jsonl", task % ("p", "p") + task % ("q", "q"))
    documents = read_paths(["tasks.jsonl"]).documents
    assert [d.name for d in documents] == ["tasks.jsonl/p/1", "tasks.jsonl/q/1"]
    assert documents[0].title == "T"


def test_an_empty_file_of_json_lines_is_reported():
    write("a.jsonl", "\n")
    assert read_paths(["a.jsonl"]).skipped == (Skipped("a.jsonl", "is empty"),)


def test_a_file_of_unknown_suffix_given_by_name_is_read_as_text():
    write("notes.log", "Line of a log.")
    write("data.bin", bytes(range(256)))
    reading = read_paths(["notes.log", "data.bin"])
    assert [document.name for document in reading.documents] == ["notes.log"]
    assert [skipped.path for skipped in reading.skipped] == ["data.bin"]


def test_unsupported_files_of_a_folder_are_reported_in_one_line():
    for name in ("docs/b.txt", "docs/.hidden.xyz", "docs/.git/x.xyz"):
        write(name, "Bee.")
    assert read_paths(["docs"]).warnings == ()
    for name in ("a.xyz", "b.bin", "c.bin", "in/d.bin", "e.bin", "f.xyz", "Makefile"):
        write(f"docs/{name}", "No text.")
    Path("docs/link").symlink_to(Path.cwd() / "docs", target_is_directory=True)
    assert read_paths(["docs"]).warnings == (
        "skipped, because their format is not supported: docs/Makefile, docs/a.xyz, docs/b.bin"
        " and 4 more (3 .bin, 1 .xyz)",
        "skipped, because links to folders are not followed: docs/link",
    )
    assert read_paths(["docs/*.txt"]).warnings == ()
    for number in range(20):
        write(f"docs/z.kind{number}", "No text.")
    first, _ = read_paths(["docs"]).warnings
    assert first.endswith(" and 24 more (3 .bin, 1 .xyz, 1 .kind0, 1 .kind1, 1 .kind10, ...)")


def test_pipes_and_devices_do_not_block():
    Path("docs").mkdir()
    os.mkfifo("docs/pipe.txt")
    Path("docs/null.txt").symlink_to("/dev/zero")
    reasons = [skipped.reason for skipped in read_paths(["docs"]).skipped]
    assert len(reasons) == 2
    assert all(reason.startswith("is not a regular file") for reason in reasons)


def test_broken_links_are_reported():
    Path("broken.txt").symlink_to("gone.txt")
    Path("loop.txt").symlink_to("loop.txt")
    reading = read_paths(["."])
    assert [skipped.path for skipped in reading.skipped] == ["broken.txt", "loop.txt"]


def test_a_file_that_vanishes_between_listing_and_reading_is_reported(monkeypatch):
    write("a.txt", "Here.")
    write("b.txt", "Gone.")
    listed = load.expand(["."])
    Path("b.txt").unlink()
    monkeypatch.setattr(load, "expand", lambda *_: listed)
    reading = read_paths(["."])
    assert [document.name for document in reading.documents] == ["a.txt"]
    assert reading.skipped == (Skipped("b.txt", "does not exist"),)


def test_a_file_without_read_permission_is_reported(monkeypatch):
    write("a.txt", "Secret.")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert read_paths(["a.txt"]).skipped == (Skipped("a.txt", "cannot be read: Permission denied"),)


def test_a_file_that_is_too_large_is_reported(monkeypatch):
    monkeypatch.setattr(content, "LARGEST", 1 << 20)
    write("a.txt", b"word " * (1 << 18))
    [skipped] = read_paths(["a.txt"]).skipped
    assert skipped.reason == "is larger than 1 MB: split it into parts"


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (RecursionError("deep"), "is a broken markdown file (RecursionError)"),
        (KeyError(1), "is a broken markdown file (KeyError)"),
        (ValueError("a\nb"), "is a broken markdown file (ValueError)"),
        (MemoryError(), "needs more memory than a file may have: split it into parts"),
    ],
)
def test_any_error_of_a_reader_skips_only_its_file(monkeypatch, problem, reason):
    write("a.md", "# A")
    write("b.txt", "Bee.")
    real = isolated.reader

    def fail(data):
        raise problem

    monkeypatch.setattr(isolated, "reader", lambda kind: fail if kind == "markdown" else real(kind))
    reading = read_paths(["."])
    assert [document.name for document in reading.documents] == ["b.txt"]
    assert reading.skipped[0].path == "a.md"
    assert reading.skipped[0].reason == reason


def test_a_missing_library_is_reported_as_such(monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    monkeypatch.delitem(sys.modules, "hyperdigest.read.pdf.reader", raising=False)
    with pytest.raises(ReadError, match=r"^needs pypdfium2, which is missing: install"):
        isolated.read_content(b"%PDF-1.7", "pdf")


def test_names_with_control_characters_and_invalid_bytes_are_escaped():
    write("a\x1b[31m\n.txt", "Red.")
    raw = os.fsdecode(b"b\xff.txt")
    write(raw, "Raw.")
    documents = read_paths(["."]).documents
    assert [document.name for document in documents] == [r"a\x1b[31m\n.txt", r"b\udcff.txt"]
    assert [Path(document.path).read_text() for document in documents] == ["Red.", "Raw."]


def test_read_file_reads_one_document():
    path = write("in/a.md", "# Ferries\n\nText.")
    assert read_file(path).name == "a.md"
    assert read_file(str(path), "other").name == "other"
    assert read_file(path).title == "Ferries"


@pytest.mark.parametrize("name", ["missing.txt", "empty.txt", "many.jsonl"])
def test_errors_of_read_file_name_the_file(name: str):
    write("empty.txt", "")
    write("many.jsonl", '{"text": "One."}')
    with pytest.raises(ReadError, match=rf"^{name} "):
        read_file(name)


def test_many_files_that_one_warning_applies_to_share_it(tmp_path: Path):
    for n in range(12):
        (tmp_path / f"empty-{n:02}.txt").write_text("")
        (tmp_path / f"same-{n:02}.txt").write_text("The mill is sold.")
        (tmp_path / f"broken-{n:02}.txt").write_bytes(
            f"Die Mühle {n} ist für Grün über Öl verkauft.".encode() + b"\xff"
        )
    empty, copies, broken = read_paths([tmp_path]).warnings
    first = ", ".join(str(tmp_path / f"empty-{n:02}.txt") for n in range(3))
    assert empty == f"skipped {first} and 9 more: each is empty"
    assert copies.startswith(
        "left out 11 duplicates: same-01.txt (as same-00.txt), same-02.txt (as"
    )
    assert broken.startswith(
        "broken-00.txt, broken-01.txt, broken-02.txt and 9 more: each has a char"
    )


def test_a_folder_that_changes_while_it_is_read():
    texts = {name: f"The {name} was seen by the miller." for name in ("ant", "bee", "cow", "dog")}
    for name, text in texts.items():
        write(f"docs/{name}.txt", text)
    write("docs/elk.html", f"<p>{texts['ant']}")
    sources = [Source(path) for path in sorted(Path("docs").iterdir())]
    found = {}
    for number, items in isolated.read_files(sources, ReadingOptions()):
        found[number] = items[0]
        if not number:
            Path("docs/bee.txt").unlink()
            Path("docs/cow.txt").unlink()
            Path("docs/cow.txt").mkdir()
            write("docs/dog.txt", f"{texts['dog']} Later more was written.")
    assert [found[n].reason for n in (1, 2)] == [
        "does not exist",
        "is not a regular file: save it as one, or pipe it and give -",
    ]
    assert found[0].content.text == texts["ant"]
    assert found[3].content.text.endswith("Later more was written.")
    assert found[4].content.text == texts["ant"]
