"""The ends of sentences in a block: those of nupunkt, corrected by rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from hyperdigest.split.abbreviations import is_abbreviated
from hyperdigest.split.cited_sources import ends_after_brackets, source_follows
from hyperdigest.split.markup import blank
from hyperdigest.split.scripts import CJK, THAI, stop_words, word_list
from hyperdigest.split.speech import is_speech_tag
from hyperdigest.split.thai import thai_ends

_LONGEST_SENTENCE = 100_000
"""Characters of a block that nupunkt splits at once: it takes much memory for each."""

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
_TAG_WITH_VALUES = re.compile(
    r"<[A-Za-z][\w-]*(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))+\s*/?>"
)
"""An HTML tag with attributes, whose values may have marks: `<img alt="Stop. Then go.">`."""

_EMPHASIS = str.maketrans("_`", "**")
_CLOSERS = "\"'”’»)\\]"
_OPENING_MARKS = "`*_\"'"
_NOTE_NUMBERS = r"(?:\[(?:\^[\w-]{1,30}|\d{1,3}(?:[,–-]\s?\d{1,3}){0,8}|@\w[^\[\]]{1,300})\]){1,9}"
"""What refers to notes; in Markdown with a ``^``, or to sources with an ``@``."""

_STARTERS = (
    "A|After|All|Although|An|And|As|At|Because|Before|Both|But|By|Everyone|For|From|He|Her|Here|His"
    "|How|However|If|In|It|Its|Many|Most|Nobody|Not|On|One|Our|She|Since|So|Some|Someone|Such|That"
    "|The|Their|Then|There|These|They|This|Those|To|We|What|When|Where|While|Who|Why|With|Yet|You"
)

_ABBREVIATION_INSIDE = re.compile(
    r"(?:^|[\s(\[\"“])(?:ie|eg|vols?|approx|nos?|arts?|paras?|figs?|eqs?|secs?|sect|chs?|chap|pp?|eds?|e\.g"
    r"|i\.e|cf|ca|c|al|vs|v|viz|resp|incl|esp|est|max|min|avg|tab|refs?|app|nr|dept|ext|tel"
    r"|млн|млрд|кв|куб|тыс|руб|коп|гг?|вв?|т|[тн]\.\s?[кэ]|(?:т\.\s?)?е|др|пр|им|см|ср|рис|стр|табл|чел)\.\s*$",
    re.IGNORECASE,
)
_DOTTED = re.compile(
    r"(?:^|[^\w.])(?:(?:\d{1,2}(?:[:.]\d\d)?)?\s?[ap]\.\s?m|\d{1,2}(?:[:.]\d\d)?\s?[ap]m"
    r"|[A-Z](?:\.[A-Z]){1,5})\.$"
)
"""A time of day or an abbreviation of capitals, which ends no sentence before lower case."""

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
_AMOUNT = re.compile(r"(?:\d[\d.,/]*\s?)?[\d¼½¾⅓⅔⅛]\s?[^\W\d]{1,5}\.")
"""A number and an abbreviated unit alone: "2 tbsp. Worcestershire sauce"."""

_AND_SO_ON = re.compile(r"[,;]\s*(?:\.\.\.|…)[)\]}]$")
_NOTE_FOLLOWS = re.compile(rf"\s?{_NOTE_NUMBERS}(?=\s|$)")
_CLAUSE_FOLLOWS = re.compile(r"[\"'“”’»)\]]*[,;:]|[)\]]+[.!?]")
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
    rf"|(?<=[^\W\d_]{{3}}.)[\d⁰¹²³⁴-⁹]{{1,3}}(?:[,–-][\d⁰¹²³⁴-⁹]{{1,3}}){{0,5}}"
    rf"(?=\s+([^\W\d_])|([A-Z])[a-z]+\s))"
)
_AFTER_WORD = re.compile(
    rf"[.](?<=[^\W\d_]{{2}}.)[{_CLOSERS}]*\s+(?=(?:[*•‣▪●◦–—-]\s+)?[\"“‘(]?([^\W\d_]\w*))"
)
_GLUED = re.compile(
    rf"[.!?](?:(?<=[^\W\d_]{{3}}.)|(?<=[)\]%\d].))[{_CLOSERS}]*"
    r"(?=([^\W\d_]{2,}|[AI](?=\s))(?![\w.()@:/\\=|'`\]]))"
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
    r"\.(?<=[glmđv].)(?:(?<=(?<!\d[.:])\d[glmđ]\.)|(?<=(?<!\d[.:])\d[ \u00a0][glmđ]\.)"
    r"|(?<=(?<!\d[.:])\d(?:[ck]m|kg)\.)|(?<=(?<!\d[.:])\d[ \u00a0](?:[ck]m|kg)\.)"
    r"|(?<=\bv\.v\.)|(?<=\bv\.\sv\.))(?=\s+[\"“„«(]?([^\W\d_]))"
)
"""A unit after a number, or "and so on" in Vietnamese, before a letter."""

_RAISED_NOTE = re.compile(r"(?<=\d)[.!?][⁰¹²³⁴-⁹]{1,4}(?=\s+[\"“„«(]?([^\W\d_]))")
"""The mark of a note after a number that ends a sentence, before a letter: "in 1998.¹² It"."""

_IN_BRACKETS = re.compile(r"[(;]\s?(?:lit|aka|tr|fl|orig|pron|esp)\.$")
"""An abbreviation that is one only at the start of a part in brackets: "(lit. Only You)"."""

_INSIDE_SIGNS = re.compile(r"""(?:^|\s)[(\[{]?["'`‘“«„][^\w\s’”»]{0,9}[.!?](?=[^\w\s])\S$""")
"""A mark of several signs in quotes without space between them: "(‘*?[’)"."""

_ELLIPSES = ("...", "…")
_ELIDED = re.compile(r"(?:[A-Z]{2} |\])(?:\.\.\.|…)$")
_KEYWORD = re.compile(r"[A-Z]{2,}\b|\[")
"""What follows an ellipsis that stands for arguments: "ALTER ROLE ... SET", "[OPTION]... FILE"."""

_WRITTEN = re.compile(r"[/$<]\w|[^\w\s]{1,3}[a-z\d]")
"""A path, an option, a pattern or a variable, as after "e.g.": ``/bin/sh``, ``*.org``, ``-x``."""

_IDENTIFIER = re.compile(r"[A-Z]{1,6}[-_]?\d")
"""What follows "no." if it stands for a number: "KF906251"."""

_CAPITAL = re.compile("[A-ZÀ-ÖØ-ÞΑ-ΩА-Я]")
_NEAR_BEGIN = 300
"""Characters before a mark among which a capital shows that sentences begin with one."""

_LAST_WORD = re.compile(r"[^\W\d_]+$")
_SIGNS_IN_NAMES = "://", "@", "www.", "\\", "_", "`"
_OPENS_NAME = re.compile(r"(?<![^\W_])<[^\W\d_][^<>]*\Z")
"""The beginning of a name in angle brackets: "<net.Socket>"."""

_AFTER_LESS = re.compile(r"<[^<>]*\Z")
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
    last = len(block.rstrip()) - 1
    if not _MARK.search(block, 0, last) and (block.isascii() or not _OTHER_ENDS.search(block)):
        remark = ends_after_brackets(block) if block.startswith("[") else ()
        return [*remark, len(block)]
    spans = _tokenizer().span_tokenize(_shielded(block))
    ends = {_before_opening_marks(block, end) for _, end in spans}
    ends = {end for end in ends if not _continues(block, end)}
    ends.update(_additional_ends(block, ends))
    if language != "en":
        ends = {end for end in ends if not _continues_in(language, block, end)}
    if "<" in block and "=" in block:
        tags = (found.span() for found in _TAG_WITH_VALUES.finditer(block))
        ends.difference_update(chain.from_iterable(range(start + 1, end) for start, end in tags))
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


def _before_opening_marks(block: str, end: int) -> int:
    """An end of nupunkt, which takes the mark in "Stop. `--now` stops at once." for a closing one,
    without such marks."""
    begin = end
    while begin and block[begin - 1] in _OPENING_MARKS:
        begin -= 1
    opens = 0 < begin < end < len(block) and block[begin - 1].isspace()
    return begin if opens and not block[end].isspace() else end


def _continues(block: str, end: int) -> bool:
    """Whether the sentence continues at an end of nupunkt.

    It does before a note, the source of a quotation or a clause, or brackets that close before
    another mark, after an abbreviation or a list in brackets such as "(a, ...)", between keywords,
    between a quote and "he said", and before lower case after "!" or "?", but for texts that have
    no capitals.
    """
    if _NOTE_FOLLOWS.match(block, end) or _CLAUSE_FOLLOWS.match(block, end):
        return True
    if source_follows(block, end):
        return True
    after = block[end : end + 20].lstrip()
    before = block[max(0, end - 15) : end].rstrip()
    if end < len(block) and not block[end].isspace() and _is_inside(block, before, end):
        return True
    if before.endswith("$?"):  # the status of a command in a shell
        return True
    if end < 20 and _SECTION_NUMBER.match(block[:end]):
        return True
    if ("(" in before or ";" in before) and _IN_BRACKETS.search(before):
        return True
    if before.endswith("#!") and after:  # how scripts begin
        return True
    if block.startswith("![", end - 1) and not before[-2:-1].isalnum():  # an image in Markdown
        return True
    if before.endswith(_ELLIPSES) and _ELIDED.search(before) and _KEYWORD.match(after):
        return True
    if before.endswith((")", "]", "}")) and _AND_SO_ON.search(before):
        return bool(after) and _STARTER.fullmatch(after.split()[0]) is None
    spoken = before.rstrip(_CLOSERS + " ")
    if spoken != before and spoken[-1:] in ("!", "?", "…"):
        if after.lstrip("—– ")[:1].islower():
            return True
        return before[-1] in '"”' and is_speech_tag(block, end)
    if not before.isascii() and _NATIVE_ABBREVIATION.search(before):
        return True
    word = after.lstrip("\"'“‘(")
    if before[-1:] in ("!", "?") and word[:1].islower():  # "Say What? is a series"
        has_capitals = _CAPITAL.search(block, max(0, end - _NEAR_BEGIN), end) is not None
        return has_capitals or _is_sign(before)
    if word[:1].islower() or word[:1].isdigit() or _WRITTEN.match(word):
        return before[-1:] == "." and (
            _ABBREVIATION_INSIDE.search(before) is not None
            or _is_sign(before)
            or (word[:1].islower() and _DOTTED.search(before) is not None)
        )
    if _GERMAN_ABBREVIATION.search(before):
        return True
    return bool(_AFTER_GERMAN_ORDINAL.match(after) and _ORDINAL.search(before))


def _is_sign(before: str) -> bool:
    """Whether a mark stands by itself after a word that ends no sentence: "if . is null"."""
    words = before[:-2].split()
    return before.endswith((" .", " !", " ?")) and bool(words) and words[-1] in stop_words("en")


def _is_inside(block: str, before: str, end: int) -> bool:
    """Whether a mark is one of several signs in quotes, or a full stop inside a name such as
    "maint-X.Y.(Z-1)"."""
    if _INSIDE_SIGNS.search(block, max(0, end - 20), end + 1):
        return True
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
    marks = (pattern.finditer(block) for pattern in (_AFTER_UNIT, _NOTE, _RAISED_NOTE))
    for found in chain.from_iterable(marks):
        if found[found.lastindex or 0].isupper():
            yield found.end()
    if "[" in block:
        yield from ends_after_brackets(block)
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
    if _IN_BRACKETS.search(block, max(0, found.start() - 10), found.start() + 1):
        return False
    if _AMOUNT.fullmatch(block, 0, found.start() + 1):
        return False
    if word.lower() in ("no", "nos") and _IDENTIFIER.match(block, found.start(1)):
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
    if not (following[1:].islower() or len(following) == 1) or following.lower() in _DOMAINS:
        return False
    before = block[max(0, found.start() - 60) : found.start()].split()[-1:]
    if any(sign in part for part in before for sign in _SIGNS_IN_NAMES):
        return False
    if any(map(_OPENS_NAME.search, before)):
        return False
    if any(map(_AFTER_LESS.search, before)) and block.startswith(">", found.end(1)):
        return False
    word = _word_before(block, found.start())
    return not word or word.islower() or _STARTER.fullmatch(following) is not None


def _word_before(block: str, end: int) -> str:
    word = _LAST_WORD.search(block, max(0, end - 40), end)
    return word[0] if word else ""
