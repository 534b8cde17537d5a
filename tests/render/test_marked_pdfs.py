"""Marked copies of the PDFs that a digest cites."""

import gzip
import io
from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from documents_made import lines
from hyperdigest import Collection, Options
from hyperdigest.digest import Slice
from hyperdigest.render.marked_pdfs import write_marked_pdfs
from marks_made import highlights
from pages_made import letters, typeset

PARAGRAPHS = (
    "The council approved the new tram line on Monday after a debate of six hours. Engineers said "
    "that the first cars of the tram will run in the spring of next year. The cost of the tram is "
    "put at 340 million euros, of which the government pays the larger part.",
    "Opponents of the tram fear noise and the loss of forty old plane trees along the avenue.",
)
OTHER = ("Shops along the tram line ask for compensation while the street is closed for the tram.",)
OPTIONS = Options(sweeps=5, samples=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tram")
    (folder / "one").mkdir()
    (folder / "two").mkdir()
    (folder / "one" / "tram.pdf").write_bytes(typeset(PARAGRAPHS, rows=2))
    (folder / "two" / "TRAM.pdf.gz").write_bytes(gzip.compress(typeset(OTHER), mtime=0))
    (folder / "a.txt").write_text("The tram rings its bell. It is heard in all the old streets.")
    return folder


@pytest.fixture(scope="module")
def digest(folder):
    return Collection.read(folder).fit(OPTIONS).digest("What of the tram?", words=200)


def test_each_cited_pdf_has_a_copy_in_which_its_sentences_are_marked(digest, folder, tmp_path):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    written, warnings = write_marked_pdfs(digest, tmp_path / "marked")
    assert not warnings
    cited = dict.fromkeys(s.document for s in digest.sentences if s.document != "a.txt")
    assert [copy.document for copy in written] == list(cited)
    assert len(cited) == 2
    assert sorted(copy.path.name.casefold() for copy in written) == [
        "tram-marked (2).pdf",
        "tram-marked.pdf",
    ]
    assert sorted((tmp_path / "marked").iterdir()) == sorted(copy.path for copy in written)
    for copy in written:
        found: dict[str, str] = {}
        for mark in highlights(copy.path.read_bytes()):
            found[mark.note] = found.get(mark.note, "") + mark.text
        assert found.keys() == {
            f"[{number}] What of the tram?"
            for number, sentence in enumerate(digest.sentences, 1)
            if sentence.document == copy.document
        }
        for note, text in found.items():
            sentence = digest.sentences[int(note[1 : note.index("]")]) - 1]
            assert letters(text) == letters(sentence.text)
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_digest_gives_the_same_bytes_and_replaces_only_its_copies(digest, tmp_path):
    first = contents(write_marked_pdfs(digest, tmp_path)[0])
    assert contents(write_marked_pdfs(digest, tmp_path)[0]) == first


def contents(written):
    return [(copy.path, copy.path.read_bytes()) for copy in written]


def test_no_file_of_somebody_else_is_replaced(digest, tmp_path):
    outside = tmp_path / "outside.pdf"
    outside.write_bytes(b"%PDF-1.4 mine")
    marked = tmp_path / "marked"
    marked.mkdir()
    (marked / "tram-marked.pdf").write_bytes(b"%PDF-1.4 mine too")
    (marked / "tram-marked (2).pdf").symlink_to(outside)
    (marked / "tram-marked (3).pdf").mkdir()
    written, warnings = write_marked_pdfs(digest, marked)
    assert not warnings
    assert {path.name for path in marked.iterdir()} - {copy.path.name for copy in written} == {
        "tram-marked.pdf",
        "tram-marked (2).pdf",
        "tram-marked (3).pdf",
    }
    assert outside.read_bytes() == b"%PDF-1.4 mine"
    assert (marked / "tram-marked.pdf").read_bytes() == b"%PDF-1.4 mine too"


def test_a_copy_beside_its_original_leaves_it_as_it_is(tmp_path):
    path = tmp_path / "tram.pdf"
    original = typeset(PARAGRAPHS)
    path.write_bytes(original)
    path.chmod(0o444)
    digest = Collection.read(path).fit(OPTIONS).digest("What of the tram?", words=200)
    [copy], _ = write_marked_pdfs(digest, tmp_path)
    assert copy.path == tmp_path / "tram-marked.pdf"
    assert path.read_bytes() == original
    assert copy.path.stat().st_mode & 0o200


@pytest.mark.parametrize(
    "name", ["../../up.pdf", "/etc/up.pdf", "a\\..\\up.pdf", ".up.pdf", "\0.pdf"]
)
def test_names_of_documents_do_not_lead_out_of_the_folder(digest, tmp_path, name):
    [cited] = [each for each in digest.documents if each.name.endswith("tram.pdf")]
    sentences = tuple(
        replace(each, document=name) for each in digest.sentences if each.document == cited.name
    )
    changed = replace(digest, sentences=sentences, documents=(replace(cited, name=name),))
    [copy], warnings = write_marked_pdfs(changed, tmp_path / "marked")
    assert not warnings
    assert list((tmp_path / "marked").iterdir()) == [copy.path]
    assert not copy.path.name.startswith(".")


def test_files_that_cannot_be_marked_are_named_and_the_others_written(folder, tmp_path):
    file = io.BytesIO()
    canvas = Canvas(file, encrypt=StandardEncryption("", ownerPassword="owner"), invariant=True)
    lines(canvas, ["The tram will be painted red by the owner of the tram factory in town."])
    canvas.save()
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "locked.pdf").write_bytes(file.getvalue())
    (papers / "gone.pdf").write_bytes(typeset(OTHER))
    (papers / "tram.pdf").write_bytes(typeset(PARAGRAPHS))
    digest = Collection.read(papers).fit(OPTIONS).digest("What of the tram?", words=300)
    assert len(digest.documents) == 3
    (papers / "gone.pdf").unlink()
    written, warnings = write_marked_pdfs(digest, tmp_path / "marked")
    assert [copy.document for copy in written] == ["tram.pdf"]
    assert sorted(warnings) == [
        "no marked copy of gone.pdf: it does not exist",
        "no marked copy of locked.pdf: it is encrypted: save a copy without protection to have it"
        " marked",
    ]
    assert [path.name for path in (tmp_path / "marked").iterdir()] == ["tram-marked.pdf"]


def test_the_context_is_paler_and_marked_once(digest, tmp_path):
    [cited] = [each for each in digest.documents if each.name.endswith("tram.pdf")]
    end = cited.text.index(".") + 1
    context = (Slice(0, end, cited.text[:end]),)
    sentences = tuple(
        replace(each, context=context)
        for each in digest.sentences
        if each.document == cited.name and each.start > end
    )
    assert len(sentences) > 1
    [copy], _ = write_marked_pdfs(replace(digest, sentences=sentences), tmp_path)
    marks = highlights(copy.path.read_bytes())
    [pale] = [mark for mark in marks if mark.note.endswith("(context)")]
    assert pale.note == "[1] What of the tram? (context)"
    assert letters(pale.text) == letters(cited.text[:end])


def test_a_note_of_a_reader_is_in_the_note_of_the_mark(digest, tmp_path):
    first = next(s for s in digest.sentences if s.document.endswith("tram.pdf"))
    noted = replace(digest, sentences=(replace(first, note="Ask the mayor.\nTwice."),))
    [copy], _ = write_marked_pdfs(noted, tmp_path)
    notes = {mark.note for mark in highlights(copy.path.read_bytes())}
    assert notes == {"[1] What of the tram?\nAsk the mayor.\nTwice."}


def test_a_digest_without_a_pdf_makes_no_folder(digest, tmp_path):
    sentences = tuple(each for each in digest.sentences if each.document == "a.txt")
    assert sentences
    target = Path(tmp_path / "marked")
    assert write_marked_pdfs(replace(digest, sentences=sentences), target) == ((), ())
    assert not target.exists()
