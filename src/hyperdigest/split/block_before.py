"""What the block before another one says about it: whether its last sentence introduces it."""

from __future__ import annotations

import re
from typing import NamedTuple

from hyperdigest.split.bylines import is_byline
from hyperdigest.split.forms import FINAL
from hyperdigest.split.notes import is_note_label
from hyperdigest.split.scripts import count_words

LONGEST_CONTEXT = 60
"""In words; a longer sentence is not quoted before another one."""

NONE = -1
"""The number of a sentence that there is not."""

_INTRODUCE = ("paragraph", "heading", "item", "step", "definition", "term", "quote", "turn")
_ANNOUNCES = (":", "：", "…")
_FOLLOWING = re.compile(
    r"\b(?:the\sfollowing|as\sfollows|folgende[nrs]?|suivante?s?|siguientes?|seguent[ei]"
    r"|seguintes?|volgende|следующ\w+)\b|\A\W{0,3}here\s(?:are|is\s(?:an?|the)\s(?:\w+\s)?list)\b",
    re.IGNORECASE,
)

_LATER = re.compile(
    r"(?<!\band\s)\bthe\sfollowing\b"
    r"(?!\s(?:section|chapter|page|paragraph|part|version|release|day|night|morning|week|year))"
    r"[^:]*\Z"
    r"|\b(?:as\sfollows|suivante?s|siguientes|seguenti|seguintes"
    r"|(?:folgende[nr]?|volgende|следующи[ехм]\w?)"
    r"(?!\s(?:Abschnitt|Kapitel|Seite|Tag|dag|hoofdstuk))(?:\s\w+){1,3})\W*\Z",
    re.IGNORECASE,
)
"""In a sentence that still announces the list below its paragraph after other ones."""

_SECTION = (
    r"(?!\s(?:section|chapter|page|paragraph|part|version|release|day|night|morning|week|year)"
    r"|\s(?:Abschnitt|Kapitel|Seite|Tag|dag|hoofdstuk))"
)
_OTHER = r"(?:folgende[nrs]?|suivante?s?|siguientes?|seguent[ei]|seguintes?|volgende|следующ\w+)"
_TELLS = re.compile(
    r"\bas\sfollows\b|\A\W{0,3}here\s(?:are|is\s(?:an?|the)\s(?:\w+\s)?list)\b"
    # It begins so, or its main clause: "If it leaks, each of the following may help."
    r"|(?:\A\W{0,3}(?:\w+\s)?|[,;]\s)(?:there\sare\s|(?:any|each|all|both|some|one|only)\s"
    rf"(?:or\smore\s)?(?:of\s)?)?the\sfollowing\b{_SECTION}[^:]*\Z"
    # It has no noun: "Add the following to the oil."
    r"|\bthe\sfollowing\s(?:to|into|in|on|for|from|if|when|is|are|can|may|must|should)\b[^:]*\Z"
    # It says what its noun needs: "It is required that the following lines be in the file."
    rf"|\bthe\sfollowing{_SECTION}(?:\s[\w-]+){{1,3}}?\s(?:be|must|should|ha(?:ve|s)\sto|needs?\sto)"
    r"\b[^:]*\Z"
    # It ends so, or with more about that: "It needs the following tools, all of them clean."
    rf"|(?<!\bthat\s)\bthe\sfollowing{_SECTION}(?:\s[^\s:,(]+){{0,3}}"
    r"(?:\W*\Z|(?:,|\s\(|\sthat\b|\swhich\b)[^:]*\Z)"
    rf"|\A(?:\S+\s){{0,2}}{_OTHER}\b{_SECTION}[^:]*\Z"
    rf"|\b{_OTHER}{_SECTION}(?:\s[^\s:]+){{0,3}}\W*\Z",
    re.IGNORECASE,
)
"""In a whole sentence that announces a list, and does not only speak of "the following words"."""

_WORDS_OF_LATER = (
    *("follow", "suivant", "siguiente", "seguent", "seguinte", "folgend", "volgend", "следующ"),
)
_WORDS_OF_FOLLOWING = (*_WORDS_OF_LATER, "here")
"""Every match of `_LATER` and of `_FOLLOWING` contains one of these; to search them is faster."""

_LONGEST_SEARCHED = 1000
"""In characters; a longer sentence is too long to be quoted before another one."""


class BlockBefore(NamedTuple):
    """The block before another one, and the sentence before that, which is its last one.

    Parameters
    ----------
    language : of the document.
    kind : of the block; empty before the first one.
    level : of how many lists it is part.
    end : where it ends.
    first, last : the numbers of its first and last sentence.
    sentence : the last one.
    caption : its sentence that is the caption of a table below it.
    is_note : whether it is a note or a warning, or the label of one.
    announcing, announcement : the number and the words of an earlier sentence of it that announces
        what is below it.
    """

    language: str
    kind: str = ""
    level: int = 0
    end: int = 0
    first: int = NONE
    last: int = NONE
    sentence: str = ""
    caption: int = NONE
    is_note: bool = False
    announcing: int = NONE
    announcement: str = ""

    @property
    def words(self) -> int:
        """The number of words of its last sentence."""
        return count_words(self.sentence, self.language)

    @property
    def is_short(self) -> bool:
        """Whether its last sentence is short enough to be quoted before another one."""
        return self.words <= LONGEST_CONTEXT

    @property
    def announces(self) -> bool:
        """Whether its last sentence says that a list follows, by its last sign or a word."""
        sentence = self.sentence
        if sentence.endswith(_ANNOUNCES):
            return True
        if not _has_any(_WORDS_OF_FOLLOWING, sentence):
            return False
        return (_TELLS if self.is_whole else _FOLLOWING).search(sentence) is not None

    @property
    def is_whole(self) -> bool:
        """Whether its last sentence ends as a whole one does, and not in a colon."""
        return FINAL.search(self.sentence[-40:]) is not None

    @property
    def as_lead_in(self) -> BlockBefore:
        """The block as what is before a list, a table or code: up to the sentence that announces
        these, if its last one is whole and does not."""
        if self.announcing < 0 or self.announces or not self.is_whole:
            return self
        return self._replace(last=self.announcing, sentence=self.announcement)

    @property
    def introduction(self) -> int:
        """Its last sentence, if it is not too long and may introduce something.

        One that only says where to read more ends what is before it, and the label of a note says
        nothing.
        """
        if self.kind not in _INTRODUCE or not self.is_short:
            return NONE
        says_nothing = is_byline(self.sentence) or is_note_label(self.sentence)
        return NONE if says_nothing and not self.announces else self.last

    @property
    def question(self) -> int:
        """Its last sentence, if it is a question that what is below answers, as in an FAQ."""
        may_ask = self.kind == "heading" or (
            self.kind in ("paragraph", "term") and self.first == self.last
        )
        return self.last if may_ask and asks(self.sentence) and self.is_short else NONE


def asks(sentence: str) -> bool:
    """Whether a sentence is a question, by its last sign."""
    return sentence.rstrip("*_").endswith(("?", "？", "؟"))


def announces_below(sentence: str) -> bool:
    """Whether a sentence announces what is below its paragraph, even if others are between them:
    "Use the following commands."."""
    is_possible = len(sentence) <= _LONGEST_SEARCHED and _has_any(_WORDS_OF_LATER, sentence)
    if not is_possible or not _LATER.search(sentence):
        return False
    return not FINAL.search(sentence[-40:]) or _TELLS.search(sentence) is not None


def _has_any(words: tuple[str, ...], sentence: str) -> bool:
    return any(map(sentence.lower().__contains__, words))
