"""Whatever words a file has in whatever places of its format, they are read, and no others."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from documents_made import epub, zipped
from hyperdigest.documents import Document
from hyperdigest.read import read_paths
from hyperdigest.split.sentences import split
from mail_made import mailbox, modern
from office_made import odp, odt, pptx, rtf, shape, table

SPACES = " ".join(
    f'xmlns:{short}="http://schemas.openxmlformats.org/{name}"'
    for short, name in {
        "w": "wordprocessingml/2006/main",
        "m": "officeDocument/2006/math",
        "mc": "markup-compatibility/2006",
        "r": "officeDocument/2006/relationships",
    }.items()
)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z]+\d+", text)


class Words:
    """Sentences of words that occur nowhere else, and all words given out so far."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def __call__(self, place: str) -> str:
        """A sentence for a place in the file, which its words name."""
        name = re.sub("[^a-z]", "", place)
        some = [f"{name}{len(self.given) + n}" for n in range(6)]
        self.given += some
        return f"The {' '.join(some)} is here."


def docx(say: Words) -> bytes:
    """A Word document with text in all places that a reader sees."""

    def run(place: str) -> str:
        return f"<w:r><w:t>{say(place)}</w:t></w:r>"

    def p(*inside: str) -> str:
        return f"<w:p>{' '.join(inside)}</w:p>"

    def cell(place: str, *more: str) -> str:
        return f"<w:tc>{p(run(place))}{''.join(more)}</w:tc>"

    def box(place: str) -> str:
        return f"<w:txbxContent>{p(run(place))}</w:txbxContent>"

    def controlled(inside: str) -> str:
        return f"<w:sdt><w:sdtPr/><w:sdtContent>{inside}</w:sdtContent></w:sdt>"

    drawn = box("box")
    either = (
        f"<mc:AlternateContent><mc:Choice>{drawn}</mc:Choice><mc:Fallback>{drawn}</mc:Fallback>"
    )
    only = f"<mc:AlternateContent><mc:Choice/><mc:Fallback>{box('fallback')}</mc:Fallback>"
    rows = f"<w:tr>{cell('cell')}{controlled(cell('controlled cell'))}</w:tr>"
    rows += controlled(f"<w:tr>{cell('controlled row')}{cell('b')}</w:tr>")
    inner = f"<w:tbl><w:tr>{cell('nested')}{cell('nested')}</w:tr></w:tbl>"
    power = (
        "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    )
    math = f"<m:oMath>{power}<m:r><m:t>+</m:t></m:r><m:r><m:t>{say('math')}</m:t></m:r></m:oMath>"
    body = [
        p(run("plain"), f"<w:hyperlink>{run('link')}</w:hyperlink>"),
        p(
            f"<w:ins>{run('insertion')}</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        ),
        p(f"<w:smartTag>{run('tag')}</w:smartTag><w:fldSimple>{run('field')}</w:fldSimple>"),
        p(run("around"), f"<mc:AlternateContent>{either}</mc:AlternateContent>"),
        p(f"<mc:AlternateContent>{only}</mc:AlternateContent>"),
        p(f"<w:r><w:pict>{box('drawing')}</w:pict></w:r>"),
        controlled(p(run("control")) + controlled(p(run("inner control")))),
        p(controlled(run("inline control"))),
        p(math),
        f"<w:tbl>{rows}</w:tbl>",
        f"<w:tbl><w:tr>{cell('outer', inner)}</w:tr></w:tbl>",
        f"<w:customXml>{p(run('custom'))}</w:customXml>",
        p(f"<w:moveFrom><w:r><w:t>away9</w:t></w:r></w:moveFrom>{run('moved')}"),
    ]
    notes = [f"<w:{kind}>{p(run(kind))}</w:{kind}>" for kind in ("footnote", "endnote")]
    links = "http://schemas.openxmlformats.org/package/2006/relationships"
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    def related(**targets: str) -> str:
        listed = "".join(
            f'<Relationship Id="r{n}" Type="{kinds}/{kind}" Target="{target}"/>'
            for n, (kind, target) in enumerate(targets.items())
        )
        missing = f'<Relationship Id="rx" Type="{kinds}/image" Target="NULL"/>'
        return f'<Relationships xmlns="{links}">{listed}{missing}</Relationships>'

    return zipped(
        {
            "_rels/.rels": related(officeDocument="word/document.xml"),
            "word/_rels/document.xml.rels": related(footnotes="f.xml", endnotes="e.xml"),
            "word/document.xml": f"<w:document {SPACES}>{''.join(body)}</w:document>",
            "word/f.xml": f"<w:footnotes {SPACES}>{notes[0]}</w:footnotes>",
            "word/e.xml": f"<w:endnotes {SPACES}>{notes[1]}</w:endnotes>",
        }
    )


def strict_docx(say: Words) -> bytes:
    """The same in the strict variant of the format, with other namespaces."""
    import io
    import zipfile

    old, new = b"http://schemas.openxmlformats.org/", b"http://purl.oclc.org/ooxml/"
    with zipfile.ZipFile(io.BytesIO(docx(say))) as archive:
        return zipped({n: archive.read(n).replace(old, new) for n in archive.namelist()})


def slides(say: Words) -> bytes:
    grouped = f"<p:grpSp>{shape(say('group'))}<p:grpSp>{shape(say('inner'))}</p:grpSp></p:grpSp>"
    run = f"<a:r><a:t>{say('link')}</a:t></a:r>"
    field = f"<a:fld type='x'><a:t>{say('field')} </a:t></a:fld>"
    linked = shape(say("body"), "body", f"{field}{run}")
    math = f"<a14:m xmlns:a14='x'><oMath><r><t>{say('math')}</t></r></oMath></a14:m>"
    choice = (
        f"<mc:AlternateContent xmlns:mc='m'><mc:Choice>{math}</mc:Choice></mc:AlternateContent>"
    )
    return pptx(
        shape(say("title"), "title") + linked + grouped,
        table([(say("cell"), say("cell")), (say("row"), say("row"))]) + shape("For ", body=choice),
        notes={1: say("note")},
    )


def text_document(say: Words) -> bytes:
    def p(place: str) -> str:
        return f"<text:p>{say(place)}</text:p>"

    def cell(place: str, inside: str = "") -> str:
        return f"<table:table-cell>{p(place)}{inside}</table:table-cell>"

    row = f"<table:table-row>{cell('cell')}{cell('cell')}</table:table-row>"
    nested = f"<table:table>{row}</table:table>"
    outer = f"<table:table-row>{cell('outer', nested)}</table:table-row>"
    item = f"<text:list-item>{p('item')}<text:list><text:list-item>{p('inner')}"
    items = f"<text:list>{item}</text:list-item></text:list></text:list-item></text:list>"
    note = f"<text:note><text:note-body>{p('note')}</text:note-body></text:note>"
    framed = f"<draw:frame><draw:text-box>{p('box')}</draw:text-box></draw:frame>"
    spans = f"<text:span>{say('span')}</text:span> <text:a>{say('link')}</text:a>"
    inside = f"<text:p>{spans} {note} {framed}</text:p>"
    section = f"<text:section>{p('section')}<text:h>{say('heading')}</text:h></text:section>"
    return odt(f"{p('plain')}{inside}{items}<table:table>{outer}</table:table>{section}")


def presentation(say: Words) -> bytes:
    box = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    return odp(
        *(box.format(say("slide")) + f"<draw:g>{box.format(say('group'))}</draw:g>" for _ in "ab")
    )


def rich_text(say: Words) -> bytes:
    row = rf"\trowd\intbl {say('cell')}\cell {say('cell')}\cell\row\pard "
    fields = rf"{{\field{{\*\fldinst HYPERLINK}}{{\fldrslt {say('field')}}}}}"
    box = rf"{{\shp{{\*\shpinst{{\shptxt {say('box')}\par}}}}}}"
    old = rf"{{\*\do{{\dptxbxtext {say('drawing')}\par}}}}"
    note = rf"{{\footnote {say('note')}}}"
    return rtf(
        rf"{say('plain')} {{\b {say('bold')}}}{note}\par {fields}{box}{old}\par {row}"
        rf"{{\revised {say('revision')}}}\par {{\object{{\result {say('object')}}}}}\par"
    )


def message(say: Words) -> bytes:
    files = {"a.docx": docx(say), "b.txt": say("file").encode(), "c.odt": text_document(say)}
    return modern(f"{say('body')}\n\n{say('body')}\n", files=files)


def box(say: Words) -> bytes:
    return mailbox(
        *(modern(f"{say('message')}\n\nFrom here on: {say('body')}\n") for _ in range(9))
    )


def plain(say: Words) -> bytes:
    blocks = (say("a"), f"- {say('item')}", f"> {say('quote')}", f"1. {say('number')}")
    return "\n\n".join([*blocks, f"{say('column')}\t{say('column')}", say("last")]).encode()


def marked(say: Words) -> bytes:
    row = f"| {say('cell')} | {say('cell')} |"
    text = f"# {say('heading')}\n\n{say('text')} [{say('link')}](x) *{say('stress')}*\n\n"
    return (
        f"{text}{row}\n|---|---|\n{row}\n\n> {say('quote')}\n\n```\n{say('code')}\n```\n".encode()
    )


def book(say: Words) -> bytes:
    return epub({f"{n}.xhtml": f"<h1>{say('heading')}</h1><p>{say('page')}</p>" for n in "ab"})


MADE: dict[str, Callable[[Words], bytes]] = {
    "a.docx": docx,
    "strict.docx": strict_docx,
    "a.pptx": slides,
    "a.odt": text_document,
    "a.odp": presentation,
    "a.rtf": rich_text,
    "a.eml": message,
    "a.mbox": box,
    "a.txt": plain,
    "wide.txt": lambda say: plain(say).decode().encode("utf-16"),
    "a.txt.gz": lambda say: gzip.compress(plain(say)),
    "a.md": marked,
    "a.epub": book,
}


def shown(document: Document) -> str:
    """The text of the sentences of a document."""
    spans = split(document)
    starts, ends = spans.start.tolist(), spans.end.tolist()
    return " ".join(document.text[a:b] for a, b in zip(starts, ends, strict=True))


@pytest.mark.parametrize("name", MADE)
def test_all_words_of_a_file_are_read_and_no_others(tmp_path: Path, name: str):
    say = Words()
    (tmp_path / name).write_bytes(MADE[name](say))
    reading = read_paths([tmp_path / name])
    assert reading.warnings == ()
    read = list(chain.from_iterable(words(shown(each)) for each in reading.documents))
    assert sorted(set(read)) == sorted(set(say.given))
    assert len(read) <= len(say.given) * 1.5


def test_contents_numbers_and_footers_are_in_the_text_but_in_no_sentence(tmp_path: Path):
    contents = "<text:table-of-content><text:p>Why 3</text:p></text:table-of-content>"
    (tmp_path / "a.odt").write_bytes(odt(f"{contents}<text:p>The weir is shut.</text:p>"))
    slide = shape("The weir is shut.", "body") + shape("7", "sldNum") + shape("Ruth", "ftr")
    (tmp_path / "a.pptx").write_bytes(pptx(slide))
    (tmp_path / "a.rtf").write_bytes(rtf(r"\s9 Where\tab 3\par\pard The weir is shut.\par"))
    texts = [
        "Why 3\n\nThe weir is shut.",
        "The weir is shut.\n\n7\n\nRuth",
        "Where\t3\n\nThe weir is shut.",
    ]
    documents = read_paths([tmp_path]).documents
    assert [document.text for document in documents] == texts
    assert [shown(document) for document in documents] == ["The weir is shut."] * 3
