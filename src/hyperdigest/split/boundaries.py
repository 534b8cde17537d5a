"""Where sentences end within a block: nupunkt, mended by a few rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

_MARKS = ".!?…。！？｡؟।॥։۔"
_CANDIDATE = re.compile(rf"[{_MARKS}]")
_LONG_RUN = re.compile(r"\S{100,}")
_QUOTED_LINE = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
_EMPHASIS = str.maketrans("_`", "**")

_STARTERS = (
    "The|This|That|These|Those|He|She|It|We|They|You|His|Her|Its|Our|Their|There|Here|Nobody|Everyone"
    "|Someone|Some|Many|Most|All|However|But|If|When|While|After|Before|As|In|On|At|For|A|An|And|Then"
    "|What|Who|Why|How|Where|Not|So|Yet|Although|Since|Because|With|From|To|By|One|Both|Such"
)
_JOINED = re.compile(
    r"(?:^|[\s(\[\"“])(?:vols?|approx|no|nos|arts?|paras?|figs?|eqs?|secs?|sect|chs?|chap|pp?|ed|eds|e\.g|i\.e|cf"
    r"|ca|c|al|vs|v|viz|resp|incl|esp|est|max|min|avg|tab|ref|refs|app|nr|dept|ext|tel)\.\s*$",
    re.IGNORECASE,
)
_CLOSING_ABBREVIATION = re.compile(
    rf"(?:\b[ap]\.m\.|\b(?:[A-Z]\.){{2,}}|\b(?:Inc|Corp|Ltd|Co|Jr|Sr|etc|Bros)\.)[\"'”’)\]]*\s+(?=(?:{_STARTERS})\b)"
)
_GLUED = re.compile(
    rf"(?:([^\W\d_]{{3,}})|([)\]%\d]))[.!?][\"”’)\]]*(?=(?:({_STARTERS})|[^\W\d_]{{2,}}|[AI]\s)(?![\w.(@:/\\=]))"
)
_NOTE = re.compile(
    r"(?:[^\W\d_]{4,}|[)\]])[\"”’)]*[.!?][\"”’]?"
    r"(?:(?:\[[\d,–\- ]{1,15}\])+|\d{1,3}(?:[,–-]\d{1,3}){0,5})(?=\s+[^\W\d_])"
)
_WIDE_END = re.compile(r"[。！？｡][”’」』）\"]*(?=[^\s。！？｡”’」』）])|[؟।॥։۔](?=\s)")
_DOMAINS = frozenset(
    ("com", "org", "net", "gov", "edu", "io", "co", "html", "htm", "php", "pdf", "txt")
)


@cache
def _tokenizer() -> Any:
    import nupunkt

    return nupunkt.load("default")


def sentence_ends(block: str) -> list[int]:
    """Offsets in `block` at which a sentence ends, the last one its length."""
    if not _CANDIDATE.search(block):
        return [len(block)]
    shielded = _shielded(block)
    ends = {end for _, end in _tokenizer().span_tokenize(shielded) if not _joined(block, end)}
    ends.update(_missed(block))
    ends.add(len(block))
    return sorted(ends)


def _shielded(block: str) -> str:
    """The block as nupunkt may see it: quote marks blank, no run of marks without white space."""
    if "\n" in block:
        block = _QUOTED_LINE.sub(lambda found: "\n" + " " * (len(found[0]) - 1), block)
    block = block.translate(_EMPHASIS) if "_" in block or "`" in block else block
    return _LONG_RUN.sub(lambda found: _CANDIDATE.sub("x", found[0][:-20]) + found[0][-20:], block)


def _joined(block: str, end: int) -> bool:
    """Whether nupunkt cut after an abbreviation that closes no sentence, or inside speech."""
    following = block[end : end + 20].lstrip()
    if not following:
        return False
    before = block[max(0, end - 15) : end].rstrip()
    if following[0].islower() and before[-1:] in "\"'”’»" and before[-2:-1] in "!?":
        return True
    continues = following[0].isdigit() or following[0].islower()
    return continues and before[-1:] == "." and _JOINED.search(before) is not None


def _missed(block: str) -> Iterator[int]:
    """Ends that nupunkt does not see."""
    for found in _CLOSING_ABBREVIATION.finditer(block):
        yield found.end()
    for found in _NOTE.finditer(block):
        if block[found.end() :][:20].lstrip()[:1].isupper():
            yield found.end()
    for found in _GLUED.finditer(block):
        if _is_glued(block, found):
            yield found.end()
    for found in _WIDE_END.finditer(block):
        yield found.end()


def _is_glued(block: str, found: re.Match[str]) -> bool:
    """Whether a full stop with no space after it ends a sentence, not part of a name or address."""
    following = block[found.end() : found.end() + 20]
    if not following[0].isupper() or following[1:2].isupper():
        return False
    word = re.match(r"\w+", following)
    if word and word[0].lower() in _DOMAINS:
        return False
    before = block[max(0, found.start() - 60) : found.start()].rsplit(None, 1)
    chunk = before[-1] if before else ""
    if "://" in chunk or "@" in chunk or chunk.startswith("www.") or "\\" in chunk:
        return False
    if found[1]:
        return found[1].islower() or found[3] is not None
    return True
