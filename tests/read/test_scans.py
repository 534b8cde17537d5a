"""Scanned pages read with OCR: their text, its positions, and its confidence."""

import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from documents_made import lines, pdf
from hyperdigest import Collection, Model, Options
from hyperdigest.digest import CERTAIN_RECOGNITION
from hyperdigest.read import ReadingOptions, read_paths
from hyperdigest.read.page_images.image import marked_boxes, page_image
from hyperdigest.read.pages import page_of
from hyperdigest.read.pdf.reader import read_pdf
from hyperdigest.render import render_html, render_text
from needed import needs
from pages_made import PARAGRAPHS, scanned, typeset

needs("tesseract")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scans")
    columns = typeset(PARAGRAPHS, columns=2, rows=12, hyphens=True)
    (folder / "columns.pdf").write_bytes(scanned(columns))
    (folder / "half.pdf").write_bytes(scanned(typeset(PARAGRAPHS[::-1], rows=5), pages=[2]))
    (folder / "turned.pdf").write_bytes(scanned(typeset(PARAGRAPHS[1:]), turned=90))
    return folder


@pytest.fixture(scope="module")
def reading(folder):
    steps = []
    found = read_paths(
        [folder], ReadingOptions(ocr=True), language="en", progress=lambda *step: steps.append(step)
    )
    assert [step for step in steps if step[0] == "recognizing"] == [
        ("recognizing", done, 3) for done in range(4)
    ]
    return found


@pytest.fixture(scope="module")
def documents(reading):
    return {document.name: document for document in reading.documents}


def test_the_text_of_a_scanned_page_is_read(documents, reading):
    assert not reading.skipped
    text = read_pdf(typeset(PARAGRAPHS, columns=2, rows=12, hyphens=True)).text
    assert documents["columns.pdf"].text == text
    assert " ".join(documents["half.pdf"].text.split()) == " ".join(PARAGRAPHS[::-1])
    assert "half.pdf was read by machine (OCR) on page 2" in reading.notes


def test_sentences_keep_their_page_and_confidence(documents):
    half = documents["half.pdf"]
    first, second = half.text.index("Opponents"), half.text.index("340 million")
    assert (half.page(first), half.recognized_lines(first, first + 9)) == (1, ())
    assert half.page(second) == 2
    for line in half.recognized_lines(second, second + 11):
        assert half.pages[1] <= line.start < line.end <= len(half.text)
        assert 0.5 < line.confidence <= 1


def test_a_page_on_which_no_text_is_found_is_reported(tmp_path):
    lines_on = [
        lambda canvas: lines(canvas, ["The tram runs in the old town."]),
        lambda canvas: None,
    ]
    data = scanned(pdf(*lines_on))
    (tmp_path / "a.pdf").write_bytes(data)
    assert read_paths([tmp_path], ReadingOptions(ocr=True), language="en").notes == (
        "a.pdf was read by machine (OCR) on page 1",
        "a.pdf has no text layer on page 2",
        "a.pdf by machine: page 2: no text was found",
    )


def area(boxes):
    """A mask of the pixels inside boxes."""
    found = np.zeros((850, 850), bool)
    for left, bottom, right, top in boxes:
        found[round(bottom) : round(top), round(left) : round(right)] = True
    return found


def test_a_sentence_is_marked_at_its_place_on_the_page(documents):
    scan = documents["columns.pdf"]
    data = typeset(PARAGRAPHS, columns=2, rows=12, hyphens=True)
    plain = replace(scan, recognized=())
    sentences = [match.span() for match in re.finditer(r"[A-Z][^.]*\.", scan.text)]
    assert len(sentences) == 9
    for span in sentences:
        truth = area(marked_boxes(data, page_of(plain, 1, [span])))
        marked = area(page_of(scan, 1, [span]).boxes)
        assert (marked & truth).sum() > 0.9 * marked.sum()
        assert (
            marked & truth
        ).sum() > 0.6 * truth.sum()  # the boxes of letters are lower than lines


def test_marks_on_a_rotated_page_are_placed_as_shown(documents, folder):
    scan = documents["turned.pdf"]
    start = scan.text.index("Opponents fear")
    page = page_of(scan, 1, [(start, start + 60)])
    image = page_image((folder / "turned.pdf").read_bytes(), page)
    pixels = np.asarray(Image.open(io.BytesIO(image.png)).convert("RGB")).astype(int)
    rows, across = np.nonzero((pixels[:, :, 0] > 200) & (pixels[:, :, 2] < 140))
    assert image.width < image.height
    assert rows.max() < 0.1 * image.height
    assert np.ptp(across) > 5 * np.ptp(rows)


def test_all_formats_show_that_a_sentence_was_read_by_machine(documents):
    collection = Collection.of([documents["columns.pdf"]], language="en")
    model = collection.fit(Options(sweeps=5, samples=1))
    digest = model.digest("What does the tram cost?", words=60)
    assert all(0 < sentence.recognized <= 1 for sentence in digest.sentences)
    assert all(each["recognized"] for each in json.loads(digest.to_json())["sentences"])
    for shown in (render_text(digest), render_html(digest)):
        assert shown.count("p. 1, read by machine") == len(digest.sentences)


def unsure(documents, confidence):
    return [
        replace(
            each,
            recognized=tuple(replace(line, confidence=confidence) for line in each.recognized),
        )
        for each in documents.values()
    ]


@pytest.mark.parametrize("confidence", [CERTAIN_RECOGNITION, CERTAIN_RECOGNITION - 0.01])
def test_low_confidence_is_reported(documents, confidence, tmp_path):
    collection = Collection.of(unsure(documents, confidence))
    model = collection.fit(Options(sweeps=5, samples=1))
    model.save(tmp_path / "saved.hdig")
    for each in (model, Model.load(tmp_path / "saved.hdig")):
        digest = each.digest("What does the tram cost?", words=60)
        warnings = [warning for warning in digest.warnings if "compare with the page" in warning]
        if confidence >= CERTAIN_RECOGNITION:
            assert not warnings
            continue
        [warning] = warnings
        read = [n for n, s in enumerate(digest.sentences, 1) if s.recognized is not None]
        assert read
        for n in read:
            sentence = digest.sentences[n - 1]
            assert f"{n} ({sentence.document}, p. {sentence.page}, 79% certain)" in warning


def test_a_language_without_data_is_reported(folder):
    [note] = read_paths([folder / "half.pdf"], ReadingOptions(ocr=True), language="hy").notes
    assert note.endswith("install hye (Debian and Ubuntu: apt install tesseract-ocr-hye)")


def test_scanned_pages_do_not_change_the_layout_of_other_pages(tmp_path):
    """The letters of a page read with OCR do not change which letters count as large elsewhere."""
    needs("tesseract")
    text = " ".join(f"The ferry of pier {n} leaves when the tide turns at noon." for n in range(24))
    path = tmp_path / "part.pdf"
    path.write_bytes(scanned(typeset([text], rows=8), pages=[2, 3]))
    [document] = read_paths([path], ReadingOptions(ocr=True), language="en").documents
    assert {block.kind for block in document.blocks} == {"paragraph"}
    assert document.title == ""
