"""The table of the file formats that are read.

To add a format is to add a row here and a module with its reader. What else lists formats follows
from the table: the page of formats, the help, `doctor`, the app, and warnings about other files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from shutil import which


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFormat:
    """A kind of file, and how it is read.

    Parameters
    ----------
    kind : its name in the code. Its reader is the function ``read_KIND``, from bytes to `Content`;
        or ``KIND_entries``, from bytes to `Entries`, of a file that may hold several documents.
    suffixes : the ends of the names of such files, in lower case; none for a folder.
    module : that of `hyperdigest.read` with the reader, imported when it is first needed.
    content : what is read, in Markdown, for the page of formats.
    label : what such a file or document is called, such as ``Word``; empty if another kind has the
        same.
    format : the format of its documents, if that is not its kind.
    entry : the noun for one of the documents in a file; empty if a file has only one entry, or its
        reader names them, None if a file is one document.
    plain : whether the text of a file is its content, so that no isolated process has to read it.
    by_path : whether the reader also looks at other files beside the file: it is then
        ``read_KIND(data, path=None)``, without the path of an attached file, or
        ``KIND_entries(path)``.
    archive : whether a file is read as a folder of the files in it.
    options : the fields of `ReadingOptions` that the entries of a file depend on.
    begins : a pattern for the first bytes of such files, or for all; empty if they have no sign.
    by_content : whether a file of a folder is read as of this kind if its suffix is unknown and it
        begins so.
    media_types : of files that are attached to messages.
    programs : the commands of which one must be on the machine.
    """

    kind: str
    suffixes: tuple[str, ...]
    module: str
    content: str = ""
    label: str = ""
    format: str = ""
    entry: str | None = None
    plain: bool = False
    by_path: bool = False
    archive: bool = False
    options: tuple[str, ...] = ()
    begins: bytes = b""
    by_content: bool = False
    media_types: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """What has to be installed before such files can be read; empty if nothing is missing."""
        if not self.programs or any(map(which, self.programs)):
            return ""
        return f"install {' or '.join(_PROGRAMS.get(each, each) for each in self.programs)}"


_PROGRAMS = {"soffice": "LibreOffice", "tesseract": "Tesseract"}
"""The names of programs whose commands are called otherwise."""


def _office(family: str, kind: str) -> str:
    return f"application/vnd.{family}.{kind}"


_OOXML = "openxmlformats-officedocument"
_OASIS = "oasis.opendocument"
ZIP = b"PK\x03\x04"
COMPOUND = b"\xd0\xcf\x11\xe0"
TNEF = b"\x78\x9f\x3e\x22"
"""The first bytes of a zip file; of a compound file: old office documents, Outlook messages; and of
what Exchange wraps for other Outlooks."""

_FIELD = rb"(?>[!-9;-~]{1,100}:[^\n]{0,2000}\n(?:[ \t][^\n]{0,2000}\n){0,20})"
"""A field of the head of a message."""

TABLE: Sequence[FileFormat] = (
    FileFormat(
        kind="text",
        suffixes=(".txt", ".text", ".info"),
        module="text",
        content="the text, character for character",
        label="plain text",
        plain=True,
        media_types=("text/plain",),
    ),
    FileFormat(
        kind="markdown",
        suffixes=(".md", ".markdown"),
        module="text",
        content="the same; title, authors and date from its front matter",
        label="Markdown",
        plain=True,
        media_types=("text/markdown",),
    ),
    FileFormat(
        kind="latex",
        suffixes=(".tex", ".latex", ".ltx"),
        module="latex.reader",
        content="what is printed, with the files of its folder that it includes",
        label="LaTeX",
        by_path=True,
        begins=rb"(?:\s|%[^\n]*\n)*\\document(?:class|style)\b",
        by_content=True,
        media_types=("application/x-tex", "text/x-tex", "application/x-latex", "text/x-latex"),
    ),
    FileFormat(
        kind="rst",
        suffixes=(".rst",),
        module="markup.rst",
        content="the same, without marks",
        label="reStructuredText",
        by_path=True,
    ),
    FileFormat(
        kind="asciidoc",
        suffixes=(".adoc", ".asciidoc"),
        module="markup.asciidoc",
        content="the same",
        label="AsciiDoc",
        by_path=True,
    ),
    FileFormat(
        kind="org",
        suffixes=(".org",),
        module="markup.org",
        content="the same",
        label="Org",
        by_path=True,
    ),
    FileFormat(
        kind="man",
        suffixes=(".man", ".mdoc", *(f".{section}" for section in range(1, 10))),
        module="man_pages",
        content="manual pages by mandoc, else the text",
        format="text",
        begins=rb"\s*[.'](?:TH|Dd|so)[ \t]|\s*[.'\\][^\n]*\n.*?(?<=\n)[.'](?:TH|Dd)[ \t]",
        by_content=True,
        programs=("mandoc",),
        media_types=("text/troff", "application/x-troff-man"),
    ),
    FileFormat(
        kind="html",
        suffixes=(".html", ".htm", ".xhtml"),
        module="html.reader",
        content="the text, without menus, footers, and links of headings to themselves",
        label="HTML",
        begins=rb"(?:\xef\xbb\xbf)?\s*<(?i:!doctype\s+html|(?:html|head|title|body)\b)",
        by_content=True,
        media_types=("text/html",),
    ),
    FileFormat(
        kind="mhtml",
        suffixes=(".mhtml", ".mht"),
        module="web_archive",
        content="the same, of a saved page and its frames",
        format="html",
        begins=rb"""From: ["<]?Saved by [^\n]*\n|"""
        + rb"(?i:(?!%b{0,40}From:)%b{0,40}Content-Type:\s*multipart/related)" % (_FIELD, _FIELD),
        by_content=True,
        media_types=("application/x-mimearchive",),
    ),
    FileFormat(
        kind="pdf",
        suffixes=(".pdf",),
        module="pdf.reader",
        content="the text layer, in reading order; scanned pages"
        " [on request](faq.md#can-it-read-scans)",
        label="PDF",
        begins=rb"%PDF-",
        media_types=("application/pdf",),
    ),
    FileFormat(
        kind="image",
        suffixes=(".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp"),
        module="images",
        content="what [OCR](faq.md#can-it-read-scans) finds",
        label="image",
        begins=rb"\x89PNG|\xff\xd8\xff|II[*+]\0|MM\0[*+]|RIFF....WEBP",
        programs=("tesseract",),
    ),
    FileFormat(
        kind="docx",
        suffixes=(".docx", ".docm", ".dotx", ".dotm"),
        module="office.word",
        content="paragraphs, lists, tables, charts, text boxes, equations; foot- and endnotes at"
        " the end",
        label="Word",
        begins=ZIP + rb".*\nword/document\w*\.xml\n",
        media_types=(_office(_OOXML, "wordprocessingml.document"),),
    ),
    FileFormat(
        kind="odt",
        suffixes=(".odt", ".ott"),
        module="office.opendocument",
        content="the same, without charts, deleted text, hidden text, comments",
        label="OpenDocument",
        begins=ZIP + rb".*application/vnd\.oasis\.opendocument\.text",
        media_types=(_office(_OASIS, "text"),),
    ),
    FileFormat(
        kind="rtf",
        suffixes=(".rtf",),
        module="office.rtf",
        content="the same",
        label="RTF",
        begins=rb"\{\\rtf",
        by_content=True,
        media_types=("application/rtf", "text/rtf"),
    ),
    FileFormat(
        kind="pptx",
        suffixes=(".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"),
        module="office.powerpoint",
        content='slides, titles first, charts last; speaker\'s notes follow under "Notes"',
        label="PowerPoint",
        begins=ZIP + rb".*ppt/presentation\.xml",
        media_types=(_office(_OOXML, "presentationml.presentation"),),
    ),
    FileFormat(
        kind="odp",
        suffixes=(".odp", ".otp"),
        module="office.opendocument",
        content="the same, without charts",
        label="OpenDocument presentation",
        begins=ZIP + rb".*application/vnd\.oasis\.opendocument\.presentation",
        media_types=(_office(_OASIS, "presentation"),),
    ),
    FileFormat(
        kind="doc",
        suffixes=(".doc", ".dot"),
        module="old_office",
        content="Word until 2003, by LibreOffice, else bare text by antiword or catdoc",
        media_types=("application/msword",),
        programs=("soffice", "antiword", "catdoc"),
    ),
    FileFormat(
        kind="ppt",
        suffixes=(".ppt", ".pps"),
        module="old_office",
        content="the same of slides, or by catppt",
        media_types=("application/vnd.ms-powerpoint",),
        programs=("soffice", "catppt"),
    ),
    FileFormat(
        kind="xlsx",
        suffixes=(".xlsx", ".xlsm", ".xltx", ".xltm"),
        module="sheets.reader",
        content="[tables](#tables), as they are shown",
        label="Excel",
        entry="",
        options=("text_column",),
        begins=ZIP + rb".*xl/workbook\.xml",
        media_types=(
            _office(_OOXML, "spreadsheetml.sheet"),
            "application/vnd.ms-excel.sheet.macroenabled.12",
        ),
    ),
    FileFormat(
        kind="xls",
        suffixes=(".xls", ".xlt"),
        module="sheets.reader",
        content="the same",
        label="Excel (before 2007)",
        entry="",
        options=("text_column",),
        begins=COMPOUND + rb".*" + "Workbook".encode("utf-16-le"),
        media_types=("application/vnd.ms-excel",),
    ),
    FileFormat(
        kind="ods",
        suffixes=(".ods", ".ots"),
        module="sheets.reader",
        content="the same",
        label="OpenDocument spreadsheet",
        entry="",
        options=("text_column",),
        begins=ZIP + rb".*application/vnd\.oasis\.opendocument\.spreadsheet",
        media_types=(_office(_OASIS, "spreadsheet"),),
    ),
    FileFormat(
        kind="csv",
        suffixes=(".csv",),
        module="sheets.reader",
        content="the same, with any usual delimiter and encoding",
        label="CSV",
        entry="",
        plain=True,
        options=("text_column",),
        media_types=("text/csv", "application/csv"),
    ),
    FileFormat(
        kind="tsv",
        suffixes=(".tsv", ".tab"),
        module="sheets.reader",
        content="the same",
        label="TSV",
        entry="",
        plain=True,
        options=("text_column",),
        media_types=("text/tab-separated-values",),
    ),
    FileFormat(
        kind="epub",
        suffixes=(".epub",),
        module="office.epub",
        content="chapters",
        label="EPUB",
        begins=ZIP + rb".*META-INF/container\.xml",
        media_types=("application/epub+zip",),
    ),
    FileFormat(
        kind="eml",
        suffixes=(".eml", ".emlx"),
        module="mail.messages",
        content="a message and its attachments ([mail](threads.md#mail))",
        label="e-mail",
        format="mail",
        entry="",
        by_content=True,
        media_types=("message/rfc822",),
    ),
    FileFormat(
        kind="msg",
        suffixes=(".msg", ".oft"),
        module="mail.messages",
        content="the same, of Outlook",
        format="mail",
        entry="",
        begins=re.escape(TNEF)
        + b"|"
        + COMPOUND
        + rb".*"
        + "__properties_version1".encode("utf-16-le"),
        by_content=True,
        media_types=("application/vnd.ms-outlook",),
    ),
    FileFormat(
        kind="mbox",
        suffixes=(".mbox",),
        module="mail.messages",
        content="a mailbox",
        format="mail",
        entry="message",
        begins=rb"From \S+ [^\n]{0,200}\d\d:\d\d[^\n]{0,200}\n[!-9;-~]{1,100}:",
        by_content=True,
    ),
    FileFormat(
        kind="maildir",
        suffixes=(),
        module="mail.messages",
        content="a mailbox that is a folder",
        format="mail",
        entry="message",
        by_path=True,
    ),
    FileFormat(
        kind="notebook",
        suffixes=(".ipynb",),
        module="notebook",
        content="cells of a notebook, and what its programs printed",
        label="notebook",
        format="markdown",
        begins=rb'\s*\{\s*"(?:cells|metadata|nbformat|nbformat_minor|worksheets)"\s*:',
        media_types=("application/x-ipynb+json",),
    ),
    FileFormat(
        kind="jsonl",
        suffixes=(".jsonl", ".ndjson"),
        module="text",
        content="one document on each line: `text` and optional `name`, `title`, `authors`,"
        " `date`, `url`; or [posts](#posts-as-json-lines)",
        label="JSON lines",
        entry="line",
        plain=True,
        begins=rb'(?:\xef\xbb\xbf)?\s*\{\s*"',
    ),
    FileFormat(
        kind="posts",
        suffixes=(".xml",),
        module="posts.reader",
        content="a [dump of posts](threads.md#questions-and-answers), if the first element is"
        " `<posts>`",
        label="questions and answers (Posts.xml)",
        entry="row",
        by_path=True,
    ),
    FileFormat(
        kind="subtitles",
        suffixes=(".srt", ".vtt", ".sbv"),
        module="speech.subtitles",
        content="what is said, as [running text with times](#subtitles-and-transcripts)",
        label="subtitles",
        begins=rb"(?:\xef\xbb\xbf)?(?:WEBVTT\s|\d+\r?\n\d\d:\d\d:\d\d,\d{3} --> )",
        by_content=True,
        media_types=("application/x-subrip", "text/vtt"),
    ),
    FileFormat(
        kind="xml",
        suffixes=(".nxml", ".docbook", ".dbk", ".tei"),
        module="xml_articles.reader",
        content="JATS, DocBook or TEI, also in `.xml`; without references",
        label="XML article",
        by_content=True,
    ),
    FileFormat(
        kind="gzip",
        suffixes=(".gz", ".bz2", ".xz"),
        module="formats",
        content="any of these, by the name before (`.pdf.gz`), or without one by its content",
        begins=rb"\x1f\x8b|BZh[1-9]1AY&SY|\xfd7zXZ\0",
    ),
    FileFormat(
        kind="zip",
        suffixes=(".zip",),
        module="archive_folders",
        content="the files in it",
        label="zip",
        entry="file",
        archive=True,
        begins=ZIP,
        media_types=("application/zip", "application/x-zip-compressed"),
    ),
    FileFormat(
        kind="tar",
        suffixes=(".tar", ".tgz", ".tbz2", ".txz"),
        module="archive_folders",
        content="the same, compressed (`.tar.gz`) or not",
        label="tar",
        entry="file",
        archive=True,
        begins=rb".{257}ustar",
        media_types=("application/x-tar", "application/x-gtar"),
    ),
)
"""In the order in which they are listed, and in which files without a name are compared with
them."""

BY_KIND = {each.kind: each for each in TABLE}
SUFFIXES = {suffix: each.kind for each in TABLE for suffix in each.suffixes}
"""The kind of file by suffix, for the built-in readers; a plugin adds its suffix."""

SEVERAL = {each.kind: each.entry for each in TABLE if each.entry is not None}
"""Kinds of files that may contain several documents, and the noun for an entry of such a file;
empty if the file has only one entry."""

PLAIN = frozenset(each.kind for each in TABLE if each.plain)
"""Kinds that need no isolated process: their text is their content."""

BY_PATH = frozenset(each.kind for each in TABLE if each.by_path)
"""Kinds whose reader needs the path of the file."""

ARCHIVES = frozenset(each.kind for each in TABLE if each.archive)
"""Kinds of files that are read as folders of the files in them."""

MEDIA_TYPES = {name: each.kind for each in TABLE for name in each.media_types}
"""The kind of file by the media type of an attached file."""

LABELS = {each.format or each.kind: each.label for each in reversed(TABLE) if each.label}
"""What a document is called, by its format."""

SHOWN = ", ".join(each.suffixes[0][1:] for each in TABLE if each.suffixes)
"""The formats by their first suffix, for messages: ``txt, md, html``."""


def kind_by_signs(data: bytes) -> str:
    """The first kind of which files begin as `data` does; empty if there is none."""
    found = (e.kind for e in TABLE if e.begins and re.match(e.begins, data, re.DOTALL))
    return next(found, "")


def label_of(path: str, format: str) -> str:
    """What a document of a file is called: a notebook is no Markdown, although its format is."""
    kind = BY_KIND.get(SUFFIXES.get(path[path.rfind(".") :].lower(), ""))
    if kind is not None and kind.label and format == (kind.format or kind.kind):
        return kind.label
    return LABELS.get(format, "")
