"""Where the fuzzing of a kind of file begins: the files of the examples, and small hostile ones."""

from __future__ import annotations

import gzip
import io
import sys
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

EXAMPLES = Path(__file__).parent.parent / "examples"

SUFFIXES = {
    "text": (".txt",),
    "markdown": (".md",),
    "html": (".html",),
    "pdf": (".pdf",),
    "docx": (".docx",),
    "epub": (".epub",),
    "odt": (),
    "odp": (),
    "pptx": (),
    "rtf": (),
    "rst": (),
    "asciidoc": (),
    "org": (),
    "xml": (),
    "gzip": (),
    "eml": (),
    "mbox": (),
    "posts": ("Posts.xml",),
    "piped": (".txt", ".html"),
}
ARCHIVES = ("docx-part", "epub-part", "odt-part", "odp-part", "pptx-part")
WRITTEN = (
    *("text", "markdown", "html", "rtf", "rst", "asciidoc", "org", "xml", "eml", "mbox", "posts"),
)
"""Kinds that are text, of which seeds are made of pieces."""

REPEATED = tuple(f"{kind}-repeated" for kind in WRITTEN)
KINDS = (*SUFFIXES, *ARCHIVES, *REPEATED)

_PIECES = {
    "text": (
        *("# ", "\n\n", "- ", "> ", "\t", "\r\n", "1. ", "| a | b |\n", "```\n", "---\n", "A b. "),
        *("\ufeff", "\0", "\x1b[31m", "\u202e", "\u2028", "é", "https://a.b/c?d ", "…", "\x0c"),
    ),
    "html": (
        *("<p>", "</p>", "<table><tr><td>", "</table>", "<ul><li>", "<a href='#n'>", "<main>"),
        *("<sup>1</sup>", "<br>", "<pre>", "<h1>", "&#x110000;", "&#xd800;", "&amp", "<!--", "-->"),
        *(
            "<![CDATA[",
            "<svg>",
            "<math>",
            "<template>",
            "<title/>",
            "\ufdd01\ufdd1",
            "Some words. ",
        ),
    ),
    "rst": (
        *(
            "=====\n",
            "A b.\n",
            "\n\n",
            "  ",
            "- ",
            "1. ",
            "::\n",
            ".. note:: ",
            ".. |a| replace:: b\n",
        ),
        *(
            "*",
            "``",
            "`a <b>`_",
            ":ref:`",
            "|a|",
            "[1]_",
            "+--+--+\n",
            "|a |b |\n",
            "== ==\n",
            "\\",
        ),
        *(".. list-table::\n\n   * - ", ":a: b\n", "-a  b\n", "| a\n", "_a: b\n", ".. _a: b\n"),
    ),
    "asciidoc": (
        *(
            "= A b\n",
            "== ",
            "\n\n",
            "* ",
            ". ",
            "a:: ",
            "+\n",
            "----\n",
            "====\n",
            "____\n",
            "|===\n",
        ),
        *("|a ", "2+|", ".3+|", "[cols=2]\n", "[source]\n", ":a: b{a}\n", "{a}", "ifdef::a[]\n"),
        *(
            "endif::[]\n",
            "*a* ",
            "`",
            "footnote:[",
            "]",
            "<<a,b>>",
            "https://a[b]",
            "A b.\n",
            ".A\n",
        ),
    ),
    "org": (
        *(
            "* ",
            "** TODO a :b:\n",
            "\n\n",
            "- ",
            "  - a :: b\n",
            "1. ",
            ":A:\n",
            ":END:\n",
            "|a|b|\n",
        ),
        *("|-+-|\n", "#+begin_src\n", "#+end_src\n", "#+begin_quote\n", "#+TITLE: a\n", "# a\n"),
        *(
            "[[a][b]]",
            "[fn:1]",
            "[fn:: a]",
            "*a*",
            "=a=",
            "\\begin{a}\n",
            ": a\n",
            "COMMENT ",
            "A b.\n",
        ),
    ),
    "xml": (
        *(
            "<TEI><text><body>",
            "<p>",
            "</p>",
            "<div><head>",
            "<sp><speaker>",
            "<list><label>",
            "<item>",
        ),
        *(
            "<table><row><cell>",
            "</table>",
            "<note>",
            "<choice><sic>",
            "<lg><l>",
            "<lb/>",
            "&eacute;",
        ),
        *(
            "<book xmlns='http://docbook.org/ns/docbook'>",
            "<para>",
            "<tgroup>",
            "<entry namest='a'>",
        ),
        *(
            "<article article-type='a'><body>",
            "<sec>",
            "<sup>",
            "<fn>",
            "<![CDATA[",
            "A b. ",
            "&#xd800;",
        ),
    ),
    "rtf": (
        *(
            "{",
            "}",
            "\\par ",
            "\\cell ",
            "\\row ",
            "\\intbl ",
            "\\u8211?",
            "\\'e9",
            "\\bin9 ",
            "\\*",
        ),
        *(
            "{\\footnote ",
            "{\\stylesheet{\\s1 heading;}}",
            "{\\info{\\author a}}",
            "\\uc9 ",
            "word ",
        ),
    ),
    "eml": (
        *(
            "From: a <a@b>\n",
            "Subject: =?utf-8?q?=E9?=\n",
            "Date: 3 Nov 2026\n",
            "\n",
            "> ",
            "-- \n",
        ),
        *(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
            "--b\n",
            "--b--\n",
            "On 3 a wrote:\n",
        ),
        *(
            "Content-Type: message/rfc822\n\n",
            "Content-Type: text/html; charset=x\n",
            "<blockquote>",
        ),
        *("Content-Transfer-Encoding: base64\n", "format=flowed", "begin 644 a\n", "Words. "),
        *("Content-Disposition: attachment; filename*=x''%ff\n", "-----BEGIN PGP SIGNATURE-----\n"),
    ),
    "mbox": (
        *("From a@b Mon Nov  3 10:12:13 2026\n", "Subject: a\n\n", "Words.\n\n", ">From ", "From "),
        *("References: <a> <b>\n", "Message-ID: <a>\n", "\r\n", "Re: ", "______\nmailing list\n"),
    ),
    "posts": (
        *("<posts>", "</posts>", "<row ", "/>", 'Id="1" ', 'Body="', '" ', "&lt;p&gt;", "&#0;"),
        *('ParentId="1" ', 'PostTypeId="2" ', 'Title="', 'Score="1e9" ', "<!DOCTYPE a>", "]]>"),
        *("<![CDATA[", "<!-- ", " -->", "&lt;pre&gt;", "&a;", "Words. ", "<row", "</row>"),
    ),
    "piped": (
        *('{"text": "', '"}\n', '"id": 1e999, ', "[", "{", "\\ud800", '"documents": [', "]"),
        *("12345678901234567890", "null", "\n", '"title": '),
    ),
}
_WAYS = ("utf-8", "utf-16", "utf-32", "cp1252", "utf-8-sig")


def seeds(kind: str) -> Iterator[bytes]:
    """Files of a kind; parts of archives are a line with the part's name, and what it holds."""
    if kind in ARCHIVES:
        with zipfile.ZipFile(io.BytesIO(archive_of(kind))) as opened:
            for entry in opened.infolist():
                yield entry.filename.encode() + b"\n" + opened.read(entry)
        return
    if kind in REPEATED:
        kind = kind.removesuffix("-repeated")
        for data in _made(_PIECES.get(kind, _PIECES["text"])):
            yield bytes([min(len(data) // 2, 255), 8]) + data
        return
    for suffix in SUFFIXES[kind]:
        for path in sorted(EXAMPLES.rglob(f"*{suffix}")):
            yield path.read_bytes()[:20_000] if suffix in (".txt", ".md") else path.read_bytes()
    yield from made_by_tests(kind)
    if kind == "piped":
        yield b'{"name": "a", "documents": [{"text": "One. Two."}, {"text": ""}, 3]}\n{"text": "b"}'
    if kind in (*WRITTEN, "piped"):
        yield from _made(_PIECES.get(kind, _PIECES["text"]))


def archive_of(kind: str) -> bytes:
    """The archive whose parts are changed."""
    whole = kind.removesuffix("-part")
    examples = (path.read_bytes() for path in sorted(EXAMPLES.rglob(f"*.{whole}")))
    return next(chain(examples, made_by_tests(whole)))


def made_by_tests(kind: str) -> Iterator[bytes]:
    """Files of the kinds that are among no examples."""
    sys.path.insert(0, str(EXAMPLES.parent / "tests" / "fixtures"))
    from office_made import odp, odt, pptx, rtf, shape, table

    row = (
        "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>"
    )
    listed = "<text:list><text:list-item><text:p>Noise.</text:p></text:list-item></text:list>"
    slide = f"<draw:frame presentation:class='title'><draw:text-box>{listed}</draw:text-box>"
    files = {
        "odt": odt(f"<text:h>Why</text:h>{listed}<table:table>{row}{row}</table:table>"),
        "odp": odp(f"{slide}</draw:frame>"),
        "pptx": pptx(shape("Why", "title") + table([("a", "b")]), notes={1: "Slowly."}),
        "rtf": rtf(r"\s1 Why\par\f1\'cf{\footnote Note.}\pard\intbl a\cell b\cell\row\u8211?"),
        "gzip": gzip.compress(b"Some words.", mtime=0),
    }
    yield from (files[kind],) if kind in files else ()


def with_part(archive: bytes, changed: bytes) -> bytes:
    """An archive with one part changed: the name of the part in the first line of `changed`."""
    name, _, content = changed.partition(b"\n")
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(file, "w") as new:
        for entry in old.namelist():
            new.writestr(entry, content if entry.encode() == name else old.read(entry))
    return file.getvalue()


def repeated(data: bytes, times: int) -> bytes:
    """A file in which a part is repeated; the first two bytes of `data` say where that begins and
    how long it is."""
    start, length, body = data[0] if data else 0, data[1] if data[1:] else 0, data[2:]
    return body[:start] + body[start : start + length] * times + body[start + length :]


def _made(pieces: tuple[str, ...], most: int = 60) -> list[bytes]:
    """Small files of pieces that mean something, in several encodings."""
    found: list[bytes] = []
    word = st.one_of(st.sampled_from(pieces), st.text(max_size=8))

    @seed(0)
    @settings(max_examples=most, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.lists(word, min_size=1, max_size=40), st.sampled_from(_WAYS))
    def make(words: list[str], encoding: str) -> None:
        found.append("".join(words).encode(encoding, "replace"))

    make()
    return found
