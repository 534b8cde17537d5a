"""Formulas of OpenDocument, in MathML, as a line of text."""

import pytest
from lxml import etree

from hyperdigest.read.mathml import linear
from hyperdigest.read.office.opendocument import read_odp, read_odt
from office_made import odt

MANIFEST = (
    '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry'
    ' m:media-type="application/vnd.oasis.opendocument.formula" m:full-path="Object 1/"/>'
    "</m:manifest>"
)
SQUARE = "<msup><mi>c</mi><mn>2</mn></msup>"
HALF = "<mfrac><mn>1</mn><mn>2</mn></mfrac>"
CARBON = (
    "<mmultiscripts><mi>C</mi><mn>2</mn><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>"
)
SPACE = "http://www.w3.org/1998/Math/MathML"
FORMULA = (
    f'<math xmlns="{SPACE}"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi>{SQUARE}</mrow>'
    '<annotation encoding="StarMath 5.0">E = m c^2</annotation></semantics></math>'
)
LINK = 'xmlns:x="http://www.w3.org/1999/xlink" x:href="./Object 1"'
FRAME = f"<draw:frame><draw:object {LINK}/></draw:frame>"


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (f"<mn>2</mn><mi>x</mi>{SQUARE}<mi>y</mi>", "2xc^2 y"),
        ("<mi>sin</mi><mi>α</mi>", "sin α"),
        ("<munder><mi>max</mi><mrow><mi>x</mi><mo>∈</mo><mi>A</mi></mrow></munder>", "max_(x∈A)"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi>"
            "</munderover><mi>i</mi>",
            "∑_(i=1)^n i",
        ),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>12</mn></mfrac>", "(a+b)/12"),
        ("<mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac>", "n¦k"),
        (f"<mn>2</mn>{HALF}<mn>3</mn>", "2 1/2 3"),
        (f"<mn>2</mn><mstyle><mrow>{HALF}</mrow></mstyle>{HALF}", "2 1/2 1/2"),
        (f"<mi>x</mi><mo>=</mo>{HALF}<mo>(</mo><mi>a</mi><mo>)</mo>", "x=1/2 (a)"),
        ("<mn>2</mn><msqrt><mn>3</mn></msqrt><mi>x</mi>", "2 √3 x"),
        ("<mn>1</mn><mspace width='1em'/><mn>2</mn><mspace/><mo>=</mo>", "1 2="),
        ("<mn>1</mn><!-- one --><mn>2<!-- two -->3</mn><?a b?>", "123"),
        (f"<mn>3</mn>{CARBON}<mi>x</mi>", "3 _6^14 C_2 x"),
        (f"<msup><!-- two -->{HALF}<mn>2</mn></msup>", "(1/2)^2"),
        ("<mmultiscripts/><mmultiscripts><mi>x</mi></mmultiscripts>", "x"),
        ("<mfrac linethickness='0.5px'><mn>1</mn><mn>2</mn></mfrac>", "1/2"),
        ("<mfrac linethickness='0.0px'><mn>1</mn><mn>2</mn></mfrac>", "1¦2"),
        ("<msqrt><mi>a</mi><mo>+</mo><mn>1</mn></msqrt>", "√(a+1)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "3√x"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x\u0305"),
        ("<mfenced open='['><mi>a</mi><mi>b</mi></mfenced>", "[a,b)"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr>"
            "<mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>",
            "[1, 0; 0, 1]",
        ),
        ("<mtable><mtr><mtd>a</mtd></mtr><mtr><mtd>b</mtd></mtr></mtable>", "a, b"),
        ("<msub/><mfrac/><mroot/><mtable/><msubsup/>", "/ √"),
        (f"<mstyle><mphantom>{SQUARE}</mphantom><mtext> if </mtext></mstyle>", "if"),
        ("<mrow>" * 250 + "<mi>x</mi>" + "</mrow>" * 250, "x"),
        ("<msup>" * 250 + "<mi>x</mi>" + "</msup>" * 250, "x"),
    ],
)  # fmt: skip
def test_a_formula_is_a_line_of_text(formula: str, text: str):
    assert linear(etree.fromstring(f'<math xmlns="{SPACE}">{formula}</math>')) == text


def test_formulas_stand_in_their_sentences():
    parts = {"META-INF/manifest": MANIFEST, "Object 1/content": FORMULA}
    body = f"<text:p>The energy is {FRAME} at rest.</text:p><text:p>Twice: {FRAME}.</text:p>"
    assert read_odt(odt(body, **parts)).text == "The energy is E=mc^2 at rest.\n\nTwice: ."
    inline = f"<text:p>It is <draw:object>{FORMULA}</draw:object>.</text:p>"
    assert read_odt(odt(inline)).text == "It is E=mc^2."
    slide = f'<draw:page draw:name="a">{FRAME}</draw:page>'
    assert read_odp(odt(slide, kind="presentation", **parts)).text == "E=mc^2"


def test_a_document_without_the_file_of_a_formula_is_read():
    parts = {"META-INF/manifest": MANIFEST}
    assert read_odt(odt(f"<text:p>It is {FRAME}.</text:p>", **parts)).text == "It is ."
