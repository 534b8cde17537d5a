"""Equations of Office documents as a line of text."""

import pytest
from lxml import etree

from documents_made import zipped
from hyperdigest.read.office.mathematics import linear
from hyperdigest.read.office.word import read_docx


def r(text: str) -> str:
    return f"<r><rPr/><t>{text}</t></r>"


def of(name: str, properties: str = "", **parts: str) -> str:
    inside = "".join(f"<{part}>{content}</{part}>" for part, content in parts.items())
    return f"<{name}><{name}Pr>{properties}</{name}Pr>{inside}</{name}>"


@pytest.mark.parametrize(
    ("equation", "text"),
    [
        (of("sSup", e=r("x"), sup=r("2")) + r(" + y"), "x^2 + y"),
        (of("sSubSup", e=r("x"), sub=r("n+1"), sup=r("k")), "x_(n+1)^k"),
        (of("f", num=r("a+b"), den=r("12")), "(a+b)/12"),
        (of("rad", deg="", e=r("ab+c")) + of("rad", deg=r("3"), e=r("x")), "√(ab+c)3√x"),
        (of("d", '<begChr val="["/><endChr val="]"/>', e=r("x+1")), "[x+1]"),
        (of("d", e=r("x")), "(x)"),
        (of("nary", '<chr val="∑"/>', sub=r("i=1"), sup=r("n"), e=r("i")), "∑_(i=1)^n i"),
        (of("nary", sub="", sup="", e=r("f")), "∫ f"),
        (of("func", fName=r("sin"), e=r("α")), "sin α"),
        (of("limLow", e=r("max"), lim=r("x>0")), "max_(x>0)"),
        (of("f", num=r("a"), den=r("2c")) + of("sSup", e=r("x"), sup=r("2c")), "a/(2c)x^(2c)"),
        (of("f", '<type val="noBar"/>', num=r("n"), den=r("k")), "n¦k"),
        (of("acc", '<chr val="\u0304"/>', e=r("x")), "x\u0304"),
        (of("acc", e=r("x")) + of("acc", '<chr val="\u20d7"/>', e=r("a+b")), "x\u0302(a+b)\u20d7"),
        (of("bar", '<pos val="top"/>', e=r("A")) + of("bar", e=r("B")), "A\u0305B\u0332"),
        ("<m><mr><e><t>1</t></e><e><t>0</t></e></mr><mr><e><t>0</t></e></mr></m>", "[1, 0; 0]"),
        (f"<eqArr><e>{r('a=b')}</e><e>{r('c=d')}</e></eqArr>", "a=b, c=d"),
        (of("unknown", e=r("kept")), "kept"),
    ],
)
def test_equations_are_lines_of_text(equation: str, text: str):
    assert linear(etree.fromstring(f"<oMath>{equation}</oMath>")) == text


def test_an_equation_between_paragraphs_is_read():
    document = (
        "<document><body><p><r><t>Before.</t></r></p>"
        f"<oMathPara><oMath>{r('x=1')}</oMath></oMathPara></body></document>"
    )
    assert read_docx(zipped({"word/document.xml": document})).text == "Before.\n\nx=1"
