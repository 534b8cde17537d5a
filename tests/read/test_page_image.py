"""Images of pages mark the sentence and nothing else."""

import io
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from documents_made import lines, pdf
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.read.page_images.image import MOST_PIXELS, page_image
from hyperdigest.read.pages import WIDTH, page_of, pages_of
from hyperdigest.read.pdf.reader import read_pdf
from pages_made import PARAGRAPHS, letters, typeset, under_marks

WORDS = st.sampled_from(
    (*PARAGRAPHS[0].lower().replace(".", "").split(), "representative", "extraordinarily")
)
SENTENCES = st.lists(WORDS, min_size=4, max_size=25).map(lambda ws: " ".join(ws).capitalize() + ".")
TEXTS = st.lists(st.lists(SENTENCES, min_size=2, max_size=6).map(" ".join), min_size=2, max_size=6)


def read(data: bytes) -> Document:
    content = read_pdf(data)
    return Document("a.pdf", "a.pdf", content.text, format="pdf", pages=content.pages)


def sentences(document: Document) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"[A-Z][^.]*\.", document.text)]


def check_marks(data: bytes) -> Document:
    document = read(data)
    found = sentences(document)
    assert found
    for start, end in found:
        marked = "".join(under_marks(data, document, start, end))
        assert letters(marked) == letters(document.text[start:end])
    return document


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("corner", [(0, 0), (40, 25)])
@pytest.mark.parametrize("columns", [1, 2])
def test_exactly_the_sentence_is_marked(columns: int, corner: tuple[int, int], turned: int):
    check_marks(
        typeset(PARAGRAPHS, columns=columns, corner=corner, turned=turned, rows=12, hyphens=True)
    )


TWO_COLUMNS = [
    "Extraordinarily council at of first debate is six spring the. The put of put. Pays line of"
    " larger new part.",
    "Said since of next at first is. Next approved of of. Approved put hall demonstrated. The will"
    " of new larger.",
    "Of of run first monday for representative run. Said engineers of next larger year that pays"
    " northern hours asked. Will 340 of repeatedly 1998, that of the tram run the debate year"
    " connection government council. The the cost for. Year of the at. The cost asked front that of"
    " in.",
    "The monday first the tram first. The first said of. New monday of part of of.",
    "Had since first repeatedly of first council six is. 1998, in the spring. Had since first"
    " repeatedly of first council six is.",
    "Of next the six connection debate had. 1998, for and the of cost northern put hours in.",
]
"""Paragraphs whose lines begin together in two columns, as the rows of a table do."""


SENTENCES_BESIDE = [
    "Pays pays pays pays which which pays which cars cars which. Pays which cars which cars.",
    "Cars pays pays pays pays pays which cars. Cars which cars pays pays cars cars cars pays.",
    "Pays pays which pays which which cars cars which. Which which cars pays which which. Cars"
    " pays pays cars. Cars cars which pays cars. Cars which which which. Cars pays pays which"
    " cars cars.",
    "Which which which which. Pays pays pays pays which pays which cars which pays pays pays.",
    "Cars cars pays cars which pays. Pays which cars cars pays pays cars. Which pays cars pays"
    " which which cars cars. Which cars cars cars cars cars pays. Pays cars cars cars pays cars"
    " cars cars pays pays pays which pays cars cars pays pays. Which pays pays cars.",
]
"""Each paragraph is as high as the one in the other column."""

SENTENCES_AS_TERMS = [
    "Had of in million. Million residents approved front new extraordinarily the six.",
    "Hours larger residents approved asked. Of tram in asked council.",
    "Northern put residents the asked the year pays hours 1998, the council. The monday larger"
    " the that the part debate will council the. After cost the had repeatedly representative."
    " The since of 1998,. At million the larger.",
    "Of the had the the connection cars new. The the the tram first hall.",
    "Extraordinarily of the at put. Pays 340 that on. The in run cars council government.",
]
"""Paragraphs of few sentences, as terms beside their definitions."""

CUT_AT_THE_SECOND = [
    "Front the on which new of euros, part the the is tram. Repeatedly put in engineers next"
    " six the the on hall of 1998, which part of.",
    "Cars the the the hall. 340 front said cars hall.",
    "Asked monday at the for. 340 extraordinarily six front run million. The connection had of"
    " of and year districts engineers a said in next on the will cars which hall euros,.",
    "Line extraordinarily put in spring hall the after 340 government next year and council of"
    " the and the of the residents 340 the. The six the of spring said the of residents cars"
    " debate a.",
    "340 larger the government the the. Year next the pays larger.",
]
"""Paragraphs in two columns of which the second begins within a sentence."""

RECURRING = [
    "Extraordinarily monday monday monday monday monday monday extraordinarily extraordinarily"
    " extraordinarily extraordinarily extraordinarily extraordinarily extraordinarily"
    " extraordinarily extraordinarily. Monday extraordinarily extraordinarily extraordinarily"
    " monday monday monday monday.",
    "Extraordinarily monday extraordinarily monday monday monday monday. Extraordinarily monday"
    " extraordinarily extraordinarily extraordinarily extraordinarily extraordinarily monday"
    " extraordinarily. Extraordinarily extraordinarily extraordinarily extraordinarily monday"
    " extraordinarily monday. Extraordinarily monday extraordinarily monday monday."
    " Extraordinarily extraordinarily extraordinarily monday extraordinarily monday.",
    "Monday extraordinarily extraordinarily monday monday extraordinarily. Monday monday monday"
    " extraordinarily extraordinarily. Extraordinarily extraordinarily monday monday monday"
    " monday extraordinarily extraordinarily monday extraordinarily extraordinarily monday"
    " monday extraordinarily monday extraordinarily extraordinarily extraordinarily monday"
    " monday monday monday monday extraordinarily monday. Extraordinarily monday extraordinarily"
    " monday monday extraordinarily monday monday monday extraordinarily extraordinarily monday"
    " extraordinarily extraordinarily extraordinarily monday extraordinarily monday monday"
    " monday. Monday monday monday extraordinarily extraordinarily monday extraordinarily"
    " extraordinarily.",
    "Extraordinarily extraordinarily extraordinarily extraordinarily extraordinarily"
    " extraordinarily extraordinarily extraordinarily monday extraordinarily extraordinarily"
    " monday monday monday extraordinarily extraordinarily extraordinarily. Extraordinarily"
    " monday extraordinarily monday monday extraordinarily. Extraordinarily monday monday"
    " extraordinarily monday monday monday extraordinarily extraordinarily extraordinarily.",
    "Extraordinarily monday extraordinarily monday. Monday monday extraordinarily"
    " extraordinarily monday. Monday extraordinarily monday monday monday. Monday monday monday"
    " extraordinarily monday.",
    "Monday monday extraordinarily monday. Monday monday extraordinarily monday monday monday."
    " Extraordinarily monday monday monday monday. Monday extraordinarily monday extraordinarily"
    " extraordinarily extraordinarily monday extraordinarily extraordinarily extraordinarily"
    " monday extraordinarily monday extraordinarily monday monday extraordinarily.",
]
"""Words that recur, of which hyphens divide some."""

SENTENCES_BESIDE_A_TERM = [
    "Debate a the in which. Million for connection spring year said the new government"
    " year part. Of repeatedly in put which. And is first 340 the monday the.",
    "Extraordinarily council that which asked a front cars next euros, demonstrated"
    " connection on million 340 demonstrated six tram since asked front for. Approved pays"
    " larger districts a and of spring tram run 1998, hours.",
    "Hours of tram cars debate. Since larger hall repeatedly northern council. Part the"
    " which repeatedly run monday had cost of million. Representative the cost debate"
    " first that.",
]
"""Only the first column has several sentences in most of its paragraphs."""

RECURRING_BESIDE = [
    "Cars cars hall cars hall hall. Cars hall hall hall cars hall.",
    "Hall hall hall hall cars cars cars cars hall cars. Hall cars cars hall hall cars"
    " cars cars hall cars. Cars hall cars hall hall hall hall cars hall hall. Cars hall"
    " hall hall. Cars cars hall hall hall cars hall hall cars hall hall hall hall hall"
    " hall hall hall cars cars hall hall cars hall cars.",
    "Cars hall cars cars hall. Hall hall cars cars cars. Hall cars cars hall. Hall hall"
    " cars hall. Cars cars cars cars. Cars cars hall cars.",
    "Cars hall cars cars hall hall. Cars cars cars cars cars.",
    "Hall hall hall cars hall hall hall cars cars cars cars cars hall cars hall cars cars"
    " hall hall hall hall cars hall cars. Cars hall cars hall cars. Cars hall cars hall"
    " hall cars cars cars cars hall cars. Hall hall hall cars hall. Cars cars cars hall"
    " hall hall cars cars hall hall cars hall cars cars cars hall hall hall cars cars"
    " cars. Hall cars cars cars hall.",
]
"""Lines of which runs of three words and more recur in the other column."""


@example(TWO_COLUMNS, 2, 11, False, True)
@example(SENTENCES_BESIDE, 2, 9, False, False)
@example(SENTENCES_AS_TERMS, 2, 9, True, True)
@example(CUT_AT_THE_SECOND, 2, 11, False, False)
@example(RECURRING, 2, 10, True, False)
@example(SENTENCES_BESIDE_A_TERM, 2, 10, True, True)
@example(RECURRING_BESIDE, 2, 7, False, True)
@given(TEXTS, st.integers(1, 2), st.integers(6, 40), st.booleans(), st.booleans())
def test_exactly_the_sentence_is_marked_in_any_text(paragraphs, columns, rows, hyphens, headed):
    head = "Of trams and other things" if headed else ""
    data = typeset(paragraphs, columns=columns, rows=rows, hyphens=hyphens, head=head)
    document = read(data)
    for start, end in sentences(document):
        marked = "".join(under_marks(data, document, start, end))
        assert letters(marked) == letters(document.text[start:end])


def test_a_sentence_over_a_page_break_is_marked_on_both_pages():
    data = typeset(PARAGRAPHS, rows=3)
    document = check_marks(data)
    across = [s for s in sentences(document) if len(pages_of(document, *s)) == 2]
    assert across
    for start, end in across:
        for number in pages_of(document, start, end):
            assert page_of(document, number, [(start, end)]).stretches


def test_a_repeated_sentence_is_marked_at_its_own_place():
    twice = (
        "It was said again and again. " * 3 + "Then something else. It was said again and again."
    )
    data = typeset([twice, *PARAGRAPHS])
    document = read(data)
    _, *_, last = [m.span() for m in re.finditer("It was said again and again.", document.text)]
    page = page_of(document, 1, [last])
    rows, _ = np.nonzero(yellow(page_image(data, page).png))
    first = page_of(document, 1, [(0, 28)])
    assert rows.min() >= np.nonzero(yellow(page_image(data, first).png))[0].min()
    assert "".join(under_marks(data, document, *last)).strip() == "It was said again and again."


def yellow(png: bytes) -> np.ndarray:
    """A mask of the marked pixels."""
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)
    return (pixels[:, :, 0] > 200) & (pixels[:, :, 2] < 140)


@pytest.mark.parametrize("turned", [0, 90])
def test_the_marked_pixels_are_under_the_words(turned: int):
    data = typeset(PARAGRAPHS, turned=turned, corner=(30, 20))
    document = read(data)
    start, end = sentences(document)[0]
    marked = page_image(data, page_of(document, 1, [(start, end)]))
    plain = page_image(data, page_of(document, 1))
    with Image.open(io.BytesIO(marked.png)) as one, Image.open(io.BytesIO(plain.png)) as other:
        assert one.size == other.size == (marked.width, marked.height)
        assert marked.width == WIDTH
        dark = np.asarray(other.convert("L")) < 100
    under = yellow(marked.png)
    # The first sentence is at the top left of the page; on a rotated page, at the right.
    rows, across = np.nonzero(under)
    inside = dark[rows.min() : rows.max(), across.min() : across.max()]
    assert inside.any()
    assert (rows.max() < 0.25 * marked.height) if not turned else (across.min() > marked.width / 2)
    assert under.sum() < 0.05 * under.size


def test_the_same_page_gives_the_same_bytes():
    data = typeset(PARAGRAPHS)
    page = page_of(read(data), 1, [(0, 60)])
    assert page_image(data, page) == page_image(data, page)


@pytest.mark.parametrize("size", [(14400, 14400), (14400, 1), (1, 14400), (3, 3), (14400, 200)])
def test_the_size_of_an_image_is_limited_for_pages_of_any_size(size: tuple[int, int]):
    def draw(canvas):
        canvas.setPageSize(size)
        canvas.rect(0, 0, 2, 2, fill=1)

    data = pdf(lambda canvas: lines(canvas, ["Some words on a page."]), draw)
    page = page_of(read(data), 2)
    image = page_image(data, page)
    assert image.width * image.height <= MOST_PIXELS
    assert image.width <= WIDTH + 1


def test_a_page_whose_text_has_changed_is_not_drawn():
    document = read(typeset(PARAGRAPHS))
    other = typeset([PARAGRAPHS[1], "Nothing of this was ever said by anybody at all."])
    with pytest.raises(ReadError, match="has changed since it was read"):
        page_image(other, page_of(document, 1))
    more = typeset(PARAGRAPHS * 9, rows=20)
    with pytest.raises(ReadError, match="has changed since it was read"):
        page_image(more, page_of(document, 1))
    with pytest.raises(ReadError, match="has changed since it was read"):
        page_image(b"not a PDF any more", page_of(document, 1))


def test_a_sentence_that_is_no_longer_on_the_page_is_an_error():
    document = read(typeset(PARAGRAPHS))
    start = document.text.index("340 million euros")
    changed = typeset(
        [PARAGRAPHS[0].replace("340 million euros", "9 billion marks"), PARAGRAPHS[1]]
    )
    with pytest.raises(ReadError, match="has changed since it was read"):
        page_image(changed, page_of(document, 1, [(start, start + 17)]))
    page_image(changed, page_of(document, 1, [(0, 70)]))


@pytest.mark.parametrize("box", ["900 900 1400 1400", "-500 -500 -10 -10"])
def test_a_page_with_a_crop_box_outside_of_it_is_drawn_whole(box):
    data = pdf(lambda canvas: lines(canvas, ["The tram runs on Monday."]))
    cropped = data.replace(b"/MediaBox", b"/CropBox [%s] /MediaBox" % box.encode())
    image = page_image(cropped, page_of(read(cropped), 1, [(0, 8)]))
    whole = page_image(data, page_of(read(data), 1, [(0, 8)]))
    assert (image.width, image.height, image.spot) == (whole.width, whole.height, whole.spot)
