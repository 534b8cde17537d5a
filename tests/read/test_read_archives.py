"""Archives are read as folders of the files in them."""

import bz2
import gzip
import io
import lzma
import os
import tarfile
import time
import warnings
import zipfile
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archives_made import encrypted, special, tarred, zipped_with_links
from documents_made import lines, pdf, scan, word, zipped
from hyperdigest.errors import ReadError
from hyperdigest.read import archive_folders, archive_members, compressed, read_file, read_paths
from hyperdigest.read.content import read_bytes
from hyperdigest.read.formats import is_known, kind_of, sniff, suffix_of
from hyperdigest.read.options import ReadingOptions
from hyperdigest.read.paths import Source, lies_in
from mail_made import message
from office_made import odt, pptx, shape

FILES = {
    "notes.txt": b"The notes say that the tram was late.",
    "reports/a.pdf": pdf(lambda canvas: lines(canvas, ["The tram goes to the harbour."])),
    "reports/b.docx": word(lambda document: document.add_paragraph("Some words of Word.")),
    "lines.jsonl": b'{"text": "Some words of a line."}\n{"text": "And of another."}\n',
}
NAMES = ["lines.jsonl/1", "lines.jsonl/2", "{}/notes.txt", "{}/reports/a.pdf", "{}/reports/b.docx"]
WORDS = odt("<text:p>Words.</text:p>")


def packings():
    """Archives of the same files, by name."""
    files = list(FILES.items())
    return {
        "pile.zip": zipped(FILES),
        "pile.tar": tarred(files),
        "pile.tar.gz": gzip.compress(tarred(files), mtime=0),
        "pile.tgz": gzip.compress(tarred(files), mtime=0),
        "pile.tar.bz2": tarred(files, "w:bz2"),
        "pile.TXZ": tarred(files, "w:xz"),
        "pile.gz": gzip.compress(tarred(files), mtime=0),
    }


def read(path, **options):
    return read_paths([path], ReadingOptions(**options))


def skipped(reading, folder):
    return {
        os.path.relpath(each.path, folder) if each.path.startswith("/") else each.path: each.reason
        for each in reading.skipped
    }


@pytest.mark.parametrize("name", packings())
def test_the_files_in_an_archive_are_read_as_those_of_a_folder(tmp_path: Path, name: str):
    path = tmp_path / name
    path.write_bytes(packings()[name])
    reading = read(path)
    assert reading.warnings == ()
    assert [document.name for document in reading.documents] == [n.format(name) for n in NAMES]
    for inside, data in FILES.items():
        (tmp_path / "same" / inside).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "same" / inside).write_bytes(data)
    same = read(tmp_path / "same").documents
    assert [(d.text, d.format, d.pages) for d in reading.documents] == [
        (d.text, d.format, d.pages) for d in same
    ]
    assert reading.documents[3].path == str(path / "reports/a.pdf")


def test_archives_of_a_folder_are_read_at_their_places(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"Some words of text.")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "pile.zip").write_bytes(zipped(FILES))
    (tmp_path / "z.txt").write_bytes(b"Other words of text.")
    for jobs in (1, 2):
        names = [document.name for document in read(tmp_path, jobs=jobs).documents]
        assert names == ["a.txt", *(name.format("in/pile.zip") for name in NAMES), "z.txt"]


def test_files_in_an_archive_have_the_days_of_their_last_change(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.txt", (2024, 2, 29, 23, 59, 58)), b"Some words.")
        archive.writestr(zipfile.ZipInfo("b.txt", (1980, 0, 0, 0, 0, 0)), b"Other words.")
    member = tarfile.TarInfo("c.txt")
    member.mtime = 86_400 * 365
    (tmp_path / "b.tar").write_bytes(tarred([], others=[member]))
    first, second = read(tmp_path).documents
    assert (first.modified, second.modified) == ("2024-02-29", "1970-01-01")


@pytest.mark.parametrize("data", [zipped(FILES), gzip.compress(tarred(FILES.items()), mtime=0)])
def test_standard_input_may_be_an_archive(data: bytes):
    documents = read_paths(["-"], stdin=io.BytesIO(data)).documents
    assert [document.name for document in documents] == [n.format("standard input") for n in NAMES]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (zipped(FILES), "zip"),
        (zipped_with_links([("a.odt", WORDS), ("b.docx", FILES["reports/b.docx"])]), "zip"),
        (FILES["reports/b.docx"], "docx"),
        (WORDS, "odt"),
        (pptx(shape("Words.")), "pptx"),
        (zipped(FILES)[:-30], "zip"),
        (tarred(FILES.items()), "tar"),
        (tarred(FILES.items(), "w:xz"), "tar"),
        (gzip.compress(b"Some words.", mtime=0), "gzip"),
    ],
)  # fmt: skip
def test_archives_are_told_from_office_files_by_their_content(data: bytes, kind: str):
    assert sniff(data) == kind


def test_other_zip_files_are_no_archives(tmp_path: Path):
    (tmp_path / "tool.jar").write_bytes(zipped(FILES))
    (tmp_path / "pile").write_bytes(zipped(FILES))
    assert not read(tmp_path).documents
    assert (is_known("a.zip"), kind_of("a.zip"), suffix_of("a.TAR.GZ")) == (True, "zip", ".tar.gz")


def test_an_archive_inside_of_an_archive_is_read_and_no_deeper(tmp_path: Path):
    third = zipped({"c.txt": b"Words of the third."})
    second = tarred([("b.txt", b"Words of the second."), ("third.zip", third)], "w:gz")
    (tmp_path / "first.zip").write_bytes(
        zipped({"a.txt": b"Words of the first.", "in/second.tar.gz": second})
    )
    reading = read(tmp_path / "first.zip")
    assert [document.name for document in reading.documents] == [
        "first.zip/a.txt",
        "first.zip/in/second.tar.gz/b.txt",
    ]
    assert skipped(reading, tmp_path) == {
        "first.zip/in/second.tar.gz/third.zip": archive_folders.NESTED
    }


def test_unsupported_files_share_a_warning_and_hidden_ones_are_left_out(tmp_path: Path):
    others = {f"pictures/{n}.xyz": b"\0" for n in range(5)}
    hidden = {".git/a.txt": b"Words.", "in/.b.txt": b"Words.", "__MACOSX/c.txt": b"Words."}
    (tmp_path / "pile.zip").write_bytes(zipped(FILES | others | hidden | {"LICENSE": b"Words."}))
    reading = read(tmp_path)
    assert len(reading.documents) == 5
    [warning] = reading.warnings
    assert warning.startswith("skipped, because their format is not supported: ")
    assert "pile.zip/LICENSE" in warning
    assert warning.endswith("pile.zip/pictures/1.xyz and 3 more (3 .xyz)")
    assert len(read(tmp_path, without_suffix=True).documents) == 6


def test_an_archive_without_a_file_that_is_read_is_named(tmp_path: Path):
    (tmp_path / "a.zip").write_bytes(zipped({"a.xyz": b"\0"}))
    (tmp_path / "b.tar").write_bytes(tarred([]))
    found = skipped(read(tmp_path), tmp_path)
    assert found["a.zip"] == found["b.tar"] == "contains no file of a supported format"
    assert found["a.zip/a.xyz"] == "has an unsupported format"


EVIL = ["../../up.txt", "/etc/passwd.txt", "in/../../up.txt", "C:\\a.txt", "..\\up.txt", "C:b.txt"]


@pytest.mark.parametrize("name", EVIL)
@pytest.mark.parametrize("packed", [zipped_with_links, tarred])
def test_a_name_that_leads_out_is_refused(tmp_path: Path, name: str, packed):
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / ("pile.zip" if packed is zipped_with_links else "pile.tar")
    path.write_bytes(packed([(name, b"Evil words."), ("b.txt", b"Good words.")]))
    reading = read(path)
    assert [document.text for document in reading.documents] == ["Good words."]
    [refused] = reading.skipped
    assert refused.reason == archive_members.LEADS_OUT
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["in", path.name]


def test_links_and_devices_are_not_followed(tmp_path: Path):
    (tmp_path / "secret.txt").write_bytes(b"Secret words.")
    target = str(tmp_path / "secret.txt")
    others = [
        special("soft.txt", tarfile.SYMTYPE, target),
        special("hard.txt", tarfile.LNKTYPE, target),
        special("folder.txt", tarfile.SYMTYPE, str(tmp_path)),
        special("pipe.txt", tarfile.FIFOTYPE),
        special("zero.txt", tarfile.CHRTYPE),
    ]
    (tmp_path / "pile.tar").write_bytes(
        tarred([("folder.txt/a.txt", b"Good words.")], others=others)
    )
    (tmp_path / "pile.zip").write_bytes(
        zipped_with_links([("b.txt", b"More words.")], [("soft.txt", target.encode())])
    )
    reading = read_paths([tmp_path / "pile.tar", tmp_path / "pile.zip"])
    assert [document.text for document in reading.documents] == ["Good words.", "More words."]
    found = skipped(reading, tmp_path)
    assert (
        found.pop("pile.tar/pipe.txt") == found.pop("pile.tar/zero.txt") == archive_members.NO_FILE
    )
    assert set(found.values()) == {archive_members.LINK}


def test_a_link_to_a_folder_is_no_way_out(tmp_path: Path):
    (tmp_path / "out").mkdir()
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(special("way.txt", tarfile.SYMTYPE, str(tmp_path / "out")))
        member = tarfile.TarInfo("way.txt/a.txt")
        member.size = 6
        archive.addfile(member, io.BytesIO(b"Words."))
    (tmp_path / "pile.tar").write_bytes(file.getvalue())
    assert len(read(tmp_path / "pile.tar").documents) == 1
    assert not list((tmp_path / "out").iterdir())


def test_of_a_file_that_is_there_twice_the_last_is_read(tmp_path: Path):
    files = [("a.txt", b"Old words."), ("b.txt", b"Other words."), ("a.txt", b"New words.")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (tmp_path / "pile.zip").write_bytes(zipped_with_links(files))
    (tmp_path / "pile.tar").write_bytes(tarred(files))
    for name in ("pile.zip", "pile.tar"):
        reading = read(tmp_path / name)
        assert [document.text for document in reading.documents] == ["New words.", "Other words."]
        assert skipped(reading, tmp_path) == {f"{name}/a.txt": archive_folders.FORMER}
        assert read_bytes(tmp_path / name / "a.txt") == b"New words."


def test_a_file_and_a_folder_of_one_name_clash(tmp_path: Path):
    files = [("a.txt", b"Some words."), ("a.txt/b.txt", b"Lost words."), ("A.TXT", b"Loud words.")]
    (tmp_path / "pile.tar").write_bytes(tarred(files))
    reading = read(tmp_path / "pile.tar")
    assert [document.text for document in reading.documents] == ["Loud words.", "Some words."]
    assert skipped(reading, tmp_path) == {"pile.tar/a.txt/b.txt": archive_folders.CLASHES}


def test_names_that_no_system_takes_lose_only_their_files(tmp_path: Path):
    names = ["/".join(["deep"] * 10_000) + "/a.txt", "x" * 300 + ".txt", "a\x1b[1m.txt", "good.txt"]
    (tmp_path / "pile.tar").write_bytes(tarred([(name, name[-5:].encode()) for name in names]))
    reading = read(tmp_path / "pile.tar")
    assert len(reading.documents) == 2
    assert not any("\x1b" in document.name for document in reading.documents)
    reasons = {each.reason for each in reading.skipped}
    assert reasons == {archive_members.TOO_DEEP, "cannot be unpacked: File name too long"}


def test_encrypted_files_are_named(tmp_path: Path):
    data = encrypted(zipped({"a.txt": b"Some words.", "b.txt": b"Secret words."}), "b.txt")
    (tmp_path / "pile.zip").write_bytes(data)
    reading = read(tmp_path / "pile.zip")
    assert [document.text for document in reading.documents] == ["Some words."]
    assert skipped(reading, tmp_path) == {"pile.zip/b.txt": archive_members.PROTECTED}


def test_a_broken_file_loses_nothing_but_itself(tmp_path: Path):
    data = zipped({"a.txt": b"Some words." * 30, "b.txt": b"Other words." * 30, "c.pdf": b"%PDF-"})
    place = data.index(b"b.txt") + len("b.txt")
    (tmp_path / "pile.zip").write_bytes(data[:place] + b"\xff" * 8 + data[place + 8 :])
    reading = read(tmp_path / "pile.zip")
    assert [document.name for document in reading.documents] == ["pile.zip/a.txt"]
    found = skipped(reading, tmp_path)
    assert found["pile.zip/b.txt"] == "is broken in its archive: get it again"
    assert "is broken" in found["pile.zip/c.pdf"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_of_any_stated_size_takes_no_longer_than_what_there_is(tmp_path: Path, pack):
    large = tarfile.TarInfo("large.txt")
    large.size = 10**12
    data = tarred([("a.txt", b"Some words.")])[:1024] + large.tobuf() + b"Other words."
    (tmp_path / "pile.tar").write_bytes(pack(data))
    start = time.process_time()
    most = archive_members.Allowance(len(data))
    with closing(archive_members.members(tmp_path / "pile.tar", most)) as found:
        assert next(found).parts == ("a.txt",)
        assert next(found).parts == ("large.txt",)
        with pytest.raises(ReadError, match=r"the files up to large\.txt are read"):
            next(found)
    assert time.process_time() - start < 5


def test_of_an_incomplete_archive_the_files_before_are_read(tmp_path: Path):
    random = Random(7)
    data = tarred([(f"{n}.txt", random.randbytes(60_000).hex().encode()) for n in range(9)], "w:gz")
    (tmp_path / "pile.tgz").write_bytes(data[: len(data) // 2])
    (tmp_path / "pile.zip").write_bytes(zipped(FILES)[:-30])
    (tmp_path / "text.zip").write_bytes(b"Some words of text.")
    reading = read(tmp_path)
    assert 2 <= len(reading.documents) <= 6
    found = skipped(reading, tmp_path)
    assert found["pile.tgz"].startswith("is an incomplete or broken archive; the files up to ")
    assert found["pile.zip"] == "is an incomplete or broken archive: get it again"
    assert "text.zip" in found


def test_a_bomb_in_a_zip_file_loses_only_itself(tmp_path: Path):
    files = {"a.txt": b"Some words.", "bomb.txt": b"\0" * (17 << 20), "c.txt": b"Other words."}
    (tmp_path / "pile.zip").write_bytes(zipped(files))
    reading = read(tmp_path)
    assert [document.name for document in reading.documents] == ["pile.zip/a.txt", "pile.zip/c.txt"]
    assert skipped(reading, tmp_path) == {"pile.zip/bomb.txt": archive_members.BOMB}


def test_bombs_are_refused(tmp_path: Path):
    zeros = b" " * (10 << 20)
    bomb = zipped({"a.txt": b"Some words.", "b.txt": zeros, "c.txt": zeros})
    (tmp_path / "bomb.zip").write_bytes(bomb)
    (tmp_path / "bomb.tgz").write_bytes(
        tarred([("a.txt", b"More words."), ("b.txt", 3 * zeros)], "w:gz")
    )
    (tmp_path / "inner.zip").write_bytes(zipped({"in.zip": bomb, "z.txt": b"Lost words."}))
    reading = read(tmp_path)
    found = skipped(reading, tmp_path)
    for name in ("bomb.zip", "bomb.tgz", "inner.zip"):
        assert found[name].startswith("unpacks to more than 16 MB: it may be a decompression bomb")
    assert {document.text for document in reading.documents} <= {"Some words.", "More words."}


def test_what_may_be_unpacked_is_limited(tmp_path: Path):
    allowance = archive_members.Allowance(1 << 40)
    with pytest.raises(archive_members.TooMuchError, match="more than 1024 MB: unpack it"):
        allowance.count_bytes((1 << 30) + 1)
    (tmp_path / "pile.zip").write_bytes(zipped(FILES))
    reading = read(tmp_path / "pile.zip", archive_files=2)
    assert len(reading.documents) == 2
    reason = "has more than 2 files: unpack it, and give the folder"
    assert skipped(reading, tmp_path) == {"pile.zip": reason}


def test_an_archive_is_no_single_document(tmp_path: Path):
    (tmp_path / "pile.zip").write_bytes(zipped(FILES))
    with pytest.raises(ReadError, match="may contain several documents: read it with read_paths"):
        read_file(tmp_path / "pile.zip")


def test_scans_and_mail_in_an_archive_are_read_as_elsewhere(tmp_path: Path):
    data = zipped({"scan.pdf": pdf(scan), "a.eml": message("The tram is late.", Subject="Tram")})
    (tmp_path / "pile.zip").write_bytes(data)
    reading = read(tmp_path / "pile.zip")
    assert [document.format for document in reading.documents] == ["mail"]
    [scanned] = reading.scans
    assert scanned.path == str(tmp_path / "pile.zip/scan.pdf")


def test_a_path_leads_into_an_archive(tmp_path: Path):
    inner = zipped({"deep/a.txt": b"Some words.", "b.txt.gz": gzip.compress(b"Packed words.")})
    path = tmp_path / "pile.tar.gz"
    path.write_bytes(tarred([("in/inner.zip", inner), ("c.txt", b"More words.")], "w:gz"))
    assert read_bytes(path / "c.txt") == b"More words."
    assert read_bytes(path / "in/inner.zip/deep/a.txt") == b"Some words."
    assert read_bytes(path / "in/inner.zip/b.txt.gz") == b"Packed words."
    for missing in (path / "d.txt", path / "in/inner.zip/a.txt", tmp_path / "none" / "a.txt"):
        with pytest.raises(ReadError, match="does not exist"):
            read_bytes(missing)
    assert archive_members.file_at(path / "in/inner.zip/deep/a.txt") == path
    assert lies_in(str(path / "c.txt"), {str(path)})
    assert not lies_in(str(path), {str(path / "c.txt")})
    assert not lies_in("c.txt", {str(path)})


@settings(max_examples=15)
@given(
    st.dictionaries(
        st.lists(st.sampled_from(["a", "b", "..", ".", "", "c\\d", "é"]), max_size=4)
        .map(lambda parts: "/".join([*parts, "x.txt"])),
        st.text(st.characters(categories=["L"]), min_size=1).map(str.encode),
        max_size=6,
    )
)  # fmt: skip
def test_every_file_is_read_or_named(tmp_path_factory, files: dict[str, bytes]):
    folder = tmp_path_factory.mktemp("archives")
    (folder / "pile.tar").write_bytes(tarred(files.items()))
    listed = archive_members.members(folder / "pile.tar", archive_members.Allowance(1 << 20))
    parts = [(member.parts, member.refused) for member in listed]
    assert len(parts) == len(files)
    kept = {inside for inside, refused in parts if not refused}
    assert all(part not in ("", ".", "..") and "/" not in part for each in kept for part in each)
    for inside in kept:
        assert read_bytes(Path(folder, "pile.tar", *inside))
    reading = read(folder / "pile.tar")
    assert len(reading.documents) + len(reading.duplicates) + len(reading.skipped) >= len(kept)


def test_a_source_is_named_by_its_place_in_the_archive():
    source = Source(Path("/tmp/0/a.txt"), 2, Path("pile.zip/a.txt"))
    assert (source.named, Source(Path("a.txt")).named) == (Path("pile.zip/a.txt"), Path("a.txt"))


def test_other_compressed_files_are_read_as_the_files_inside(tmp_path: Path):
    for suffix, pack in ((".bz2", bz2.compress), (".xz", lzma.compress)):
        (tmp_path / f"a.txt{suffix}").write_bytes(pack(f"Words in {suffix}.".encode()))
        (tmp_path / f"broken.txt{suffix}").write_bytes(pack(b"Some words.")[:-9])
    reading = read(tmp_path)
    assert [document.text for document in reading.documents] == ["Words in .bz2.", "Words in .xz."]
    found = skipped(reading, tmp_path)
    assert found["broken.txt.xz"] == "is an incomplete or broken xz file: get it again"
    assert compressed.name_of(b"plain") == ""
