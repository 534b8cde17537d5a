"""Word and PowerPoint files of before 2007, read by programs of the machine or a fake of them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compound_made import compound
from documents_made import word, zipped
from hyperdigest.errors import ReadError
from hyperdigest.read import read_file, read_paths
from hyperdigest.read.isolated import read_content
from hyperdigest.read.old_office import read_doc, read_ppt
from hyperdigest.read.options import ReadingOptions
from needed import needs
from office_made import odp, odt, pptx, rtf, shape

FIXTURES = Path(__file__).parent.parent / "fixtures"
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000)
OLE = COMPOUND + "WordDocument".encode("utf-16-le")
FAKE = """#!{python}
import sys, pathlib, time
arguments = sys.argv[1:]
record = pathlib.Path({folder!r}) / "calls"
with record.open("a") as file:
    print(*arguments, file=file)
{body}
"""
CONVERT = """
REGISTRY = "registrymodifications.xcu"
place = pathlib.Path(arguments[arguments.index("--outdir") + 1])
kind = arguments[arguments.index("--convert-to") + 1]
profile = next(a for a in arguments if a.startswith("-env:UserInstallation=file:///"))
settings = pathlib.Path(profile[len("-env:UserInstallation=file://"):], "user", REGISTRY)
assert "DisableMacrosExecution" in settings.read_text()
place.mkdir()
(place / (pathlib.Path(arguments[-1]).stem + "." + kind)).write_bytes(
    (pathlib.Path({folder!r}) / ("made." + kind)).read_bytes())
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch):
    """A function that puts a program in a folder that is the whole PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def add(name: str, body: str) -> Path:
        path = folder / name
        own = body.replace("{folder!r}", repr(str(folder)))
        path.write_text(FAKE.format(python=sys.executable, folder=str(folder), body=own))
        path.chmod(0o755)
        return folder

    return add


def table(document):
    document.add_heading("Trams", 1)
    cells = document.add_table(1, 2).rows[0].cells
    cells[0].text, cells[1].text = "Line", "Colour"


def test_libreoffice_converts_with_settings_of_its_own(programs, tmp_path: Path):
    folder = programs("soffice", CONVERT)
    (folder / "made.docx").write_bytes(word(table))
    (folder / "made.pptx").write_bytes(pptx(shape("Words of a slide.")))
    content = read_doc(OLE)
    assert (content.format, content.text) == ("docx", "Trams\n\nLine\tColour")
    assert content.blocks[0].kind == "heading"
    assert read_ppt(OLE).pages == (0,)
    calls = (folder / "calls").read_text().splitlines()
    assert len(calls) == len({call.split()[0] for call in calls}) == 2
    assert all("--headless" in call for call in calls)


def test_old_files_of_a_folder_are_read_by_several_processes(programs, tmp_path: Path):
    folder = programs("soffice", CONVERT)
    (folder / "made.docx").write_bytes(word(table))
    (tmp_path / "docs").mkdir()
    for name in ("a.doc", "b.dot"):
        (tmp_path / "docs" / name).write_bytes(OLE)
    reading = read_paths([tmp_path / "docs"], ReadingOptions(jobs=2))
    assert [(d.name, d.format) for d in reading.documents] == [("a.doc", "docx")]
    assert [(copy.name, copy.of) for copy in reading.duplicates] == [("b.dot", "a.doc")]


def test_libreoffice_is_started_again_if_it_asks_for_it(programs):
    folder = programs(
        "soffice", "if len(record.read_text().splitlines()) == 1: sys.exit(81)" + CONVERT
    )
    (folder / "made.docx").write_bytes(word(table))
    assert read_doc(OLE).text.startswith("Trams")


def test_without_libreoffice_the_text_is_read(programs):
    programs("antiword", "print('The tram goes to the harbour.\\n\\nIt is blue.')")
    content = read_doc(OLE)
    assert content.text.split("\n\n") == ["The tram goes to the harbour.", "It is blue.\n"]
    programs("catppt", "print('Words of a slide.')")
    assert read_ppt(OLE).text == "Words of a slide.\n"


def test_the_next_program_is_tried_if_one_fails(programs):
    programs("soffice", "sys.exit(1)")
    programs("antiword", "sys.exit('is not a Word document')")
    programs("catdoc", "print('The tram goes to the harbour.')")
    assert read_doc(OLE).text == "The tram goes to the harbour.\n"


def test_the_next_program_is_tried_if_one_prints_only_white_space(programs):
    programs("antiword", "print()")
    with pytest.raises(ReadError, match="could not be read by antiword: install LibreOffice, or"):
        read_doc(OLE)
    programs("catdoc", "print('The tram goes to the harbour.')")
    assert read_doc(OLE).text == "The tram goes to the harbour.\n"


def test_without_a_program_it_is_told_what_to_install(programs, tmp_path: Path):
    with pytest.raises(ReadError, match="install LibreOffice or antiword or catdoc, or save it"):
        read_doc(OLE)
    (tmp_path / "a.ppt").write_bytes(OLE)
    with pytest.raises(ReadError, match="is of an old format: install LibreOffice or catppt"):
        read_file(tmp_path / "a.ppt")


def test_a_file_without_a_word_document_is_not_read_as_characters(programs):
    folder = programs("soffice", CONVERT)
    (folder / "made.docx").write_bytes(word(table))
    with pytest.raises(ReadError, match="is no Word document, or is broken"):
        read_doc(COMPOUND)


def test_what_a_program_cannot_read_is_named(programs, tmp_path: Path):
    programs("soffice", "sys.exit(0)")
    (tmp_path / "a.doc").write_bytes(OLE)
    with pytest.raises(ReadError, match="could not be read by LibreOffice Writer: check that"):
        read_file(tmp_path / "a.doc")


def test_a_program_that_hangs_is_ended(programs, monkeypatch, tmp_path: Path):
    monkeypatch.setattr("hyperdigest.read.programs.SECONDS", 1.0)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    programs("soffice", "time.sleep(600)")
    with pytest.raises(ReadError, match="took soffice more than 1 s"):
        read_doc(OLE)


def test_a_program_cannot_fill_the_disk(programs, monkeypatch):
    monkeypatch.setattr("hyperdigest.read.programs.LARGEST_WRITTEN", 1 << 16)
    programs("antiword", "sys.stdout.write('x' * (1 << 20))")
    assert len(read_doc(OLE).text) <= 1 << 16
    monkeypatch.setattr("hyperdigest.read.programs.LARGEST", 100)
    with pytest.raises(ReadError, match="as text: split it into parts"):
        read_doc(OLE)


@pytest.mark.parametrize(
    ("data", "format", "text"),
    [
        (rtf("Words of RTF."), "rtf", "Words of RTF."),
        (b"<html><p>Words of a page.</p></html>", "html", "Words of a page."),
        (word(lambda document: document.add_paragraph("Words of Word.")), "docx", "Words of Word."),
        (odt("<text:p>Words.</text:p>"), "odt", "Words."),
        (b"Words of text.", "text", "Words of text."),
        (b'{"text": "Words of text."}', "text", '{"text": "Words of text."}'),
    ],
)
def test_what_is_only_named_doc_is_read_as_what_it_is(programs, data, format: str, text: str):
    content = read_content(data, "doc")
    assert (content.format, content.text) == (format, text)


def test_a_zip_archive_or_noise_named_doc_is_named(tmp_path: Path, programs):
    (tmp_path / "a.doc").write_bytes(zipped({"a.txt": b"Words."}))
    (tmp_path / "b.doc").write_bytes(bytes(range(256)) * 9)
    assert len(read_paths([tmp_path / "a.doc", tmp_path / "b.doc"]).skipped) == 2


def test_templates_and_files_with_macros_are_read_as_their_kind(tmp_path: Path):
    made = {
        ("docm", "dotx", "dotm"): word(lambda document: document.add_paragraph("Words of {}.")),
        ("pptm", "ppsx", "ppsm", "potx", "potm"): pptx(shape("Words of a slide.")),
        ("ott",): odt("<text:p>Words of a template.</text:p>"),
        ("otp",): odp("<draw:frame><text:p>Words of another slide.</text:p></draw:frame>"),
    }
    for suffixes, data in made.items():
        for suffix in suffixes:
            (tmp_path / f"a.{suffix}").write_bytes(data)
    reading = read_paths([tmp_path])
    assert (len(reading.documents), len(reading.duplicates), reading.skipped) == (4, 6, ())


@pytest.mark.parametrize(
    ("kind", "streams"),
    [
        ("doc", {"WordDocument": b"\xec\xa5\xc1\0" + bytes(7) + b"\x13" + bytes(5_000)}),
        ("ppt", {"Current User": b"\x14" + bytes(11) + b"\xdf\xc4\xd1\xf3" + bytes(50)}),
    ],
)
def test_a_protected_file_is_named(programs, kind: str, streams: dict[str, bytes]):
    folder = programs("soffice", CONVERT)
    (folder / "made.docx").write_bytes(word(table))
    with pytest.raises(ReadError, match="is protected by a password: save a copy without one"):
        read_content(compound(streams), kind)


@pytest.mark.parametrize("program", ["antiword", "catdoc"])
def test_a_real_file_is_read_by_each_program(program: str, tmp_path: Path, monkeypatch):
    needs(program)
    (tmp_path / program).symlink_to(shutil.which(program) or "")
    monkeypatch.setenv("PATH", str(tmp_path))
    document = read_file(FIXTURES / "trams.doc")
    assert document.format == "text"
    said = " ".join(document.text.split())
    assert "café on board – “Zoë’s” – sells tea for 2 €. The tram of line 0 goes" in said
    assert said.index("line 39 goes") < said.index("Colour") < said.index("The last tram leaves")


if shutil.which("soffice"):  # too large for most machines that run the tests

    @pytest.fixture(scope="module")
    def old(tmp_path_factory):
        """A real file of the old format."""
        folder = tmp_path_factory.mktemp("old")

        def fill(document):
            document.add_heading("Trams", 1)
            for n in range(40):
                document.add_paragraph(f"The tram of line {n} goes to the harbour of the town.")

        (folder / "a.docx").write_bytes(word(fill))
        profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
        how = ["--headless", "--convert-to", "doc", "--outdir", folder, folder / "a.docx"]
        subprocess.run([shutil.which("soffice"), profile, *how], check=True, capture_output=True)
        return folder / "a.doc"

    def test_libreoffice_keeps_headings_and_paragraphs(old):
        document = read_file(old)
        assert document.format == "docx"
        assert [block.kind for block in document.blocks] == ["heading", *["paragraph"] * 40]
        assert "line 39 goes" in document.text
