"""Tables whose rows are texts, such as tickets, answers and reviews: each row is a document.

Which column has the texts is told by its name and by how long its cells are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from statistics import median
from typing import NamedTuple

from hyperdigest.base.addresses import web_address
from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.documents import Place
from hyperdigest.errors import ReadError
from hyperdigest.read.content import BlockText, Content, join, one_line
from hyperdigest.read.html.reader import fragment
from hyperdigest.read.sheets.naming import is_sentence
from hyperdigest.read.sheets.region import Region
from hyperdigest.read.sheets.workbook import Row, Sheet, on_one_line
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.scripts import count_words
from hyperdigest.split.speech import is_one_sentence

_SAMPLE = 500
"""Rows in which texts are looked for."""

_FEWEST_WORDS_NAMED, _FEWEST_WORDS = 8, 25
"""The median of the words of the cells of a column of texts, if its name says so and if not."""

_LEAST_FILLED = 0.5
"""The least share of rows that have a text, of a column that is found by its words."""

_NAMES = {
    "key": ("id", "key", "no", "number", "ticket", "ticket id", "case", "case id", "issue"),
    "title": ("title", "subject", "headline", "heading", "topic", "name"),
    "author": ("author", "authors", "from", "user", "user name", "username", "sender", "by"),
    "date": ("date", "published", "created", "created at", "updated", "modified", "timestamp"),
    "address": ("url", "link"),
}
"""The names of the columns of each field of a document, in lower case, the best first."""

_MOST_WORDS_OF_NAME = 12
"""The words of the name of a single column; a longer cell above texts is a text, like they."""

_FEWEST_WORDS_ASKED = 4
"""The words of the name of a column that is a question, which its answers are about."""

_LONGEST_KEY = 60
"""In characters; a longer cell names no document."""

_BETWEEN_WORDS = re.compile(r"[\s_-]+")

_TIME_OF_DAY = re.compile(
    r"(?<![\d:+-])(?!0?0:00(?::00)?(?![:\d])|12:00(?::00)? ?am)\d{1,2}:\d\d(?!\d)"
    r"|(?<![\d:])\d{1,2} ?[ap]m\b",
    re.IGNORECASE,
)
"""Other than midnight, which programs write after a day alone."""

_MARKUP = re.compile(
    r"</(?:p|div|span|a|b|i|u|em|strong|li|ul|ol|h[1-6]|blockquote|pre|code|td|table)\s?>|<br\s?/?>",
    re.IGNORECASE,
)
"""What tells that a text is HTML: the end of an element, or a break."""

_NAMES_OF_TEXTS = """
    text body content description comment comments message answer answers review post abstract
    summary feedback response note notes details transcript question
    inhalt beschreibung kommentar kommentare nachricht antwort antworten bewertung zusammenfassung
    bemerkung bemerkungen frage
    texte contenu commentaire commentaires reponse reponses avis resume remarque remarques
    texto contenido descripcion comentario comentarios mensaje respuesta respuestas resena resumen
    pregunta observaciones
    conteudo descricao mensagem resposta respostas resumo pergunta
    testo contenuto descrizione commento commenti messaggio risposta risposte recensione riassunto
    domanda
    tekst inhoud beschrijving opmerking opmerkingen bericht antwoord samenvatting vraag
    innehall beskrivning meddelande svar beskrivelse besked innhold melding
    teksti kuvaus kommentti viesti vastaus
    tresc opis komentarz wiadomosc odpowiedz
    obsah popis komentar zprava odpoved
    szoveg leiras uzenet valasz
    metin icerik aciklama yorum mesaj
    continut descriere mesaj raspuns
    текст содержание описание комментарий сообщение ответ отзыв вопрос зміст опис коментар відповідь
    κειμενο περιγραφη σχολιο μηνυμα απαντηση
    نص النص المحتوى الوصف تعليق رسالة
    متن توضیحات نظر پیام
    पाठ विवरण टिप्पणी संदेश
    内容 正文 文本 描述 评论 留言 回答 反馈 摘要
    本文 説明 コメント メッセージ 感想
    내용 본문 설명 댓글 메시지 답변
    isi teks deskripsi komentar pesan
    nội_dung mô_tả bình_luận
    ข้อความ เนื้อหา รายละเอียด
"""
"""In lower case, with an underscore between the words of a name."""


class TextColumn(NamedTuple):
    """The place of a column of texts, and whether they are HTML."""

    place: int
    is_html: bool = False


def text_columns(region: Region, chosen: str | None = None) -> list[TextColumn]:
    """The columns of a region that have the texts of documents, one a row.

    There are none if the rows are those of a table, or if a single column begins with a text
    instead of a name: its cells are one text then. Of a column that is `chosen` by its name, no
    other is looked for; an empty name chooses none.
    """
    names = _names(region)
    rows = [line.split("\t") for line in region.lines(region.rows[:_SAMPLE])]
    cells = [
        [row[place] for row in rows if place < len(row) and row[place]]
        for place in range(len(names))
    ]
    if chosen is not None:
        places = [names.index(_plain(chosen))] if chosen and _plain(chosen) in names else []
    elif names and len(region.columns) == 1 and _is_text(region.headers[0].text):
        places = []
    else:
        places = [n for n, name in enumerate(names) if _has_texts(cells[n], name, len(rows))]
    return [TextColumn(place, _are_html(cells[place])) for place in places]


def _are_html(cells: Sequence[str]) -> bool:
    """Whether at least half of some texts are HTML."""
    return 0 < len(cells) <= 2 * sum(_MARKUP.search(cell) is not None for cell in cells)


def _is_text(cell: str) -> bool:
    """Whether the first cell of a single column is a text; names may be questions."""
    if cell.endswith("?"):
        return False
    return is_sentence(cell) or len(cell.split()) > _MOST_WORDS_OF_NAME


def _has_texts(cells: Sequence[str], name: str, rows: int) -> bool:
    """Whether the cells that are not empty of a column, of so many rows, are texts."""
    if not cells:
        return False
    words = median(map(count_words, cells))
    if _names_text(name) and words >= _FEWEST_WORDS_NAMED:
        return True
    return words >= _FEWEST_WORDS and len(cells) >= _LEAST_FILLED * rows


def _names(region: Region) -> list[str]:
    """The names of the columns, in lower case; the last header row names them."""
    if not region.headers:
        return []
    line = next(region.lines(region.headers[-1:]))
    return [_plain(name) for name in line.split("\t")]


def _plain(name: str) -> str:
    return _BETWEEN_WORDS.sub(" ", name).strip().lower()


def record(
    sheet: Sheet, region: Region, row: Row, columns: Sequence[TextColumn], format: str
) -> tuple[Content, str]:
    """The content of a row with texts in these columns, and its key.

    Texts of several columns are under the names of these, and answers under their question. What no
    field of a document has, such as a time of day, is a row of a table below the text, under the
    names of its columns; of a row without text all cells are.
    """
    cells = _cells(region, row)
    names = next(region.lines(region.headers[-1:]), "").split("\t") if region.headers else []
    names += [""] * (len(cells) - len(names))
    places = {column.place for column in columns}
    fields = {
        field: place
        for field, place in _fields(tuple(map(_plain, names))).items()
        if place not in places and place < len(cells) and cells[place]
    }
    own = {field: on_one_line(cells[place]) for field, place in fields.items()}
    authors, date = authors_of([own.get("author", "")]), date_of([own.get("date", "")])
    address = web_address(own.get("address", ""))
    key = own.get("key", "") if len(own.get("key", "")) <= _LONGEST_KEY else ""
    said = {"key": key, "title": own.get("title"), "author": authors, "date": date}
    said["address"] = address
    shown = {place for field, place in fields.items() if said[field]}
    if _TIME_OF_DAY.search(own.get("date", "")):
        shown.discard(fields["date"])
    parts: list[BlockText] = []
    for place, is_html in columns:
        if place < len(cells) and cells[place]:
            is_named = len(columns) > 1 or len(names[place].split()) >= _FEWEST_WORDS_ASKED
            parts += _parts(cells[place], names[place] if is_named else "", is_html=is_html)
    left_out = {*shown, *places} if parts else set()
    others = [place for place, cell in enumerate(cells) if cell and place not in left_out]
    if others:
        parts.append(BlockText("header", "\t".join(names[place] for place in others)))
        parts.append(BlockText("table", "\t".join(on_one_line(cells[place]) for place in others)))
    text, blocks = join(parts)
    content = Content(
        text,
        format,
        one_line(own.get("title", "")),
        blocks,
        authors=authors,
        date=date,
        address=address,
        places=(Place(0, sheet.place(row.number)),),
    )
    return content, key


def _cells(region: Region, row: Row) -> list[str]:
    """The cells of a row by the columns of its table, with their lines."""
    place_of = {column: place for place, column in enumerate(region.columns)}
    cells = [""] * len(region.columns)
    for column, cell in zip(row.columns, row.cells, strict=True):
        cells[place_of[column]] = cell
    return cells


@lru_cache(64)
def _fields(names: tuple[str, ...]) -> Mapping[str, int]:
    """The places of the columns that are fields of a document, by their names."""
    found: dict[str, int] = {}
    for field, known in _NAMES.items():
        place = next((names.index(name) for name in known if name in names), None)
        if place is None and field == "date":
            place = next((n for n, name in enumerate(names) if "date" in name.split()), None)
        if place is not None:
            found[field] = place
    return found


def _parts(text: str, heading: str, *, is_html: bool) -> Iterator[BlockText]:
    """The blocks of a text, under a heading; HTML is read as such, unless it is broken.

    A paragraph without punctuation is one sentence if there is no other.
    """
    if heading:
        yield BlockText("heading", heading, 2)
    if is_html and _MARKUP.search(text):
        try:
            blocks = fragment(text)
        except ReadError:
            blocks = []
        if blocks:
            yield from blocks
            return
    found = list(find_blocks(text))
    is_alone = [block.kind for block in found if block.kind != "heading"] == ["paragraph"]
    for block in found:
        words = text[block.start : block.end]
        is_whole = is_alone and block.kind == "paragraph" and is_one_sentence(words)
        yield BlockText("sentence" if is_whole else block.kind, words, block.level)


def _without_accents(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_TEXTS = frozenset(_without_accents(name).replace("_", " ") for name in _NAMES_OF_TEXTS.split())


def _names_text(name: str) -> bool:
    """Whether the name of a column, in lower case and with one space between its words, or a word
    of it, says that its cells are texts."""
    plain = _without_accents(name)
    return plain in _TEXTS or not _TEXTS.isdisjoint(plain.split())
