import pytest

from documents_made import lines, pdf
from hyperdigest.documents import Document
from hyperdigest.read.pdf.reader import read_pdf


def labelled(*labels: tuple[int, str | None, int | None, str | None], pages: int = 4) -> Document:
    """A PDF with page labels, each given as its first page (from 0), style, start and prefix."""

    def first(canvas):
        for page, style, start, prefix in labels:
            canvas.addPageLabel(page, style=style, start=start, prefix=prefix)
        lines(canvas, ["The tram runs to the harbour."])

    def following(number: int):
        name = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        return lambda canvas: lines(canvas, [f"It stops at {name}."], y=700 - number % 9)

    content = read_pdf(pdf(first, *map(following, range(1, pages))))
    return Document("d", "d.pdf", content.text, "", "pdf", content.blocks, content.pages,
                    content.page_labels)  # fmt: skip


def test_a_page_is_cited_by_its_printed_label():
    document = labelled((0, "ROMAN_LOWER", None, None), (2, "ARABIC", 1, None))
    assert document.page_labels == ("i", "ii", "1", "2")
    assert document.place(document.pages[2]) == "p. 1 (3rd)"
    assert document.page_label(document.pages[3]) == "2"


def test_labels_may_have_prefixes():
    document = labelled((0, "ARABIC", 1, None), (2, "ARABIC", 1, "A-"))
    assert document.page_labels == ("1", "2", "A-1", "A-2")
    assert document.place(0) == "p. 1"


def test_pages_numbered_from_one_have_no_labels():
    assert labelled().page_labels == ()
    assert labelled((0, "ARABIC", 1, None)).page_labels == ()


@pytest.mark.parametrize(
    "prefix", ["x" * 10_000, "a\nb\x07", "\x1b[31m", "\ue000", "\u202eb", "  ", "\ufffe"]
)
def test_an_unprintable_or_long_label_is_replaced_by_the_number(prefix: str):
    document = labelled((0, "ARABIC", 1, None), (2, None, None, prefix))
    assert document.page_labels == ()
    assert document.place(document.pages[2]) == "p. 3"


def test_each_of_thousands_of_pages_has_its_label():
    document = labelled((0, "ARABIC", 11, None), pages=1000)
    assert document.page_labels == tuple(map(str, range(11, 1011)))


def raw(labels: bytes, *objects: bytes) -> bytes:
    """A PDF of one page with these labels in its catalog; further objects are numbered from 5."""
    content = b"BT /F 10 Tf 72 700 Td (The tram runs.) Tj ET"
    body = [
        b"<</Type/Catalog/Pages 2 0 R%s>>" % labels,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F<<"
        b"/Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content),
        *objects,
    ]
    numbered = b"".join(b"%d 0 obj\n%s\nendobj\n" % item for item in enumerate(body, 1))
    return b"%PDF-1.4\n" + numbered + b"trailer<</Size 9/Root 1 0 R>>\n%%EOF"


def test_labels_may_be_in_the_catalog_or_in_another_object():
    assert read_pdf(raw(b"/PageLabels<</Nums[0<</P(A-)/S/D>>]>>")).page_labels == ("A-1",)
    apart = raw(b"/PageLabels 5 0 R", b"<</Nums[0<</P(A-)/S/D>>]>>")
    assert read_pdf(apart).page_labels == ("A-1",)


@pytest.mark.parametrize(
    ("labels", "objects"),
    [
        (b"/PageLabels 5 0 R", [b"<</Kids[5 0 R]>>"]),
        (b"/Page#4cabels 5 0 R", [b"<</Kids[5 0 R]>>"]),
        (b"/PageLabels 5 0 R", [b"<</#4bids[5 0 R]>>"]),
        (b"/PageLabels<</Nums[0<</P(>>>>>>)>>]/Kids[5 0 R]>>", [b"<</Kids[5 0 R]>>"]),
        (
            b"/PageLabels 5 0 R",
            [b"<</Kids[%s]>>" % (b"6 0 R " * 9), b"<</Kids[%s]>>" % (b"5 0 R " * 9)],
        ),
    ],
)
def test_a_tree_of_labels_with_a_cycle_is_not_followed(labels, objects):
    content = read_pdf(raw(labels, *objects))
    assert content.text == "The tram runs."
    assert content.page_labels == ()
