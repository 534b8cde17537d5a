"""What is struck out in a file is left out, as what was deleted from it is."""

import pytest

from documents_made import zipped
from hyperdigest.read.html.reader import read_html
from hyperdigest.read.latex.reader import read_latex
from hyperdigest.read.markup.asciidoc import read_asciidoc
from hyperdigest.read.markup.org import read_org
from hyperdigest.read.office.opendocument import read_odt
from hyperdigest.read.office.rtf import read_rtf
from hyperdigest.read.office.word import read_docx
from hyperdigest.read.xml_articles.reader import read_xml
from office_made import odt

KEPT = "The ferry leaves at 9090 today."
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


@pytest.mark.parametrize(
    "struck",
    ["<s>8080</s>", "<strike>8080</strike>", '<span class="line-through">8080</span>',
     '<span style="text-decoration: line-through">8080</span>'],
)  # fmt: skip
def test_in_a_page(struck):
    page = f"<p>The ferry leaves at {struck} <span>9090</span> today.</p>"
    assert read_html(page.encode()).text == KEPT


@pytest.mark.parametrize("mark", ["w:strike", "w:dstrike", "w:vanish"])
def test_in_word(mark):
    def run(text: str, marks: str = "") -> str:
        return f'<w:r><w:rPr>{marks}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'

    runs = run("The ferry leaves at ") + run("8080 ", f"<{mark}/>")
    runs += run("9090 today.", f'<{mark} w:val="0"/>')
    body = f'<w:document xmlns:w="{WORD}"><w:body><w:p>{runs}</w:p></w:body></w:document>'
    assert read_docx(zipped({"word/document.xml": body})).text == KEPT


def test_in_opendocument():
    styles = (
        '<style:style style:name="Gone" style:family="text"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style>'
    )
    line = '<text:span text:style-name="{}">{}</text:span>'
    text = f"The ferry leaves at {line.format('Gone', '8080 ')}{line.format('Kept', '9090')} today."
    content = read_odt(odt(f"<text:p>{text}</text:p>", styles=styles))
    assert content.text == KEPT


def test_in_rtf():
    body = rb"{\rtf1 The ferry leaves at {\strike 8080 }\strike 1234 \strike0 9090 today.\par}"
    assert read_rtf(body).text == KEPT


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_asciidoc, "The ferry leaves at [line-through]#8080# 9090 today."),
        (read_org, "The ferry leaves at +8080+ 9090 today."),
        (read_latex, r"\documentclass{a}\begin{document}The ferry leaves at \sout{8080} 9090 "
                     r"today.\end{document}"),
        (read_xml, '<article article-type="a"><body><p>The ferry leaves at <strike>8080</strike> '
                   "9090 today.</p></body></article>"),
        (read_xml, '<book xmlns="http://docbook.org/ns/docbook"><chapter><title>A</title><para>The '
                   'ferry leaves at <emphasis role="strikethrough">8080</emphasis> 9090 today.'
                   "</para></chapter></book>"),
        (read_xml, '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><p>The ferry leaves at '
                   '<hi rend="strikethrough">8080</hi> 9090 today.</p></body></text></TEI>'),
    ],
)  # fmt: skip
def test_in_markup(read, text):
    assert " ".join(read(text.encode()).text.split()).endswith(KEPT)
