"""Files that are broken, protected, made to harm, or not there: each is named, the rest goes on."""

import gzip
import io
import json
import os
import zipfile
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from oracles.cli import QUICK, TEXTS


def archive(**entries: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return file.getvalue()


def protected_pdf() -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, encrypt=StandardEncryption("secret", ownerPassword="owner"))
    canvas.drawString(72, 700, "Nobody may read this sentence without the password.")
    canvas.save()
    return file.getvalue()


def blank_pdf(*, pages: bool) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file)
    if pages:
        canvas.showPage()
    canvas.save()
    return file.getvalue()


ZEROS = b"\0" * (20 << 20)

BAD = {
    "empty.txt": (b"", "is empty"),
    "blank.md": (b" \n\t\n", "has no text"),
    "binary.txt": (bytes(range(256)) * 40, "binary"),
    "picture.txt": (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "is an image, not text"),
    "zip.txt": (archive(a=b"a"), "is a zip archive, not text"),
    "broken.pdf": (b"%PDF-1.7\nnothing else", "broken"),
    "noise.pdf": (b"\x00\x01\x02" * 500, "broken"),
    "protected.pdf": (protected_pdf(), "password"),
    "scan.pdf": (blank_pdf(pages=True), "text"),
    "without-pages.pdf": (blank_pdf(pages=False), "broken"),
    "broken.docx": (b"no archive at all", "broken"),
    "hollow.docx": (archive(a=b"a"), "broken"),
    "old.docx": (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "password, or of an old format"),
    "bomb.docx": (archive(**{"word/document.xml": ZEROS}), "it may be a decompression bomb"),
    "broken.epub": (b"PK\x03\x04" + b"\0" * 50, "broken"),
    "hollow.epub": (archive(mimetype=b"application/epub+zip"), "broken"),
    "bomb.epub": (archive(**{"OEBPS/a.xhtml": ZEROS}), "it may be a decompression bomb"),
    "broken.odt": (b"no archive at all", "broken"),
    "hollow.odt": (archive(a=b"a"), "it has no content.xml"),
    "bomb.odt": (archive(**{"content.xml": ZEROS}), "it may be a decompression bomb"),
    "broken.pptx": (b"no archive at all", "broken"),
    "hollow.pptx": (archive(a=b"a"), "is not a PowerPoint presentation, or is broken"),
    "old.pptx": (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "password, or of an old format"),
    "broken.rtf": (b"no document at all", "is not an RTF document, or is broken"),
    "hollow.rtf": (b"{\\rtf1 {\\pict 00}}", "has no text"),
    "broken.txt.gz": (gzip.compress(b"Some words.")[:-4], "is an incomplete or broken gzip file"),
    "bomb.gz": (gzip.compress(ZEROS), "it may be a decompression bomb"),
    "crowded.html": (b"<p>" * 2_000_001 + b"end", "has more than 2,000,000 tags"),
    "hollow.html": (b"<html><head><title>T</title></head><body></body></html>", "has no text"),
    "broken.jsonl": (b"{not json}\n", "is not JSON"),
    "foreign.jsonl": (b'{"a": 1}\n[1, 2]\n"x"\n', "has no text"),
    "empty.jsonl": (b"\n\n", "is empty"),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_a_bad_file_is_named_and_the_others_are_read(cli, folder, name):
    data, reason = BAD[name]
    Path("docs", name).write_bytes(data)
    result = cli("ask", "Who looks at the sun?", "docs", "--format", "json", *QUICK)
    assert result.code == 0
    digest = json.loads(result.out)
    warnings = [warning for warning in digest["warnings"] if f"docs/{name}" in warning]
    assert warnings
    assert all(reason in warning and warning.startswith("skipped ") for warning in warnings)
    assert digest["sentences"]
    assert result.err.startswith("3 documents, ")


@pytest.mark.parametrize("name", sorted(BAD))
def test_only_a_bad_file_is_an_error(cli, folder, name):
    data, reason = BAD[name]
    Path(name).write_bytes(data)
    mistake = cli("ask", "sun", name, *QUICK).mistake
    assert f"no document could be read ({name}" in mistake
    assert reason in mistake


def test_every_warning_is_shown_in_every_format(cli, folder):
    for name, (data, _) in BAD.items():
        Path("docs", name).write_bytes(data)
    for format in ("text", "markdown", "html", "json"):
        shown = cli("ask", "sun", "docs", "--format", format, *QUICK).out.replace("\\", "")
        for name in BAD:
            assert f"docs/{name}" in shown
    fit = cli("fit", "docs", "-o", "case.hdig", *QUICK)
    assert fit.code == 0
    assert fit.err.count("warning: skipped docs/") >= len(BAD)


def test_broken_html_is_read_as_browsers_do(cli, folder):
    Path("docs/broken.html").write_bytes(
        b"<p>A comet <b>passed the sun in the cold winter of that year.<p>It <i>was seen</p></div>"
    )
    digest = json.loads(cli("ask", "comet", "docs", "--format", "json", *QUICK).out)
    assert digest["warnings"] == []
    assert any(s["document"] == "broken.html" for s in digest["sentences"])


def test_missing_arguments_are_named(cli, folder):
    assert "Missing argument 'PATH...'" in cli("ask", "sun").mistake
    assert "Missing argument 'QUESTION'" in cli("ask").mistake
    assert "Missing argument 'PATH...'" in cli("fit", "-o", "x.hdig").mistake
    assert "Missing option '-o'" in cli("fit", "docs").mistake
    assert "No such command 'aks'" in cli("aks").mistake
    assert not Path("x.hdig").exists()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere.txt", "nowhere.txt does not exist"),
        ("nowhere/*.txt", "nowhere/*.txt matches no file"),
        ("docs/*.pdf", "docs/*.pdf matches no file"),
        ("", "'' is an empty name"),
        ("x" * 5000, "cannot be read: File name too long"),
        ("docs/moon.txt/inside", "does not exist"),
        ("new\nline\x1b[31m", "new\\nline\\x1b[31m matches no file"),
    ],
)
def test_a_missing_path_is_an_error(cli, folder, path, said):
    mistake = cli("ask", "sun", path).mistake
    assert said in mistake
    assert "give files or folders" in mistake


def test_a_missing_path_among_others_is_named(cli, folder):
    digest = json.loads(cli("ask", "sun", "nowhere", "docs", "--format", "json", *QUICK).out)
    assert digest["warnings"] == ["skipped nowhere: does not exist"]


def test_a_folder_without_documents_is_an_error(cli, folder):
    Path("none/inner").mkdir(parents=True)
    Path("none/a.xyz").write_text("Not looked at.", encoding="utf-8")
    assert "none contains no file of a supported format" in cli("ask", "sun", "none").mistake


def test_many_bad_files_still_give_one_short_line(cli, folder):
    Path("bad").mkdir()
    for n in range(200):
        Path(f"bad/{n:03}.txt").write_bytes(b"")
    mistake = cli("ask", "sun", "bad").mistake
    assert (
        "bad/000.txt is empty; bad/001.txt is empty; bad/002.txt is empty; and 197 more" in mistake
    )


def test_an_unreadable_file_is_named(cli, folder, monkeypatch):
    opened = Path.open

    def refuse(self, *arguments, **more):
        if self.name == "roads.txt":
            raise PermissionError(13, "Permission denied", str(self))
        return opened(self, *arguments, **more)

    monkeypatch.setattr(Path, "open", refuse)
    digest = json.loads(cli("ask", "sun", "docs", "--format", "json", *QUICK).out)
    assert digest["warnings"] == ["skipped docs/roads.txt: cannot be read: Permission denied"]
    assert "Permission denied" in cli("ask", "sun", "docs/roads.txt").mistake


def test_a_file_deleted_during_reading_is_named(cli, folder, monkeypatch):
    opened = Path.open

    def vanish(self, *arguments, **more):
        if self.name == "moon.txt":
            Path("docs/roads.txt").unlink(missing_ok=True)
        return opened(self, *arguments, **more)

    monkeypatch.setattr(Path, "open", vanish)
    digest = json.loads(cli("ask", "sun", "docs", "--format", "json", *QUICK).out)
    assert digest["warnings"] == ["skipped docs/roads.txt: does not exist"]


def test_an_unreadable_folder_is_named(cli, folder, monkeypatch):
    Path("docs/closed").mkdir()
    scandir = os.scandir

    def refuse(path):
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    digest = json.loads(cli("ask", "sun", "docs", "--format", "json", *QUICK).out)
    assert digest["warnings"] == ["skipped docs/closed: cannot be read: Permission denied"]


def test_circular_and_broken_links_are_named(cli, folder):
    Path("docs/up").symlink_to("..")
    Path("docs/loop.txt").symlink_to("loop.txt")
    Path("docs/dangling.txt").symlink_to("gone.txt")
    digest = json.loads(cli("ask", "sun", "docs", "--format", "json", *QUICK).out)
    assert [warning.split(":")[0] for warning in digest["warnings"]] == [
        "skipped docs/dangling.txt", "skipped docs/loop.txt",
        "skipped, because links to folders are not followed",
    ]  # fmt: skip
    assert cli("ask", "sun", "docs/loop.txt").code == 2


def test_a_named_pipe_is_not_waited_for(cli, folder):
    os.mkfifo("docs/pipe.txt")
    digest = json.loads(cli("ask", "sun", "docs", "--format", "json", *QUICK).out)
    assert "docs/pipe.txt: is not a regular file" in digest["warnings"][0]
    assert "is not a regular file" in cli("ask", "sun", "docs/pipe.txt").mistake


def test_closed_or_empty_standard_input_is_an_error(cli, folder, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert "closed" in cli("ask", "sun", "-").mistake
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    assert "- is empty" in cli("ask", "sun", "-").mistake


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Der Mond verdeckt die Sonne für zwei Minuten über der Stadt Köln am Rhein."),
        ("utf-16", "Der Mond verdeckt die Sonne für zwei Minuten über der Stadt Köln am Rhein."),
        ("utf-8-sig", "Der Mond verdeckt die Sonne für zwei Minuten über der Stadt Köln."),
    ],
)
def test_other_encodings_are_read(cli, folder, encoding, text):
    Path("docs/mond.txt").write_bytes(text.encode(encoding))
    digest = json.loads(cli("ask", "Sonne Stadt Mond", "docs", "--format", "json", *QUICK).out)
    assert text in [s["text"] for s in digest["sentences"]]


def test_bytes_of_no_encoding_become_replacement_marks(cli, folder):
    text = TEXTS["moon.txt"].encode() + "Köln, Zürich, Genève, Malmö, Łódź: ä ö ü.".encode()
    Path("docs/moon.txt").write_bytes(text + b" \xff\n")
    result = cli("ask", "moon", "docs/moon.txt", "--format", "json", *QUICK)
    assert result.code == 0
    assert json.loads(result.out)["sentences"]


def test_control_characters_are_exact_in_json_and_visible_in_text(cli, folder):
    text = "The \x1b[31mred moon\x1b[0m covers\x00 the sun for two long minutes today. \u202eevil."
    Path("odd.txt").write_text(text + " " + TEXTS["roads.txt"], encoding="utf-8")
    digest = json.loads(cli("ask", "moon", "odd.txt", "--format", "json", *QUICK).out)
    source = Path("odd.txt").read_text(encoding="utf-8")
    assert all(source[s["start"] : s["end"]] == s["text"] for s in digest["sentences"])
    assert any("\x1b" in s["text"] for s in digest["sentences"])
    for format in ("text", "markdown", "html", "json"):
        shown = cli("ask", "moon", "odd.txt", "--format", format, *QUICK).out
        assert not set(shown) & set("\x00\x1b\u202e")


@pytest.mark.parametrize(
    "command",
    [
        *(["ask", "sun", "--format", form] for form in ("csv", "bibtex", "csl")),
        ["explain", "sun", "--format", "svg"],
        ["topics"],
        ["topics", "--format", "json"],
    ],
)
def test_commands_without_warnings_in_their_output_print_them(cli, folder, command):
    for name, (data, _) in BAD.items():
        Path("docs", name).write_bytes(data)
    result = cli(*command, "docs")
    assert result.code == 0
    assert result.err.count("warning: skipped docs/") >= len(BAD)
