"""Copies of PDFs with highlights: the marks are on the words, and all else stays as it was."""

import ctypes
import io
import re

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from documents_made import lines, pdf
from hyperdigest.base.isolation import ProcessLimits
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.read.page_images.marked_pdf import marked_pdf
from hyperdigest.read.page_images.marking import Mark, PdfMarker, marks_on_pages
from hyperdigest.read.pages import Page
from hyperdigest.read.pdf.reader import read_pdf
from marks_made import highlights
from pages_made import PARAGRAPHS, letters, shown, typeset

NOTE = "[1] What of the tram – and the “Straßenbahn”, 电车?"


def read(data: bytes) -> Document:
    content = read_pdf(data)
    return Document("a.pdf", "a.pdf", content.text, format="pdf", pages=content.pages)


def marks_of_sentences(document: Document) -> list[Mark]:
    spans = [match.span() for match in re.finditer(r"[A-Z][^.]*\.", document.text)]
    return [
        mark
        for number, span in enumerate(spans)
        for mark in marks_on_pages(document, span, f"[{number}] {document.text[slice(*span)]}")
    ]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("corner", [(0, 0), (40, 25)])
@pytest.mark.parametrize("columns", [1, 2])
def test_the_marks_are_on_the_sentences(columns, corner, turned):
    data = typeset(PARAGRAPHS, columns=columns, corner=corner, turned=turned, rows=12, hyphens=True)
    copy, unmarked = marked_pdf(data, marks_of_sentences(read(data)))
    assert not unmarked
    found = {}
    for each in highlights(copy):
        found[each.note] = found.get(each.note, "") + each.text
    assert len(found) > 5
    for note, text in found.items():
        assert letters(text) == letters(note.partition("] ")[2])


def test_ligatures_and_soft_hyphens_are_marked():
    text = "The official office finds that the flow suf\u00adfices for all of the town."
    data = pdf(lambda canvas: lines(canvas, ["Before it comes this.", text, "After it that."]))
    document = read(data)
    start = document.text.index("The official")
    span = start, document.text.index("town.") + 5
    copy, unmarked = marked_pdf(data, list(marks_on_pages(document, span, NOTE)))
    assert not unmarked
    [mark] = highlights(copy)
    assert letters(mark.text) == letters(text)


def test_a_mark_tells_its_note_and_author_and_has_a_look_for_every_viewer():
    data = typeset(PARAGRAPHS)
    document = read(data)
    marks = [
        *marks_on_pages(document, (0, 60), NOTE),
        *marks_on_pages(document, (90, 150), "context", pale=True),
    ]
    copy, _ = marked_pdf(data, marks)
    strong, pale = highlights(copy)
    assert (strong.note, strong.author, strong.has_look) == (NOTE, "hyperdigest", True)
    assert (pale.note, pale.has_look) == ("context", True)
    image = drawn(copy)
    colours = [tuple(colour) for colour in np.unique(image.reshape(-1, 3), axis=0).tolist()]
    assert {(255, 224, 92), (255, 243, 191)} <= set(colours)


def drawn(data: bytes, annotations: bool = True) -> np.ndarray:
    opened = pypdfium2.PdfDocument(data)
    bitmap = opened[0].render(scale=1, rev_byteorder=True, draw_annots=annotations)
    pixels = bitmap.to_numpy().copy()[:, :, :3]
    opened.close()
    return pixels


def test_the_page_below_the_marks_stays_the_same():
    data = typeset(PARAGRAPHS)
    copy, _ = marked_pdf(data, marks_of_sentences(read(data)))
    assert np.array_equal(drawn(copy, annotations=False), drawn(data, annotations=False))
    assert read_pdf(copy).text == read_pdf(data).text


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("corner", [(0, 0), (40, 25)])
def test_recognized_text_is_marked_where_it_is_shown(turned, corner):
    blank = shown(pdf(lambda canvas: canvas.rect(60, 60, 3, 3)), turned, corner)
    box = 100.0, 200.0, 300.0, 220.0
    copy, unmarked = marked_pdf(blank, [Mark(Page(1, 1, "", boxes=(box,)), NOTE)])
    assert not unmarked
    pixels = drawn(copy)
    rows, across = np.nonzero(pixels[:, :, 2] < 140)
    yellow = (pixels[:, :, 2] < 140) & (pixels[:, :, 0] > 200)
    rows, across = np.nonzero(yellow)
    height = pixels.shape[0]
    assert abs(height - rows.min() - 220) <= 2
    assert abs(height - rows.max() - 200) <= 2
    assert abs(across.min() - 100) <= 2
    assert abs(across.max() - 300) <= 2


def test_the_same_marks_give_the_same_bytes():
    data = typeset(PARAGRAPHS)
    marks = marks_of_sentences(read(data))
    assert marked_pdf(data, marks) == marked_pdf(data, marks)


def test_annotations_that_are_there_already_stay():
    data = typeset(PARAGRAPHS)
    first = list(marks_on_pages(read(data), (0, 60), "[1] first"))
    second = list(marks_on_pages(read(data), (90, 150), "[1] second"))
    once, _ = marked_pdf(data, first)
    twice, _ = marked_pdf(once, second)
    assert [each.note for each in highlights(twice)] == ["[1] first", "[1] second"]


def test_the_look_of_other_annotations_is_left_to_viewers():
    data = typeset(PARAGRAPHS)
    opened = pypdfium2.PdfDocument(data)
    page = opened[0]
    annotation = pdfium.FPDFPage_CreateAnnot(page, pdfium.FPDF_ANNOT_HIGHLIGHT)
    points = pdfium.FS_QUADPOINTSF(60, 100, 90, 100, 60, 90, 90, 90)
    pdfium.FPDFAnnot_AppendAttachmentPoints(annotation, ctypes.byref(points))
    pdfium.FPDFAnnot_SetColor(annotation, pdfium.FPDFANNOT_COLORTYPE_Color, 9, 99, 199, 255)
    pdfium.FPDFPage_CloseAnnot(annotation)
    file = io.BytesIO()
    opened.save(file)
    theirs = highlights(file.getvalue())
    copy, _ = marked_pdf(file.getvalue(), list(marks_on_pages(read(data), (0, 60), NOTE)))
    assert highlights(copy)[:1] == theirs
    assert highlights(copy)[1].colour == (255, 224, 92)


def protected() -> bytes:
    """A PDF that anyone may read and nobody may change."""
    file = io.BytesIO()
    encryption = StandardEncryption("", ownerPassword="owner", canModify=0, canAnnotate=0)
    canvas = Canvas(file, encrypt=encryption, invariant=True)
    lines(canvas, ["The tram runs on Monday in all weathers, as the council has said."])
    canvas.save()
    return file.getvalue()


def with_signature_field(data: bytes, value: bytes) -> bytes:
    """A PDF with a field for a signature."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[5 0 R]>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Annots[5 0 R]"
        b"/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(data), data),
        b"<</Type/Annot/Subtype/Widget/FT/Sig/T(sign)/Rect[0 0 0 0]/P 3 0 R%s>>" % value,
    ]
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % item for item in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Size 6/Root 1 0 R>>\n%%EOF"


SHOWN = b"BT /F1 10 Tf 72 700 Td (The tram runs on Monday in all weathers.) Tj ET"
SIGNED = b"/V<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<3080>>>"


def test_encrypted_and_signed_files_are_not_marked():
    for data, reason in (
        (protected(), "is encrypted"),
        (with_signature_field(SHOWN, SIGNED), "is digitally signed"),
    ):
        document = read(data)
        with pytest.raises(ReadError, match=reason):
            marked_pdf(data, list(marks_on_pages(document, (0, 20), NOTE)))


def test_a_form_that_nobody_has_signed_is_marked():
    data = with_signature_field(SHOWN, b"")
    copy, unmarked = marked_pdf(data, list(marks_on_pages(read(data), (0, 20), NOTE)))
    assert not unmarked
    assert [letters(each.text) for each in highlights(copy)] == ["ThetramrunsonMonday"]


def test_a_file_that_has_changed_is_not_marked():
    document = read(typeset(PARAGRAPHS))
    marks = list(marks_on_pages(document, (0, 60), NOTE))
    other = typeset([PARAGRAPHS[1], "Nothing of this was ever said by anybody at all."])
    for data in (other, typeset(PARAGRAPHS * 9, rows=20), b"%PDF-1.4\nbroken"):
        with pytest.raises(ReadError, match="has changed since it was read"):
            marked_pdf(data, marks)
    with pytest.raises(ReadError, match="is no PDF, or is inside of another file"):
        marked_pdf(b"From: a@example.org\n\nHello", marks)


def test_a_sentence_that_is_not_on_its_page_is_named_and_the_others_are_marked():
    document = read(typeset(PARAGRAPHS))
    start = document.text.index("340 million euros")
    changed = typeset(
        [PARAGRAPHS[0].replace("340 million euros", "9 billion marks"), PARAGRAPHS[1]]
    )
    marks = [
        *marks_on_pages(document, (start, start + 17), "[1] gone"),
        *marks_on_pages(document, (0, 60), "[2] there"),
    ]
    copy, unmarked = marked_pdf(changed, marks)
    assert unmarked == [0]
    assert [each.note for each in highlights(copy)] == ["[2] there"]


def test_marking_is_stopped_at_the_time_limit(tmp_path):
    path, target = tmp_path / "a.pdf", tmp_path / "b.pdf"
    path.write_bytes(typeset(PARAGRAPHS))
    marks = list(marks_on_pages(read(path.read_bytes()), (0, 60), NOTE))
    with (
        PdfMarker(ProcessLimits(seconds=0.001)) as marker,
        pytest.raises(ReadError, match=r"takes more than 0\.001 s to mark a page"),
    ):
        marker.mark(path, marks, target)
    with PdfMarker() as marker:
        assert marker.mark(path, marks, target) == []
    assert target.read_bytes() == marked_pdf(path.read_bytes(), marks)[0]
