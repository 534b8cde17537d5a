"""Rich Text Format: control words in braces, read in one pass.

Bytes are text in the code page of the font or of the document. Unicode characters follow ``\\u``;
their replacements for readers without Unicode are skipped. Fonts, styles, pictures, headers,
comments, deleted, struck out and hidden text are not part of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.errors import ReadError
from hyperdigest.read.content import BlockText, Content, join
from hyperdigest.read.encoding import encoding_of_code_page, replace_surrogates
from hyperdigest.read.office.rtf_flow import Flow, Merge, RowMarks
from hyperdigest.read.paragraphs.style_names import Place, place_named
from hyperdigest.read.paragraphs.typed_lists import with_typed_lists
from hyperdigest.read.paragraphs.typewritten import is_monospaced, with_code
from hyperdigest.read.titles import title_from

LARGEST = 128 << 20
"""The largest size of a file in bytes, including its pictures, which are not read."""

_TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,9})?\d* ?|\\'(?P<hex>[0-9A-Fa-f]{2})"
    rb"|\\(?P<sign>.)|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)",
    re.DOTALL,
)
_SIGNS = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘",
    "rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ",
    "qmspace": " ", "~": " ", "_": "-", "\\": "\\", "{": "{", "}": "}",
}  # fmt: skip
_SKIPPED_GROUPS = frozenset({
    "colortbl", "filetbl", "listtable", "listoverridetable", "revtbl", "rsidtbl", "generator",
    "pict", "objdata", "objclass", "nonshppict", "shprslt", "sp", "fldinst", "pntxta", "pntxtb",
    "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf",
    "ftnsep", "ftnsepc", "aftnsep", "aftnsepc", "annotation", "atnid", "atnauthor", "xe", "tc",
    "tcn", "rxe", "themedata", "datastore", "latentstyles", "userprops", "xmlnstbl", "private",
    "ud",
})  # fmt: skip
"""Groups without text of the document, like all others that begin with ``\\*`` and are not in
`_STARRED_WITH_TEXT`."""

_STARRED_WITH_TEXT = frozenset({"footnote", "shpinst", "shptxt", "do", "moMath", "moMathPara"})
_BOXES = frozenset({"shptxt", "dptxbxtext"})
_EQUATIONS = {"msup": "^", "msub": "_", "mden": "/"}
"""Groups of an equation, and the signs before them."""

_MARKERS = frozenset({"listtext", "pntext"})
"""Groups of the bullet or number of an item, which is not part of its text."""

_STRUCK = frozenset({"strike", "striked"})
_IN_MARKERS = frozenset({"f", "plain", "uc"})
_MERGES: dict[str, Merge] = {"clmrg": "left", "clvmrg": "above"}
_BODY_LEVEL = 9
"""The outline level of paragraphs that are no headings."""

_PARAGRAPH_WORDS = frozenset(
    {"pard", "intbl", "s", "outlinelevel", "li", "fi", "ilvl", "ls", "pnlvlblt", "pnlvlbody"}
)
_ROW_WORDS = frozenset({"trowd", "trhdr", "cellx", *_MERGES})

_LONGEST_NAME = 100
"""Characters of the name of a font that are looked at."""

_TABLE_GROUPS = frozenset({"fonttbl", "stylesheet", "info"})
_PROPERTIES = frozenset({"title", "author", "creatim", "revtim"})
_INFO_GROUPS = _PROPERTIES | {"info"}
_CHARSETS = {
    77: "mac_roman", 78: "cp932", 79: "cp949", 80: "gb18030", 81: "big5", 85: "mac_greek",
    86: "mac_turkish", 88: "mac_latin2", 89: "mac_cyrillic", 128: "cp932", 129: "cp949",
    134: "gb18030", 136: "big5", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251",
    222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip
_CODE_PAGES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
_MATH_PROPERTIES = re.compile("m[A-Za-z]{1,20}Pr")
_SYMBOL_LETTERS = dict.fromkeys(range(61440, 61696)) | {0xF0B7: "•", 0xA0: " ", 0xAD: None}
"""Characters of symbol fonts, of which only the bullet is text."""


@dataclass(slots=True)
class _Group:
    """The state within braces, which ends with them.

    `unicode` is the number of replacements that follow a Unicode character, `font` the number of
    the font.
    """

    role: str = "text"
    page: str = "cp1252"
    unicode: int = 1
    hidden: bool = False
    deleted: bool = False
    struck: bool = False
    bold: bool = False
    raised: bool = False
    font: int = 0


def read_rtf(data: bytes) -> Content:
    """The text of an RTF document, with a block for each row of a table, and notes at the end."""
    if len(data) > LARGEST:
        raise ReadError(f"is larger than {LARGEST >> 20} MB: split it into parts")
    if not data.lstrip().startswith(b"{\\rtf"):
        raise ReadError("is not an RTF document, or is broken")
    reader = RtfReader()
    reader.read(data)
    parts = [part._replace(text=replace_surrogates(part.text)) for part in reader.parts()]
    text, blocks = join(parts)
    info = {name: replace_surrogates("".join(texts)) for name, texts in reader.info.items()}
    title = title_from(info.get("title", ""), parts)
    authors = authors_of([info.get("author", "")])
    date = date_of([reader.dates.get("creatim", ""), reader.dates.get("revtim", "")])
    return Content(text, "rtf", title, blocks, authors=authors, date=date)


class RtfReader:
    """Reads the tokens of a document; `info` and `dates` are its metadata."""

    def __init__(self) -> None:
        self.info: dict[str, list[str]] = {}
        self.dates: dict[str, str] = {}
        self._group = _Group()
        self._outer: list[tuple[_Group, Flow]] = []
        self._flow = Flow()
        self._page = self._group.page
        self._notes: list[BlockText] = []
        self._bytes = bytearray()
        self._replacements_left = 0
        self._starred = False
        self._fonts: dict[int, str] = {}
        self._font_names: dict[int, str] = {}
        self._typewritten: dict[int, bool] = {}
        self._default_font = 0
        self._styles: dict[int, Place] = {}
        self._number = 0  # of the font or style that is being defined
        self._name: list[str] = []

    def parts(self) -> list[BlockText]:
        """The text of the document and then its notes, after `read`."""
        while self._outer:
            self._close()
        self._flush()
        flows = with_code(self._flow.finish(), self._notes)
        return list(chain(*map(with_typed_lists, flows)))

    def read(self, data: bytes) -> None:
        """Read all tokens, except the binary data after ``\\bin``."""
        place = 0
        while token := _TOKEN.search(data, place):
            place = token.end()
            if token["text"] is not None:
                self._add_bytes(token["text"])
            elif token["hex"] is not None:
                self._add_bytes(bytes.fromhex(token["hex"].decode()))
            elif token["brace"] is not None:
                self._open() if token["brace"] == b"{" else self._close()
            elif token["sign"] is not None:
                self._sign(token["sign"])
            else:
                number = token["number"]
                word, value = token["word"].decode(), None if number is None else int(number)
                if word == "bin":
                    place += max(value or 0, 0)
                else:
                    self._word(word, value)

    def _open(self) -> None:
        self._flush()
        self._replacements_left = 0
        if len(self._outer) >= 10_000:
            raise ReadError("has groups nested too deep: it is broken or malicious")
        around = self._group
        self._outer.append((around, self._flow))
        self._group = _Group(
            around.role,
            around.page,
            around.unicode,
            around.hidden,
            around.deleted,
            around.struck,
            around.bold,
            around.raised,
            around.font,
        )

    def _close(self) -> None:
        self._flush()
        self._replacements_left = 0
        self._starred = False
        if not self._outer:
            return
        group, flow = self._outer.pop()
        if self._group.role == "stylesheet" and self._name:
            name = "".join(self._name).strip(" ;").lower()
            self._styles[self._number] = place_named(name) or Place("paragraph")
            self._name, self._number = [], 0
        if flow is not self._flow:
            (flow.boxes if self._flow.is_box else self._notes).extend(self._flow.finish())
        self._group, self._flow = group, flow

    def _sign(self, sign: bytes) -> None:
        symbol = sign.decode("latin-1")
        if symbol == "*":
            self._starred = True
        elif symbol in "\r\n":
            self._word("par", None)
        elif symbol in _SIGNS:
            self._add_text(_SIGNS[symbol])

    def _add_bytes(self, data: bytes) -> None:
        if self._group.role == "skip":
            return
        skipped = min(self._replacements_left, len(data))
        self._replacements_left -= skipped
        self._bytes += data[skipped:]

    def _word(self, word: str, value: int | None) -> None:
        starred, self._starred = self._starred, False
        if word == "u" and value is not None:
            code = value & 0xFFFF
            self._add_text(chr(code))
            self._replacements_left = self._group.unicode
            return
        if self._replacements_left:
            self._replacements_left -= 1
            return
        self._flush()
        group = self._group
        if group.role == "skip":
            return
        unknown = starred and word not in _STARRED_WITH_TEXT
        if unknown or word in _SKIPPED_GROUPS or _MATH_PROPERTIES.fullmatch(word):
            group.role = "skip"
        elif group.role == "marker" and word not in _SIGNS:
            if word in _IN_MARKERS:
                self._format(word, value)
        elif word in _MARKERS and group.role == "text":
            group.role = "marker"
        elif word in _TABLE_GROUPS:
            group.role, self._number = word, 0
        elif group.role in _INFO_GROUPS:
            self._info(word, value or 0)
        elif group.role == "fonttbl":
            self._font(word, value or 0)
        elif group.role == "stylesheet":
            self._number = value or 0 if word == "s" else self._number
        elif word == "footnote" or word in _BOXES:
            self._flow = Flow(word in _BOXES)
        elif word in _EQUATIONS:
            self._add_text(_EQUATIONS[word])
        elif word in _SIGNS:
            self._add_text(_SIGNS[word])
        else:
            self._format(word, value)

    def _format(self, word: str, value: int | None) -> None:
        group, flow = self._group, self._flow
        on = value != 0
        if word in ("par", "sect", "page"):
            flow.end_paragraph()
        elif word in ("cell", "nestcell"):
            flow.end_cell()
        elif word in ("row", "nestrow"):
            flow.end_row()
        elif word in _ROW_WORDS:
            self._describe_row(word, flow)
        elif word in _PARAGRAPH_WORDS:
            self._describe_paragraph(word, value, flow)
        elif word == "v":
            group.hidden = on
        elif word == "deleted":
            group.deleted = on
        elif word in _STRUCK:
            group.struck = on
        elif word == "b":
            group.bold = on
        elif word in ("super", "up"):
            group.raised = on
        elif word in ("nosupersub", "sub", "dn"):
            group.raised = False
        elif word == "plain":
            group.hidden = group.deleted = group.struck = group.bold = group.raised = False
            group.page, group.font = self._page, self._default_font
        elif word == "deff":
            self._default_font = group.font = value or 0
        elif word == "uc":
            group.unicode = min(max(value or 0, 0), 10)
        elif word == "f":
            group.font = value or 0
            group.page = self._fonts.get(group.font, self._page)
        elif word == "ansicpg" and value:
            group.page = self._page = encoding_of_code_page(value) or self._page
        elif word in _CODE_PAGES:
            group.page = self._page = _CODE_PAGES[word]

    def _describe_paragraph(self, word: str, value: int | None, flow: Flow) -> None:
        number = value or 0
        if word == "pard":
            flow.reset()
        elif word == "intbl":
            flow.in_table = value != 0
        elif word == "s":
            flow.place = self._styles.get(number, Place("paragraph"))
        elif word == "outlinelevel":
            if number < _BODY_LEVEL:
                flow.place = Place("heading", max(number, 0) + 1)
        elif word == "li":
            flow.indent = number
        elif word == "fi":
            flow.first_line = number
        elif word == "ilvl":
            flow.depth = number
        else:
            flow.numbered = value != 0

    def _describe_row(self, word: str, flow: Flow) -> None:
        if word == "trowd":
            flow.row = RowMarks()
        elif word == "trhdr":
            flow.row.is_header = True
        elif word == "cellx":
            flow.row.end_cell()
        else:
            flow.row.merge = _MERGES[word]

    def _font(self, word: str, value: int) -> None:
        if word == "f":
            self._number = value
        elif word == "fcharset" and value in _CHARSETS:
            self._fonts[self._number] = _CHARSETS[value]
        elif word == "cpg" and value:
            self._fonts[self._number] = encoding_of_code_page(value) or self._page

    def _info(self, word: str, value: int) -> None:
        role = self._group.role
        if word in _PROPERTIES and role == "info":
            self._group.role = word
        elif word in ("yr", "mo", "dy") and role in _PROPERTIES and value > 0:
            before = self.dates.get(role, "")
            self.dates[role] = f"{value:04}" if word == "yr" else f"{before}-{value:02}"

    def _flush(self) -> None:
        """Add the bytes read so far as text in the current code page."""
        if self._bytes:
            text = self._bytes.decode(self._group.page, "replace")
            self._bytes.clear()
            self._add_text(text)

    def _add_text(self, text: str) -> None:
        if self._bytes:
            self._flush()
        group = self._group
        if group.role == "text":
            if not (group.hidden or group.deleted or group.struck):
                shown = text.translate(_SYMBOL_LETTERS)
                self._flow.add(
                    shown,
                    bold=group.bold,
                    typewritten=self._is_typewritten(group.font),
                    raised=group.raised,
                )
        elif group.role == "marker":
            self._flow.add_marker(text.translate(_SYMBOL_LETTERS))
        elif group.role == "fonttbl":
            name = self._font_names.get(self._number, "")
            self._font_names[self._number] = (name + text)[:_LONGEST_NAME]
        elif group.role == "stylesheet":
            self._name.append(text)
        elif group.role in _PROPERTIES:
            self.info.setdefault(group.role, []).append(text)

    def _is_typewritten(self, font: int) -> bool:
        if font not in self._typewritten:
            self._typewritten[font] = is_monospaced(self._font_names.get(font, ""))
        return self._typewritten[font]
