"""Inputs of each kind of file that repeat one thing so many times, each a line of code."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping

from hostile import docx_of, page_of, stream, zip_of

Make = Callable[[int], bytes]

HEAD = b"From: Anna <a@example.org>\nDate: Tue, 3 Nov 2026 10:12:13 +0100\nSubject: The weir\n"
_FIRST = b"From a@example.org Tue Nov  3 10:12:13 2026\n"
_MIXED = HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n'
_P = b"The weir is shut.\n\n"
_OFFICE = b"urn:oasis:names:tc:opendocument:xmlns:"
_DRAWN = b"http://schemas.openxmlformats.org/drawingml/2006/main"
_LINKS = b"http://schemas.openxmlformats.org/package/2006/relationships"

_UNITS = {
    "letters": "a",
    "capitals": "A",
    "digits": "1",
    "letters of another script": "道",
    "accents": "é",
    "marks on a letter": "\u0301",
    "spaces": " ",
    "tabs": "\t",
    "line ends": "\n",
    "form feeds": "\f",
    "backspaces": "a\b",
    "words": "word ",
    "lines": "The weir is shut.\n",
    "paragraphs": "The weir is shut.\n\n",
    "sentences": "The weir is shut. ",
    "abbreviations": "e.g. ",
    "initials": "A. ",
    "numbers": "1.",
    "numbered lines": "1. The weir\n",
    "hyphens": "-",
    "broken words": "bro-\nken ",
    "items": "- weir\n",
    "quoted lines": "> weir\n",
    "marks of a quotation": ">",
    "pipes": "| a ",
    "rows": "| a | b |\n",
    "columns": "a  b  c\n",
    "dots": ".",
    "leaders": "Weir . . . . 3\n",
    "question marks": "?",
    "quotation marks": '"',
    "commas": "a,",
    "colons": "a:",
    "semicolons": "a;",
    "parentheses": "(",
    "pairs of parentheses": "()",
    "brackets": "[",
    "references": "[1]",
    "braces": "{",
    "backslashes": "\\",
    "asterisks": "*",
    "underscores": "_",
    "backticks": "`",
    "tildes": "~",
    "hashes": "#",
    "equals signs": "=",
    "rules": "---\n",
    "angles": "<",
    "tags": "<p>",
    "comments": "<!--",
    "entities": "&amp;",
    "ampersands": "&",
    "at signs": "a@",
    "addresses": "http://a.b/c ",
    "slashes": "/",
    "links": "[a](b) ",
    "fences": "```\n",
    "headings": "# Weir\n",
    "underlined": "Weir\n====\n",
    "indented": "    weir\n",
    "dates": "3 Nov 2026 ",
    "names": "Anna Berg, ",
}
"""What is repeated in plain text, Markdown, mail and web pages."""


def _repeated(unit: str, head: bytes = b"", tail: bytes = b"") -> Make:
    coded = unit.encode()
    return lambda n: head + coded * (n // len(coded)) + tail


def _odt(body: bytes, styles: bytes = b"") -> bytes:
    spaces = b" ".join(
        b'xmlns:%b="%b%b:1.0"' % (name, _OFFICE, name)
        for name in (b"office", b"text", b"table", b"style", b"draw")
    )
    content = b"<office:document-content %b>%b<office:body><office:text>%b</office:text>"
    content = content % (spaces, styles, body) + b"</office:body></office:document-content>"
    return zip_of({"content.xml": content})


def _pptx(slides: list[bytes]) -> bytes:
    relation = b'<Relationship Id="r%d" Type="x/slide" Target="slides/s%d.xml"/>'
    spaces = b'xmlns:a="%b" xmlns:p="p" xmlns:r="r"' % _DRAWN
    listed = b"".join(b'<p:sldId r:id="r%d"/>' % n for n in range(len(slides)))
    related = b"".join(relation % (n, n) for n in range(len(slides)))
    return zip_of(
        {
            "ppt/presentation.xml": b"<p:presentation %b>%b</p:presentation>" % (spaces, listed),
            "ppt/_rels/presentation.xml.rels": b'<Relationships xmlns="%b">%b</Relationships>'
            % (_LINKS, related),
            **{
                f"ppt/slides/s{n}.xml": b"<p:sld %b>%b</p:sld>" % (spaces, slide)
                for n, slide in enumerate(slides)
            },
        }
    )


def _epub(pages: int, page: bytes, more: bytes = b"") -> bytes:
    item = b'<item id="p%d" href="p%d.html" media-type="application/xhtml+xml"/>'
    items = b"".join(item % (n, n) for n in range(pages))
    spine = b"".join(b'<itemref idref="p%d"/>' % n for n in range(pages))
    return zip_of(
        {
            "META-INF/container.xml": b'<c><rootfile full-path="b.opf"/></c>',
            "b.opf": b"<package>%b%b%b</package>" % (more, items, spine),
            **{f"p{n}.html": page for n in range(pages)},
        }
    )


def _attached(name: bytes, body: bytes = b"The mill is sold.") -> bytes:
    head = b'Content-Type: text/plain\nContent-Disposition: attachment; filename="%b"\n\n'
    return b"--b\n" + head % name + body + b"\n"


def _run(text: bytes) -> bytes:
    return b"<w:r><w:t>%b</w:t></w:r>" % text


def _nested(start: bytes, end: bytes, inside: bytes = b"weir") -> Callable[[int], bytes]:
    return lambda n: start * n + inside + end * n


def _message(n: int) -> bytes:
    return (
        _FIRST + HEAD + b"Message-ID: <%d@x>\n\nThe weir %d is shut.\n\nHarbour Office\n\n" % (n, n)
    )


_SHAPE = b"<p:sp><p:txBody><a:p><a:r><a:t>Weir</a:t></a:r></a:p></p:txBody></p:sp>"
_TEXT_P = b"<text:p>weir</text:p>"

CASES: Mapping[str, Mapping[str, Make]] = {
    "text": {name: _repeated(unit) for name, unit in _UNITS.items()},
    "markdown": {
        **{name: _repeated(unit, b"# Weir\n\n") for name, unit in _UNITS.items()},
        "front matter": _repeated("a: b\n", b"---\n", b"---\nWeir.\n"),
        "open front matter": _repeated("a: b\n", b"---\n"),
        "a long field": _repeated("a", b"---\n"),
        "a list of authors": _repeated("- Anna Berg\n", b"---\nauthors:\n", b"---\n"),
    },
    "html": {
        **{name: _repeated(unit, b"<p>Weir ") for name, unit in _UNITS.items()},
        "elements": lambda n: b"<p>weir</p>" * (n // 11),
        "nested": lambda n: _nested(b"<div>", b"</div>")(n // 11),
        "nested tables": lambda n: b"<table><tr><td>" * (n // 15),
        "nested lists": lambda n: b"<ul><li>a" * (n // 9),
        "rows": lambda n: b"<table>" + b"<tr><td>a<td>b" * (n // 14),
        "cells": lambda n: b"<table><tr>" + b"<td>a" * (n // 5),
        "attributes": lambda n: b"<p " + b"".join(b"a%d=b " % i for i in range(n // 8)) + b">weir",
        "a long attribute": lambda n: b"<p class='" + b"a " * (n // 2) + b"'>weir",
        "line breaks": lambda n: b"<p>" + b"a<br>" * (n // 5),
        "links": lambda n: b"<p>" + b"<a href=x>a</a> " * (n // 16),
        "footnotes": lambda n: b"".join(b"<p>a<sup>%d</sup></p>" % i for i in range(n // 20)),
        "headings": lambda n: b"<h2>weir</h2>" * (n // 13),
        "spans": lambda n: b"<p>" + b"<span>a</span>" * (n // 14),
        "inline nested": lambda n: b"<p>" + b"<b>" * (n // 3),
    },
    "pdf": {
        "letters": lambda n: page_of(stream(b"BT /F 1 Tf 10 700 Td (" + b"a" * n + b") Tj ET")),
        "lines": lambda n: page_of(
            stream(
                b"".join(b"BT /F 1 Tf 10 %d Td (weir) Tj ET " % (i % 800) for i in range(n // 35))
            )
        ),
        "words": lambda n: page_of(
            stream(
                b"".join(
                    b"BT /F 1 Tf %d %d Td (weir) Tj ET " % (i % 600, i % 800)
                    for i in range(n // 35)
                )
            )
        ),
    },
    "docx": {
        "paragraphs": lambda n: docx_of((b"<w:p>%b</w:p>" % _run(b"weir")) * (n // 40)),
        "runs": lambda n: docx_of(b"<w:p>" + _run(b"weir") * (n // 35) + b"</w:p>"),
        "letters": lambda n: docx_of(b"<w:p>" + _run(b"a" * n) + b"</w:p>"),
        "rows": lambda n: docx_of(
            b"<w:tbl>" + b"<w:tr><w:tc><w:p/></w:tc><w:tc/></w:tr>" * (n // 45) + b"</w:tbl>"
        ),
        "cells": lambda n: docx_of(
            b"<w:tbl><w:tr>" + b"<w:tc><w:p/></w:tc>" * (n // 19) + b"</w:tr></w:tbl>"
        ),
        "nested tables": lambda n: docx_of(
            _nested(b"<w:tbl><w:tr><w:tc>", b"</w:tc></w:tr></w:tbl>", b"<w:p/>")(min(n // 40, 75))
        ),
        "nested controls": lambda n: docx_of(
            _nested(b"<w:sdt>", b"</w:sdt>", b"<w:p>%b</w:p>" % _run(b"weir"))(n // 15)
        ),
        "text boxes": lambda n: docx_of(
            b"<w:p>"
            + (b"<w:txbxContent><w:p>%b</w:p></w:txbxContent>" % _run(b"a")) * (n // 70)
            + b"</w:p>"
        ),
        "alternatives": lambda n: docx_of(
            b"<w:p>" + b"<AlternateContent><a/><b/></AlternateContent>" * (n // 45) + b"</w:p>"
        ),
        "equations": lambda n: docx_of(
            b"<w:p>"
            + b"<oMath><sSup><e><r><t>x</t></r></e><sup/></sSup></oMath>" * (n // 60)
            + b"</w:p>"
        ),
        "a long equation": lambda n: docx_of(
            b"<w:p><oMath>" + b"<r><t>x</t></r>" * (n // 15) + b"</oMath></w:p>"
        ),
    },
    "pptx": {
        "slides": lambda n: _pptx([_SHAPE] * (n // 200)),
        "shapes": lambda n: _pptx([_SHAPE * (n // 70)]),
        "paragraphs": lambda n: _pptx(
            [
                b"<p:sp><p:txBody>"
                + b"<a:p><a:r><a:t>a</a:t></a:r></a:p>" * (n // 32)
                + b"</p:txBody></p:sp>"
            ]
        ),
        "rows": lambda n: _pptx(
            [b"<a:tbl>" + b"<a:tr><a:tc><a:p/></a:tc></a:tr>" * (n // 33) + b"</a:tbl>"]
        ),
        "nested groups": lambda n: _pptx([_nested(b"<p:grpSp>", b"</p:grpSp>", _SHAPE)(n // 19)]),
    },
    "odt": {
        "paragraphs": lambda n: _odt(_TEXT_P * (n // 21)),
        "letters": lambda n: _odt(b"<text:p>" + b"a" * n + b"</text:p>"),
        "spaces": lambda n: _odt(b"<text:p>a" + b" " * n + b"</text:p>"),
        "spans": lambda n: _odt(
            b"<text:p>" + b"<text:span>a</text:span>" * (n // 25) + b"</text:p>"
        ),
        "notes": lambda n: _odt(
            b"<text:p>" + b"<text:note>" + _TEXT_P * (n // 21) + b"</text:note></text:p>"
        ),
        "nested lists": lambda n: _odt(_nested(b"<text:list>", b"</text:list>", _TEXT_P)(n // 23)),
        "rows": lambda n: _odt(
            b"<table:table>"
            + b"<table:table-row><table:table-cell/><table:table-cell/></table:table-row>"
            * (n // 75)
            + b"</table:table>"
        ),
        "nested tables": lambda n: _odt(
            _nested(
                b"<table:table><table:table-row><table:table-cell>",
                b"</table:table-cell></table:table-row></table:table>",
                _TEXT_P,
            )(min(n // 90, 80))
        ),
        "styles": lambda n: _odt(
            _TEXT_P, b"".join(b'<style:style style:name="s%d"/>' % i for i in range(n // 30))
        ),
        "entities": lambda n: _odt(b"<text:p>" + b"&a;" * (n // 3) + b"</text:p>"),
    },
    "rtf": {
        "letters": lambda n: b"{\\rtf1 " + b"a" * n + b"}",
        "paragraphs": lambda n: b"{\\rtf1 " + b"weir\\par " * (n // 9) + b"}",
        "groups": lambda n: b"{\\rtf1 " + b"{a}" * (n // 3) + b"}",
        "nested groups": lambda n: (
            b"{\\rtf1 " + b"{a" * min(n // 3, 9_000) + b"}" * min(n // 3, 9_000)
        ),
        "words": lambda n: b"{\\rtf1 " + b"\\b" * (n // 2) + b"}",
        "a long word": lambda n: b"{\\rtf1 \\" + b"a" * n + b"}",
        "a long number": lambda n: b"{\\rtf1 \\u" + b"1" * n + b"}",
        "characters": lambda n: b"{\\rtf1 " + b"\\u228?" * (n // 6) + b"}",
        "codes": lambda n: b"{\\rtf1 " + b"\\'e4" * (n // 4) + b"}",
        "cells": lambda n: b"{\\rtf1 \\trowd" + b" a\\cell" * (n // 7) + b"\\row}",
        "rows": lambda n: b"{\\rtf1 " + b"\\trowd a\\cell b\\cell\\row" * (n // 25) + b"}",
        "footnotes": lambda n: b"{\\rtf1 " + b"a{\\footnote b}" * (n // 14) + b"}",
        "text boxes": lambda n: b"{\\rtf1 " + b"{\\shptxt b\\par}" * (n // 15) + b"\\par}",
        "nested boxes": lambda n: b"{\\rtf1 " + b"{\\shptxt b" * min(n // 11, 9_000),
        "fonts": lambda n: b"{\\rtf1{\\fonttbl" + b"{\\f1\\fcharset2 A;}" * (n // 18) + b"}a}",
        "styles": lambda n: b"{\\rtf1{\\stylesheet" + b"{\\s1 A;}" * (n // 8) + b"}a}",
        "backslashes": lambda n: b"{\\rtf1 " + b"\\" * n + b"}",
    },
    "eml": {
        **{name: _repeated(unit, HEAD + b"\nWeir. ") for name, unit in _UNITS.items()},
        **{
            f"in the subject: {name}": _repeated(
                unit.replace("\n", " "), b"From: a\nSubject: ", b"\n\na"
            )
            for name, unit in _UNITS.items()
        },
        **{
            f"in a sender: {name}": _repeated(unit.replace("\n", " "), b"From: ", b"\n\nWeir.")
            for name, unit in _UNITS.items()
        },
        **{
            f"in a file name: {name}": lambda n, u=unit: (
                _MIXED + _attached(u.replace("\n", " ").replace('"', "'").encode() * (n // len(u)))
            )
            for name, unit in _UNITS.items()
        },
        "replies": _repeated("Re: ", b"From: a\nSubject: ", b"\n\na"),
        "tags of lists": _repeated("[a] ", b"From: a\nSubject: ", b"\n\na"),
        "encoded words": _repeated("=?utf-8?q?a?= ", b"From: a\nSubject: ", b"\n\na"),
        "open encoded words": _repeated("=?utf-8?q?", b"From: a\nSubject: ", b"\n\na"),
        "fields": lambda n: b"".join(b"X-%d: a\n" % i for i in range(n // 8)) + HEAD + b"\na",
        "one field again": lambda n: b"Received: a; b\n" * (n // 15) + HEAD + b"\na",
        "a long field name": _repeated("a", HEAD, b": b\n\na"),
        "recipients": _repeated("a@b.c, ", HEAD + b"To: ", b"\n\na"),
        "references": _repeated("<a@b> ", HEAD + b"References: ", b"\n\na"),
        "folded lines": _repeated("\n a", HEAD + b"X: ", b"\n\na"),
        "parameters": _repeated("; a=b", HEAD + b"Content-Type: text/plain", b"\n\na"),
        "numbered parameters": lambda n: (
            HEAD
            + b"Content-Type: text/plain"
            + b"".join(b"; a*%d=b" % i for i in range(n // 8))
            + b"\n\na"
        ),
        "quotation marks of parameters": _repeated(
            '"', HEAD + b"Content-Type: text/plain; a=", b"\n\na"
        ),
        "parameters of a part": lambda n: (
            _MIXED + b"--b\nContent-Disposition: attachment" + b"; a=b" * (n // 5) + b"\n\na\n"
        ),
        "parameters of parts": lambda n: (
            _MIXED
            + b"--b\nContent-Type: multipart/mixed"
            + b"; a=b" * (n // 5)
            + b"; boundary=c\n\n--c\n\na\n"
        ),
        "numbered parameters of a part": lambda n: (
            _MIXED
            + b"--b\nContent-Disposition: attachment"
            + b"".join(b"; filename*%d=b" % i for i in range(n // 14))
            + b"\n\na\n"
        ),
        "fields of a part": lambda n: _MIXED + b"--b\n" + b"X: a\n" * (n // 5) + b"\na\n",
        "parts": lambda n: _MIXED + b"--b\n\na\n" * (n // 8),
        "files": lambda n: _MIXED + _attached(b"a.txt") * (n // 100),
        "files of pictures": lambda n: _MIXED + b"--b\nContent-Type: image/png\n\na\n" * (n // 35),
        "nested parts": lambda n: (
            HEAD
            + b"".join(
                b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i)
                for i in range(min(n // 50, 300))
            )
        ),
        "nested messages": lambda n: (
            HEAD + b"Content-Type: message/rfc822\n\n" * min(n // 31, 300) + b"\na"
        ),
        "levels of quotation": lambda n: HEAD + b"\n" + b">" * n + b" a",
        "lines to be joined": lambda n: (
            HEAD + b"Content-Type: text/plain; format=flowed\n\n" + b"a \n" * (n // 3)
        ),
        "base64": lambda n: HEAD + b"Content-Transfer-Encoding: base64\n\n" + b"aaaa" * (n // 4),
        "quoted-printable": lambda n: (
            HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=41" * (n // 3)
        ),
        "attributions": _repeated("On 3 Nov Anna wrote:\n> a\n", HEAD + b"\n"),
        "signatures": _repeated("-- \nAnna\n", HEAD + b"\n"),
        "farewells": _repeated("Regards,\nAnna\n\n", HEAD + b"\n"),
        "footers": _repeated("____\nferry mailing list\n\n", HEAD + b"\n"),
        "disclaimers": _repeated("This e-mail ", HEAD + b"\n"),
        "forwarded": _repeated("-----Original Message-----\nFrom: a\n", HEAD + b"\n"),
        "headers": _repeated("From: a\nSent: b\nTo: c\n\na\n", HEAD + b"\n"),
        "signed": _repeated("-----BEGIN PGP SIGNATURE-----\n", HEAD + b"\n"),
        "begun": _repeated("begin 644 a\n", HEAD + b"\n"),
        "nested quotations of HTML": lambda n: (
            HEAD + b"Content-Type: text/html\n\n" + b"<blockquote>a" * (n // 13)
        ),
    },
    "mbox": {
        "messages": lambda n: b"".join(map(_message, range(n // 180))),
        "separators": lambda n: _FIRST + HEAD + b"\n" + b"From a\n" * (n // 7),
        "long separators": lambda n: _message(1) + b"\nFrom " + b"a" * n + b"\nX: a\n\na",
        "spaces": lambda n: _message(1) + b"\nFrom " + b" " * n + b"\nX: a\n\na",
        "marks": lambda n: _message(1) + b">" * n + b"From a",
        "line ends": lambda n: b"\n" * n + _message(1),
    },
    "posts": {
        "rows": lambda n: (
            b"<posts>"
            + b"".join(
                b'<row Id="%d" PostTypeId="1" Title="a" Body="weir"/>' % i for i in range(n // 55)
            )
            + b"</posts>"
        ),
        "a long row": lambda n: (
            b'<posts><row Id="1" PostTypeId="1" Body="%b"/></posts>' % (b"a" * n)
        ),
        "attributes": lambda n: (
            b'<posts><row Id="1" PostTypeId="1" Body="a" '
            + b"".join(b'a%d="" ' % i for i in range(n // 9))
            + b"/></posts>"
        ),
        "comments": lambda n: b"<!---->" * (n // 7) + b'<posts><row Id="1" Body="a"/></posts>',
        "spaces": lambda n: b" " * n + b'<posts><row Id="1" Body="a"/></posts>',
        "at the end": lambda n: b'<posts><row Id="1" Body="a"/></posts>' + b"<!-- -->" * (n // 8),
    },
    "jsonl": {
        "lines": lambda n: b'{"text": "The weir is shut."}\n' * (n // 30),
        "a long text": lambda n: b'{"text": "' + b"a" * n + b'"}',
        "documents": lambda n: (
            b'{"documents": [' + b'{"text": "a"},' * (n // 14) + b'{"text": "a"}]}'
        ),
        "lists": lambda n: b"[" * n,
        "posts": lambda n: b"".join(
            b'{"text": "a", "id": "%d", "reply_to": "%d"}\n' % (i, i - 1) for i in range(n // 40)
        ),
    },
    "epub": {
        "pages": lambda n: _epub(n // 200, b"<p>The weir is shut.</p>"),
        "a long page": lambda n: _epub(1, b"<p>The weir is shut.</p>" * (n // 24)),
        "references": lambda n: _epub(1, b"<p>weir</p>", b'<reference type="toc"/>' * (n // 23)),
    },
    "gzip": {"text": lambda n: gzip.compress(b"The weir is shut.\n" * (n // 18), mtime=0)},
}
"""By kind of file and by what is repeated: about so many bytes, before they are compressed."""
