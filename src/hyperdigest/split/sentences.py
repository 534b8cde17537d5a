"""Split documents into sentences, block by block.

`split` splits a document, `find_sentences` a block, and `sentence_ends` finds the ends: those of
nupunkt, corrected by rules. `is_abbreviated` knows abbreviations of languages other than English,
for which nupunkt has no rules.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from itertools import chain, islice
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.readable import without_escapes
from hyperdigest.documents import SENTENCE_KINDS, Block, BlockKind, Document
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.contexts import ContextFinder, SentenceRow
from hyperdigest.split.forms import (
    INCOMPLETE,
    PROSE,
    STUB,
    blank,
    capitalized,
    clauses_after_items,
    form_of,
    has_finite_verb,
    is_speech_tag,
    lacks_full_stop,
    reference_heads,
)
from hyperdigest.split.lines import label_end
from hyperdigest.split.notes import with_notes_as_prose
from hyperdigest.split.scripts import CJK, THAI, count_words, thai_ends, word_list
from hyperdigest.split.structure import cuts, with_header_rows

_SHORT_BLOCK = 24
_LONGEST_SENTENCE = 100_000
"""Characters of a block that nupunkt splits at once: it takes much memory for each."""

Rows = Sequence[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Spans:
    """The sentences of a document, in order and disjoint.

    Parameters
    ----------
    start, end : (n,) the slice of the document's text that is each sentence.
    form : (n,) index into `FORMS`.
    kind, context, list_number, ordinal, of : (n,) as in `Sentences`.
    """

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    form: NDArray[np.uint8]
    kind: NDArray[np.uint8]
    context: NDArray[np.int32]
    list_number: NDArray[np.int32]
    ordinal: NDArray[np.int32]
    of: NDArray[np.int32]

    @classmethod
    def from_rows(cls, rows: Iterable[SentenceRow]) -> Spans:
        """The spans of the rows of sentences."""
        flat = array("i", chain.from_iterable(rows))
        table: NDArray[np.int32] = np.frombuffer(flat, np.int32).reshape(-1, len(fields(cls)))
        start, end, form, kind, *rest = table.T.copy()
        return cls(start, end, form.astype(np.uint8), kind.astype(np.uint8), *rest)

    def __len__(self) -> int:
        return len(self.start)


def split(document: Document, language: str = "en") -> Spans:
    """Split a document into sentences, each with its form.

    Byte order marks count as spaces; terminal escapes in plain text are ignored.

    Parameters
    ----------
    language : of the document, so that its abbreviations do not end sentences.
    """
    text = document.text.replace("\ufeff", " ")
    plain = document.format == "text" and not document.blocks
    covered = without_escapes(text) if plain else text
    if covered == text:
        return _spans(text, document.blocks or find_blocks(text, document.format), language)
    kept = [n for n, (one, other) in enumerate(zip(covered, text, strict=True)) if one == other]
    bare = "".join(map(text.__getitem__, kept))
    spans = _spans(bare, find_blocks(bare), language)
    places = np.array([*kept, len(text)], np.int32)
    return replace(spans, start=places[spans.start], end=places[spans.end - 1] + np.int32(1))


def _spans(text: str, blocks: Iterable[Block], language: str) -> Spans:
    contexts = ContextFinder(text, language)
    blocks = with_header_rows(text, with_notes_as_prose(text, blocks))
    spans = Spans.from_rows(
        row
        for block, last in _marking_last(blocks)
        for row in contexts.rows(
            block, _rows_of(text[block.start : block.end], block.kind, language, last)
        )
    )
    of = np.array(contexts.list_sizes, np.int32)[spans.list_number]
    is_row = spans.kind == SENTENCE_KINDS.index("row")
    kind = np.where(is_row & (spans.list_number > 0) & (of < 2), np.uint8(0), spans.kind)
    return replace(spans, of=of, kind=kind, form=_without_lead_ins(text, spans))


def _without_lead_ins(text: str, spans: Spans) -> NDArray[np.uint8]:
    """The forms, with what only announces parts of a list or a program as stubs.

    It is quoted before these parts, as their context.
    """
    parts = np.flatnonzero((spans.kind > 0) & (spans.context > 0))
    form = spans.form.copy()
    for lead_in in np.unique(parts - spans.context[parts]).tolist():
        if form[lead_in] == INCOMPLETE and text[spans.end[lead_in] - 1] == ":":
            form[lead_in] = STUB
    return form


def _marking_last(blocks: Iterable[Block]) -> Iterator[tuple[Block, bool]]:
    """Each block with whether it is the last one."""
    rest = iter(blocks)
    for block in islice(rest, 1):
        for following in rest:
            yield block, False
            block = following
        yield block, True


def _rows_of(text: str, kind: BlockKind, language: str, last: bool) -> Rows:
    return (_rows_cached if len(text) <= _SHORT_BLOCK else _rows)(text, kind, language, last)


def _rows(text: str, kind: BlockKind, language: str, last: bool) -> Rows:
    """Start, end and form of the sentences of a block; `last` is whether the text ends with it.

    A whole clause may lack its full stop if another sentence follows, the text ends, or it is a
    speaker's turn.
    """
    block = Block(0, len(text), kind)
    after_label = words_start(text, block)
    sentences = list(find_sentences(text, block, language))
    rows = []
    for start, end in sentences:
        words = text[max(start, after_label) : end]
        ends_here = last or end < sentences[-1][1]
        if kind == "turn":
            words, ends_here = capitalized(words), True
        if kind in ("paragraph", "turn") and ends_here and lacks_full_stop(words):
            words += "."
        form = form_of(words, kind)
        if start < after_label and form == PROSE and count_words(words) < 8:
            form = STUB
        rows.append((start, end, form))
    return _with_references_as_stubs(text, rows) if kind == "paragraph" else rows


def _with_references_as_stubs(text: str, rows: list[tuple[int, int, int]]) -> Rows:
    """The rows of a block, with each reference marked as stubs.

    That is its authors and year, its title, and the following sentence without a verb, such as the
    name of a journal.
    """
    for head, title in reference_heads(text):
        first = bisect_left(rows, head, key=itemgetter(0))
        after = bisect_right(rows, title, key=itemgetter(1)) + 1
        if after < len(rows) and not has_finite_verb(text[rows[after][0] : rows[after][1]]):
            after += 1
        for place in range(first, min(after, len(rows))):
            rows[place] = (*rows[place][:2], STUB)
    return rows


_rows_cached = lru_cache(2048)(_rows)
"""The same for short blocks, many of which recur in a text."""


_EDGE = r"\s\x00-\x1f\x7f\ufeff\u200b-\u200f\u2028-\u202e\u2060"
_LEADING = re.compile(rf"[{_EDGE}]*(?:(?:-{{1,3}}|[*•‣▪●◦–—>])[{_EDGE}]+)*")
_WHITE = re.compile(rf"[{_EDGE}]*")
_VISIBLE = re.compile(rf"[^{_EDGE}]")


def find_sentences(text: str, block: Block, language: str = "en") -> Iterator[tuple[int, int]]:
    """Start and end of the sentences of a block, trimmed, in order and disjoint.

    The first sentence of a speaker's turn begins with the speaker's label. A block that is a
    sentence, a term, and short code and rows are not split; long ones are cut by `cuts`.
    """
    start, words = block.start, words_start(text, block)
    ends = [block.end]
    is_whole = block.kind in ("table", "header", "code", "sentence", "term")
    if is_whole:
        own = text[start : block.end]
        ends = [*(start + cut for cut in cuts(own, block.kind)), block.end]
    else:
        ends = [words + end for end in sentence_ends(text[words : block.end], language)]
    for end in ends:
        clauses: Iterable[int] = ()
        if not is_whole and block.kind != "turn":
            clauses = clauses_after_items(text[start:end].rstrip())
        for cut in (*(start + offset for offset in clauses), end):
            if sentence := trimmed(text, start, cut, bullets=block.kind != "code"):
                yield sentence
            start = cut


def words_start(text: str, block: Block) -> int:
    """The start of a block's words, which is after the label in a speaker's turn."""
    return label_end(text, block.start, block.end) if block.kind == "turn" else block.start


def trimmed(text: str, start: int, end: int, *, bullets: bool = True) -> tuple[int, int] | None:
    """The slice without white space around it; None if nothing is left.

    `bullets` is whether signs before it may be bullets, which are no part of it.
    """
    leading = _LEADING if bullets else _WHITE
    found = leading.match(text, start, min(end, start + 10_000))
    start = found.end() if found else start
    while end > start and not _VISIBLE.match(text, end - 1):
        end -= 1
    return (start, end) if start < end else None


_MARKS = ".!?…。！？｡．؟।॥։۔"
_MARK = re.compile(rf"[{_MARKS}]")
_THAI = re.compile(f"[{THAI}]")
_OTHER_ENDS = re.compile(f"[{THAI};\u037e]")
"""Characters of texts in which sentences end without such marks: Thai, Greek question marks."""

_PLAIN_END = re.compile(r"[a-z]{5}[.!?]\s+(?=[A-Z][a-z])|[。！？।؟]")
_LONG_RUN = re.compile(r"(?<!\S)\S{100,}")
_NEAR_END = 1000
"""Characters of a long run that nupunkt gets."""

_QUOTED_LINE = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
_EMPHASIS = str.maketrans("_`", "**")
_CLOSERS = "\"'”’»)\\]"
_NOTE_NUMBERS = r"(?:\[\d{1,3}(?:[,–-]\s?\d{1,3}){0,8}\]){1,9}"
_STARTERS = (
    "A|After|All|Although|An|And|As|At|Because|Before|Both|But|By|Everyone|For|From|He|Her|Here|His"
    "|How|However|If|In|It|Its|Many|Most|Nobody|Not|On|One|Our|She|Since|So|Some|Someone|Such|That"
    "|The|Their|Then|There|These|They|This|Those|To|We|What|When|Where|While|Who|Why|With|Yet|You"
)

_ABBREVIATION_INSIDE = re.compile(
    r"(?:^|[\s(\[\"“])(?:vols?|approx|nos?|arts?|paras?|figs?|eqs?|secs?|sect|chs?|chap|pp?|eds?|e\.g"
    r"|i\.e|cf|ca|c|al|vs|v|viz|resp|incl|esp|est|max|min|avg|tab|refs?|app|nr|dept|ext|tel"
    r"|млн|млрд|кв|куб|тыс|руб|коп|гг?|вв?|т|[тн]\.\s?[кэ]|(?:т\.\s?)?е|др|пр|им|см|ср|рис|стр|табл|чел)\.\s*$",
    re.IGNORECASE,
)
_NATIVE_ABBREVIATION = re.compile(
    rf"(?:^|[\s(«])(?:проф|акад|доц|ул|т\.\s?е)\.$|[{THAI}]\.$", re.IGNORECASE
)
_GERMAN_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:z\.\s?B|d\.\s?h|u\.\s?a|i\.\s?d\.\s?R|bzw|sog|ggf|vgl|evtl|inkl|zzgl|Bd|Hrsg)\.$"
)
_AFTER_GERMAN_ORDINAL = re.compile(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
    r"|Jahrhundert|Jahrtausend|Lebensjahr|Jahrestag|Geburtstag|Weltkrieg|Auflage|Klasse|Platz\b"
    r"|Dynastie|Armee|Division|Etappe|Spieltag|Minute|Stock\b|Chr\b"
)
_ORDINAL = re.compile(r"(?:^|\s)(?:\d{1,2}|[nv])\.$")
_SECTION_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,4}\.\s*$")
_AND_SO_ON = re.compile(r"[,;]\s*(?:\.\.\.|…)[)\]}]$")
_NOTE_FOLLOWS = re.compile(rf"\s?{_NOTE_NUMBERS}(?=\s|$)")
_CLAUSE_FOLLOWS = re.compile(r"[\"'“”’»)\]]*[,;:]")
_POSSIBLE_CLOSING_ABBREVIATION = re.compile(
    r"\.(?:(?<=[ap]\.m\.)|(?<=[A-Z]\.[A-Z]\.)"
    r"|(?<=Inc\.|Ltd\.|etc\.)|(?<=Corp\.|Bros\.)|(?<=Co\.|Jr\.|Sr\.))"
)
"""Occurs in every match of `_CLOSING_ABBREVIATION`; to search it is faster."""

_CLOSING_ABBREVIATION = re.compile(
    r"(?:\b[ap]\.m\.|(?<![\w.])(?:[A-Z]\.){2,6}|\b(?:Inc|Corp|Ltd|Co|Jr|Sr|etc|Bros)\.)"
    rf"[{_CLOSERS}]*\s+(?=(?:{_STARTERS})\b)"
)
_NOTE = re.compile(
    rf"[.!?](?:(?<=[^\W_]{{3}}.)|(?<=[)\]%].))[\"”’]?"
    rf"(?:\s?{_NOTE_NUMBERS}(?=\s+([^\W\d_]))"
    rf"|(?<=[^\W\d_]{{3}}.)\d{{1,3}}(?:[,–-]\d{{1,3}}){{0,5}}(?=\s+([^\W\d_])|([A-Z])[a-z]+\s))"
)
_AFTER_WORD = re.compile(
    rf"[.](?<=[^\W\d_]{{2}}.)[{_CLOSERS}]*\s+(?=(?:[*•‣▪●◦–—-]\s+)?[\"“‘(]?([^\W\d_]\w*))"
)
_GLUED = re.compile(
    rf"[.!?](?:(?<=[^\W\d_]{{3}}.)|(?<=[)\]%\d].))[{_CLOSERS}]*"
    r"(?=([^\W\d_]{2,}|[AI](?=\s))(?![\w.(@:/\\=]))"
)
_OTHER_CLOSERS = "”’」』）】》〉］\"')\\]"
_OTHER_SCRIPTS = re.compile(
    rf"[。！？｡][{_OTHER_CLOSERS}]*(?![。！？｡{_OTHER_CLOSERS}])"
    rf"(?!(?<=[」』])(?:[とがをはのにもでへや]|って|など)|(?<=[”」』])[^。！？，；：“”\s]{{0,8}}[说說道问問答])"
    rf"|(?<=[{CJK}])[.!?．][{_OTHER_CLOSERS}]*(?=\s*[{CJK}“「『《（])"
    rf"|[؟।॥։۔][{_CLOSERS}]*(?=\s)|।(?=[^\W\d_])"
    r"|(?<=[다요까죠])[.?!](?=[가-힣]{2})"
    r"|(?<=[Ͱ-Ͽἀ-῿])[;\u037e][»”\"]*(?=\s+[«“\"]?[Α-ΩΆ-ΏἈ-Ὼ])"
)
_STARTER = re.compile(_STARTERS)
_SPEECH_VERBS = {
    "hi": re.compile('[^।?!"“]{0,40}(?:पूछा|कहा|बोल[ाीे]|बताया|चिल्लाया)(?![\u0900-\u0963])')
}
"""Words after a quote that say who spoke it, in scripts without lower case."""

_KOREAN_CLOSERS = "\"”'’」』"
_KOREAN_QUOTED = re.compile("[”’」』][가-힣]|[\"'](?:라[고는며면]|고|며|는|하[고며는]|이[라란]|란)")
"""A particle after a quote, so that the sentence continues."""

_AFTER_UNIT = re.compile(
    r"(?:(?<!\d[.:])\d[ \u00a0]?(?:[glmđ]|[ck]m|kg)|\bv\.\s?v)\.(?=\s+[\"“„«(]?([^\W\d_]))"
)
"""A unit after a number, or "and so on" in Vietnamese, before a letter."""

_LAST_WORD = re.compile(r"[^\W\d_]+$")
_DOMAINS = frozenset(("com", "org", "net", "gov", "edu", "io", "co", "html", "php", "pdf"))


@cache
def _tokenizer() -> Any:
    import nupunkt

    return nupunkt.load("default")


def sentence_ends(block: str, language: str = "en") -> list[int]:
    """Offsets in `block` at which a sentence ends; the last one is its length.

    `language` is that of its abbreviations; the marks of all languages are known. A sentence has at
    most 100,000 characters.
    """
    ends: list[int] = []
    start = 0
    while len(block) - start > _LONGEST_SENTENCE:
        stop = _cutting_place(block, start)
        ends += (start + end for end in _ends_of_piece(block[start:stop], language))
        start = stop
    return ends + [start + end for end in _ends_of_piece(block[start:], language)]


def _cutting_place(block: str, start: int) -> int:
    """The end of the piece from `start`: the last clear end of a sentence in its second half.

    Otherwise the last space there, or the end of the piece.
    """
    stop = start + _LONGEST_SENTENCE
    half = block[stop - _LONGEST_SENTENCE // 2 : stop]
    ends = [found.end() for found in _PLAIN_END.finditer(half)]
    after = ends[-1] if ends else half.rfind(" ") + 1
    return stop - len(half) + after if after else stop


def _ends_of_piece(block: str, language: str) -> list[int]:
    """The same as `sentence_ends`, for a block of one piece."""
    if not _MARK.search(block) and (block.isascii() or not _OTHER_ENDS.search(block)):
        return [len(block)]
    spans = _tokenizer().span_tokenize(_shielded(block))
    ends = {end for _, end in spans if not _continues(block, end)}
    ends.update(_additional_ends(block, ends))
    if language != "en":
        ends = {end for end in ends if not _continues_in(language, block, end)}
    ends.add(len(block))
    return sorted(ends)


def _shielded(block: str) -> str:
    """The block as nupunkt gets it: marks of quoted lines are blanked, and marks in long words.

    nupunkt takes quadratic time for words of many marks, and much for each character of a word.
    """
    if "\n" in block:
        block = _QUOTED_LINE.sub(blank, block).replace("\n", " ")
    if "_" in block or "`" in block:
        block = block.translate(_EMPHASIS)
    if "„" in block:
        block = block.replace("“", "”")
    return _LONG_RUN.sub(_without_marks, block)


def _without_marks(run: re.Match[str]) -> str:
    """A long run without the marks in it, and without all that is far from its end."""
    near = run[0][-_NEAR_END:]
    return "-" * (len(run[0]) - len(near)) + _MARK.sub("x", near[:-20]) + near[-20:]


def _continues(block: str, end: int) -> bool:
    """Whether the sentence continues at an end of nupunkt.

    It does before a note or clause, after an abbreviation or a list in brackets such as "(a, ...)",
    and between a quote and "he said".
    """
    if _NOTE_FOLLOWS.match(block, end) or _CLAUSE_FOLLOWS.match(block, end):
        return True
    after = block[end : end + 20].lstrip()
    before = block[max(0, end - 15) : end].rstrip()
    if _is_inside_name(block, before, end) or (end < 20 and _SECTION_NUMBER.match(block[:end])):
        return True
    if _AND_SO_ON.search(before):
        return bool(after) and _STARTER.fullmatch(after.split()[0]) is None
    spoken = before.rstrip(_CLOSERS + " ")
    if spoken != before and spoken[-1:] in ("!", "?", "…"):
        if after.lstrip("—– ")[:1].islower():
            return True
        return before[-1] in '"”' and is_speech_tag(block, end)
    if not before.isascii() and _NATIVE_ABBREVIATION.search(before):
        return True
    if after[:1].islower() or after[:1].isdigit():
        return before[-1:] == "." and _ABBREVIATION_INSIDE.search(before) is not None
    if _GERMAN_ABBREVIATION.search(before):
        return True
    return bool(_AFTER_GERMAN_ORDINAL.match(after) and _ORDINAL.search(before))


def _is_inside_name(block: str, before: str, end: int) -> bool:
    """Whether brackets follow a full stop inside a name such as "maint-X.Y.(Z-1)"."""
    if before[-1:] != "." or block[end - 1] != "." or block[end : end + 1] not in ("(", "[", "{"):
        return False
    return len(_word_before(block, end - 1)) <= 2


def _continues_in(language: str, block: str, end: int) -> bool:
    """Whether the sentence continues at `end` by the rules of its language."""
    before, after = block[max(0, end - 20) : end].rstrip(), block[end : end + 60].lstrip()
    if is_abbreviated(before, after, language):
        return True
    speech_verbs = _SPEECH_VERBS.get(language)
    if speech_verbs is not None and before[-1:] in "\"”»'’":
        return speech_verbs.match(after) is not None
    if language == "ko":
        return _KOREAN_QUOTED.match(block, end - (before[-1:] in _KOREAN_CLOSERS)) is not None
    if language in ("ja", "zh") and before[-1:] == ".":
        word = _word_before(before, len(before) - 1).lower()
        return word.isascii() and word in word_list("abbreviations.txt")
    return False


def _additional_ends(block: str, ends: set[int]) -> Iterator[int]:
    """Ends of sentences that nupunkt, which found `ends`, misses."""
    if _POSSIBLE_CLOSING_ABBREVIATION.search(block):
        yield from (found.end() for found in _CLOSING_ABBREVIATION.finditer(block))
    for found in chain(_AFTER_UNIT.finditer(block), _NOTE.finditer(block)):
        if found[found.lastindex or 0].isupper():
            yield found.end()
    for found in _AFTER_WORD.finditer(block):
        if ends.isdisjoint(range(found.start(), found.end() + 1)) and _ends_word(block, found):
            yield found.end()
    for found in _GLUED.finditer(block):
        if found[1][0].isupper() and _ends_glued(block, found):
            yield found.end()
    if not block.isascii():
        yield from (found.end() for found in _OTHER_SCRIPTS.finditer(block))
        if _THAI.search(block):
            yield from thai_ends(block)


def _ends_word(block: str, found: re.Match[str]) -> bool:
    """Whether a full stop before a capital follows a word that is no abbreviation.

    nupunkt's abbreviations include common words such as "hand" and "cancer". After a capitalized
    word a quote or a common first word has to follow, or the word has to be a whole sentence.
    """
    following = found[1]
    word = _word_before(block, found.start())
    if not following[0].isupper() or word.lower() in word_list("abbreviations.txt"):
        return False
    if not word[0].isupper() or _STARTER.fullmatch(following):
        return True
    if any(quote in block[found.start() : found.start(1)] for quote in '"“”'):
        return True
    start = found.start() - len(word)
    before = block[max(0, start - 4) : start].rstrip(' \n"“‘([')
    return not before or before[-1] in ".!?…"


def _ends_glued(block: str, found: re.Match[str]) -> bool:
    """Whether a full stop without a space after it ends a sentence, and not a part of a name."""
    following = found[1]
    if following[1:2].isupper() or following.lower() in _DOMAINS:
        return False
    before = block[max(0, found.start() - 60) : found.start()].split()[-1:]
    if any(sign in part for part in before for sign in ("://", "@", "www.", "\\")):
        return False
    word = _word_before(block, found.start())
    return not word or word.islower() or _STARTER.fullmatch(following) is not None


def _word_before(block: str, end: int) -> str:
    word = _LAST_WORD.search(block, max(0, end - 40), end)
    return word[0] if word else ""


_NEVER_AT_END = {
    "ar": "د أ أ.د ص ج ت",
    "de": """
        Dipl Ing Hr Fr Frl Abt Kap Ziff Anm Anh Bsp Tel Str Pl geb verh gest verst gesch ehem allg
        bes eigtl sogen Okt Sept Feb Aug Nov Dez Sa Mo Di Mi Do hl kath ev Bez Kr Ldkr Reg Univ Ges
        zit übers überarb bearb St Nr Abs Abb Mio Mrd Tsd Prof Dr Mag med phil jur rer
    """,
    "es": """
        Sr Sra Srta Sres Dr Dra Dres Prof Profa Ud Uds Vd Vds Dña Lic Licda Ing Arq Gral Cnel Tte
        Sgto Sto Sta Excmo Excma Ilmo Ilma Mons Fr Av Avda Avd Pza Pl pág págs núm núms cap fig tel
        ej p.ej Hnos Ntra Bto Card Pdte Dpto Depto EE
    """,
    "fr": """
        M MM Mme Mmes Mlle Mlles Dr Pr Me Mgr St Ste av bd boul pl env éd chap fig coll trad
        réf tél N.-D J.-C
    """,
    "it": """
        sig sigg dott prof ing avv arch geom rag on sen gen col cap mons pag pagg cfr cit art
        artt fig vol ed tel sec ca S Ss SS c.d
    """,
    "nl": """
        dhr mevr mw drs ir mr ing prof dr St blz nr art afb fig vgl zgn resp ca bijv incl excl
        o.a m.n o.l.v t.a.v i.p.v d.w.z min
    """,
    "pl": """
        prof dr hab inż mgr doc ks bp abp kard św płk gen por kpt mjr ul al pl os zob por rys tab
        str m.in np tzw tj tzn ok im red oprac wyd art ust pkt poz woj pow gm
    """,
    "pt": """
        Sr Sra Srs Sras Dr Dra Drs Prof Profa Eng Arq Exmo Exma Ilmo Av Pça Trav Gen Cel Cap Ten D
        Sto Sta Mons pág págs núm art arts fig cap vol tel ex p.ex Cia
    """,
    "ru": """
        ул просп наб обл р-н стр корп кв им св проф акад доц инж гл зав зам см ср рис табл ред изд
        млн млрд трлн тыс ст п ч с т.е т.к т.н о-в оз пос дер пер бул ген полк
    """,
    "el": """
        δρ κ κα κκ κος αγ άγ βλ πρβλ σελ αρ αριθ δηλ π.χ λ.χ καθ λεωφ εικ πίν τόμ τηλ στρ αντ ό.π
    """,
    "hi": """
        डॉ डा प्रो श्री श्रीमती पं स्व रु रू कि मि सें से मी ई पू सं नं पृ
        ए बी सी डी एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई जेड
    """,
    "ro": """
        dl dna d-na d-l dlor dr prof ing arh Sf Sfta Sf-ta str bd bld nr pag aprox cca cf jud alin
        fig vol ex șos şos lt col mr cpt
    """,
    "tr": """
        dr prof doç yrd Av Hz Sn Müh Mim Öğr Gör Alb Yzb Cad Sok Mah Apt bkz örn çev sf M.Ö M.S
    """,
    "vi": "TS ThS PGS GS BS KS LS NSND NSƯT TP Tp TX TT Q P ĐH CĐ tr",
}
"""Abbreviations before a name or number, which never end a sentence; also with a capital."""

_PERHAPS_AT_END = {
    "ar": "ق.م هـ",
    "de": "Jh Jhs Jhd v.Chr n.Chr Std Min",
    "es": "a.C d.C UU",
    "fr": "apr av.J.-C",
    "it": "a.C d.C",
    "nl": "v.Chr n.Chr",
    "pl": "r w p.n.e n.e godz zł gr tys mln mld",
    "pt": "a.C d.C",
    "el": """
        π.Χ μ.Χ π.X μ.X κ.λπ κ.λ.π κλπ κ.τ.λ κτλ κ.ά κ.ο.κ π.μ μ.μ εκ εκατ δισ χιλ χλμ αι λεπ
    """,
    "ro": "etc ș.a ş.a a.m.d d.Hr î.Hr d.Chr î.Chr e.n î.e.n mil mld sec a.c art min max",
    "tr": "vb vd vs yy m km cm T.C A.Ş Ltd Şti",
    "vi": "v.v",
}
"""Abbreviations that may end a sentence, unless a lower-case letter or a number follows."""

_PATTERNS = {
    "ar": r"(?<!\d )م",
    "de": "[A-ZÄÖÜ][a-zäöüß]+str",
    "ko": r"\d{1,4}",
    "ru": r"(?<!\d )г|(?<!т\.)(?<!т\. )д|(?<!и )пр",
    "tr": "[IVX]{1,5}",
}
"""Patterns of street names, parts of a date, towns (a year after a number), and ordinals."""


def _before_stop(words: str, pattern: str = "(?!)") -> re.Pattern[str]:
    """An expression for text that ends with one of `words`, or `pattern`, and a full stop."""
    written = {form for word in words.split() for form in (word, word[0].upper() + word[1:])}
    each = [re.escape(word).replace(r"\.", r"\.\s?") for word in sorted(written)]
    return re.compile(rf"(?:^|[\s.(\[«“„\"‘'’-])(?:{'|'.join([*each, pattern])})\.$")


_ALWAYS_INSIDE = {
    language: _before_stop(_NEVER_AT_END.get(language, ""), _PATTERNS.get(language, "(?!)"))
    for language in _NEVER_AT_END.keys() | _PATTERNS.keys()
}
_SOMETIMES_INSIDE = {language: _before_stop(words) for language, words in _PERHAPS_AT_END.items()}
_ROMAN = re.compile(r"[IVXL]{1,6}\b(?!\.)")


def is_abbreviated(before: str, after: str, language: str) -> bool:
    """Whether the full stop at the end of `before` belongs to an abbreviation, and ends nothing.

    `before` and `after` are the characters around a possible end of a sentence, without the white
    space between them. False for languages without a list of abbreviations.
    """
    always, sometimes = _ALWAYS_INSIDE.get(language), _SOMETIMES_INSIDE.get(language)
    if always is not None and always.search(before):
        return True
    if sometimes is None or not sometimes.search(before):
        return False
    return after[:1].islower() or after[:1].isdigit() or _ROMAN.match(after) is not None
