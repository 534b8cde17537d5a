"""Archives attached to mail: the files in them are documents of the message."""

import gzip
from pathlib import Path
from tempfile import gettempdir

import pytest

from archives_made import encrypted, special, tarred
from documents_made import lines, pdf, zipped
from hyperdigest.read import read_paths
from mail_made import mailbox, message, modern

NOTE = "It lists {} of the harbour."
TRAM = pdf(lambda canvas: lines(canvas, ["The tram goes to the harbour."]))


def read(path: Path, **files: bytes):
    """The texts by the names of the documents, and the reasons by what is not read."""
    path.write_bytes(modern("Here are the files.", files=files))
    reading = read_paths([path])
    skipped = {each.path.removeprefix(f"{path}, "): each.reason for each in reading.skipped}
    return {d.name.removeprefix("a.eml/"): d for d in reading.documents}, skipped


def test_files_of_an_attached_archive_are_named_by_their_path_in_it(tmp_path: Path):
    inner = zipped({"deep/c.txt": NOTE.format("boats")})
    letter = message("The letter is about the ferry.", head="From: Bert <b@example.org>\n")
    files = {"b.txt": NOTE.format("rules"), "x/a.pdf": TRAM, "x/m.eml": letter, "in.zip": inner}
    tar = gzip.compress(tarred([("d.txt", NOTE.format("fees").encode())]))
    documents, skipped = read(tmp_path / "a.eml", **{"pack.zip": zipped(files), "t.tar.gz": tar})
    assert skipped == {}
    assert list(documents)[1:] == [
        *("pack.zip/b.txt", "pack.zip/in.zip/deep/c.txt", "pack.zip/x/a.pdf"),
        *("pack.zip/x/Bert", "t.tar.gz/d.txt"),
    ]
    assert documents["t.tar.gz/d.txt"].text == NOTE.format("fees")
    sender = documents["a.eml"].authors
    assert documents["pack.zip/x/a.pdf"].authors == sender
    assert documents["pack.zip/x/a.pdf"].date == "2026-11-03"
    assert documents["pack.zip/x/Bert"].authors == ("Bert",)


def test_an_archive_of_a_message_in_a_mailbox_is_named_with_it(tmp_path: Path):
    path = tmp_path / "list.mbox"
    inside = zipped({"b.txt": NOTE.format("rules"), "c.exe": b"MZ"})
    path.write_bytes(mailbox(message("One."), modern("Two.", files={"p.zip": inside})))
    reading = read_paths([path])
    assert reading.documents[-1].name.endswith(" Anna Berg (2)/p.zip/b.txt")
    assert [each.path for each in reading.skipped] == [f"{path}, message 2, p.zip/c.exe"]


def test_what_is_bad_in_an_archive_loses_only_itself(tmp_path: Path):
    links = [special("l.txt", b"2", "/etc/passwd")]
    twice = zipped({"in.zip": zipped({"more.zip": zipped({"good.txt": NOTE.format("boats")})})})
    locked = encrypted(zipped({"good.txt": NOTE.format("fees"), "s.txt": b"A secret."}), "s.txt")
    good = ("good.txt", NOTE.format("tides").encode())
    bad = {"../out.txt": b"Out.", "bomb.txt": b"\0" * (40 << 20)}
    documents, skipped = read(
        tmp_path / "a.eml",
        **{
            "a.zip": zipped({"good.txt": NOTE.format("rules"), **bad}),
            "b.tar": tarred([good, ("/abs.txt", b"Absolute.")], others=links),
            "c.zip": twice,
            "d.zip": locked,
            "e.zip": b"PK\3\4 broken",
            "f.txt": b"The last file is read.",
        },
    )
    assert list(documents)[1:] == [
        *(f"{name}/good.txt" for name in ("a.zip", "b.tar", "d.zip")),
        "f.txt",
    ]
    assert {name: reason.split(":")[0] for name, reason in skipped.items()} == {
        "a.zip/../out.txt": "has a name that leads out of the archive",
        "a.zip/bomb.txt": "unpacks to much more than its size",
        "b.tar/abs.txt": "has a name that leads out of the archive",
        "b.tar/l.txt": "is a link in an archive, which is not followed",
        "c.zip": "contains no file of a supported format",
        "c.zip/in.zip/more.zip": "is an archive in an archive in an archive",
        "d.zip/s.txt": "is protected by a password",
        "e.zip": "is an incomplete or broken archive",
    }


@pytest.mark.parametrize("data", [b"%PDF-1.4\n" + b"1 0 obj << " * 10, TRAM])
def test_no_file_of_an_archive_stays_on_the_disk(tmp_path: Path, data: bytes):
    before = set(Path(gettempdir()).glob("tmp*"))
    read(tmp_path / "a.eml", **{"a.zip": zipped({"a.pdf": data})})
    made = set(Path(gettempdir()).glob("tmp*")) - before
    assert not [each for each in made if list(each.rglob("a.pdf"))]
