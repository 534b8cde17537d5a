"""Entries of tables of contents, indexes and references, and rows of links: never quoted."""

from __future__ import annotations

import re

_HEADING_OF_CONTENTS = re.compile(
    r"(?:table of )?contents|index|toc|inhalt(?:sverzeichnis)?|sommaire|table des matières|índice"
    r"|contenido|содержание|оглавление",
    re.IGNORECASE,
)
_HEADING_OF_REFERENCES = re.compile(
    r"references(?: cited| and notes)?|literature(?: cited)?|bibliography|works cited"
    r"|external links|literatur(?:verzeichnis)?|einzelnachweise"
    r"|weblinks|références(?: bibliographiques)?|bibliographie|liens externes"
    r"|referencias(?: bibliográficas)?|bibliografía|enlaces externos"
    r"|(?:список )?литератур[аы]|ссылки",
    re.IGNORECASE,
)
_KIND_OF_INDEX = re.compile(
    r"(?:(?:general|alphabetic(?:al)?|names?|subjects?|authors?|concepts?|terms?|keywords?|keys?"
    r"|functions?|variables?|commands?|options?|programs?|files?|symbols?|macros?|class(?:es)?"
    r"|modules?|methods?|types?|data|environment|topics?|entry|entries|and|of|for|the|to|&|/)"
    r"[ ,-]*)+index",
    re.IGNORECASE,
)
"""Of manuals with several: "Function and variable index". A "Price index" lists values."""

_NUMBER = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,3}[.)]?[ \t]+")
_CONTENTS = re.compile(r"(?:\.[ \t]?){4,}[ \t]*(?:[\divxlc]+$|\d[\d, –-]*\t)")
_BETWEEN_NUMBERS = re.compile(r"^\d+(?:\.\d+)*[ \t]+(?=[^\t]*[^\W\d_])[^.!?]{3,80}\t+\d{1,4}$")
_LEADERS = re.compile(
    r"(?<!\.)(?<!\.[ \t])(?:\.[ \t]?){5,}+[ \t]*\d{1,4}[ \t]*$"
    r"|[ ]\.[ ]\.[ ]\.[ ]\d{1,4}(?:[,–-][ ]?\d{1,4})*\Z|[^\s.][ ]\.[ ]\.\Z",
    re.MULTILINE,
)
_INDEX = re.compile(
    r"^[^.!?:;]{2,60}(?:, \d{1,4}(?:[-–]\d{1,4})?){2,}$|^[^\n]{1,120}:\s[^\n]*\s+\(line +\d+\)$"
    r"|^[^\n:]{1,80}::(?:\s|$)|^[^\n\x7f]{1,120}\x7f\d+$"
)
"""The last three are entries of the indexes, the menus and the table of nodes of Info."""

_TWO_OF_INDEX = re.compile(
    r"^(?:[^\s\d,.|][^\t.!?:;,]{0,60}(?:, \d{1,3}(?:[-–]\d{1,3})?)+(?:\t(?!$)|$)){2,}$"
)
"""A row of an index in columns: "accept filters, 12\taddresses, 7, 34"."""

_REFERENCE = re.compile(r"^\[[\w+-]{1,12}\]\s(?!.*\t)")
"""In a table of three columns or more, such a first cell is a flag or a key, and no reference."""

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d[a-z]?\b")
_LAST_OF_REFERENCE = re.compile(r"(?:\b(?:1[5-9]|20)\d\d[a-z]?|\d[-–]{1,2}\d+)\W*$")
"""A year or pages."""

_PUBLICATION = re.compile(r"\b(?:doi:|doi\.org/|ISBN\b|arXiv:)")
_LINK = re.compile(r"(?<![^\s(<\[])(?:→|=>|»|\S+\.html?\b|https?://\S+)(?=\s|$)")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")
_WORD = re.compile(r"[^\W_]")
_INFO_NODE = re.compile(r"File:\s[^\s,]{1,80},\s+Node:\s")
"""How Info begins the line of links at the top of each node."""

_LEADER_SIGNS = ("..", ". .", ".\t.")
_INDEX_SIGNS = (", ", "::", "(line", "\x7f")
_PUBLICATION_SIGNS = ("doi", "ISBN", "arXiv")
_LINK_SIGNS = ("→", "=>", "»", ".htm", "://")
"""Every match of `_CONTENTS`, `_INDEX`, `_PUBLICATION` and `_LINK` contains one of these; to search
them is faster."""


def is_contents_heading(text: str) -> bool:
    """Whether a heading is that of a table of contents."""
    return _HEADING_OF_CONTENTS.fullmatch(text.strip("*_=#: ")) is not None


def lists_entries(heading: str) -> bool:
    """Whether the items below a heading, perhaps with a number, are only such entries."""
    bare = _without_number(heading)
    is_index = is_contents_heading(bare) or _KIND_OF_INDEX.fullmatch(bare) is not None
    return is_index or is_references_heading(heading)


def is_references_heading(heading: str) -> bool:
    """Whether a heading, perhaps with a number, is that of a list of references."""
    return _HEADING_OF_REFERENCES.fullmatch(_without_number(heading)) is not None


def _without_number(heading: str) -> str:
    return _NUMBER.sub("", heading.strip("*_=#: "), count=1)


def is_entry(sentence: str) -> bool:
    """Whether a part of a list, or a row, is such an entry."""
    if any(map(sentence.__contains__, _LEADER_SIGNS)) and _CONTENTS.search(sentence):
        return True
    if any(map(sentence.__contains__, _INDEX_SIGNS)) and _INDEX.match(sentence):
        return True
    if "\t" in sentence and _TWO_OF_INDEX.match(sentence):
        return True
    if begins_as_reference(sentence):
        return True
    if any(map(sentence.__contains__, _PUBLICATION_SIGNS)) and _PUBLICATION.search(sentence):
        return True
    return is_row_of_links(sentence)


def is_between_numbers(row: str) -> bool:
    """Whether a row is a title between the numbers of a section and a page, unless it is below the
    names of columns."""
    return _BETWEEN_NUMBERS.search(row) is not None


def has_leaders(sentence: str) -> bool:
    """Whether dots lead to the number of a page in a sentence, as in a table of contents."""
    is_possible = "....." in sentence or ". ." in sentence
    return is_possible and _LEADERS.search(sentence) is not None


def begins_as_reference(sentence: str) -> bool:
    """Whether a sentence begins with the number or key of a reference: "[12] ...", "[Knuth84]"."""
    return sentence.startswith("[") and _REFERENCE.match(sentence) is not None


def is_reference(block: str, *, listed: bool) -> bool:
    """Whether a paragraph is a reference: it begins with a key, and has a year.

    If it is `listed` below the heading of references, a key does, or a year or pages at its end.
    """
    has_key = begins_as_reference(block)
    if listed:
        return has_key or _LAST_OF_REFERENCE.search(block[-40:]) is not None
    return has_key and _YEAR.search(block) is not None


def is_row_of_links(sentence: str) -> bool:
    """Whether at least half of the words of a sentence are arrows and addresses, or all are links
    of Markdown, or whether it is the line at the top of a node of Info."""
    if sentence.startswith("File:") and _INFO_NODE.match(sentence):
        return True
    if "](" in sentence:
        if not _WORD.search(_MARKDOWN_LINK.sub("", sentence)):
            return True
        sentence = without_targets(sentence)
    if not any(map(sentence.__contains__, _LINK_SIGNS)):
        return False
    return 2 * len(_LINK.findall(sentence)) >= len(sentence.split())


def without_targets(sentence: str) -> str:
    """A sentence with the words of its links in Markdown in place of the links."""
    return _MARKDOWN_LINK.sub(r"\1", sentence) if "](" in sentence else sentence


def is_in_brackets(sentence: str) -> bool:
    """Whether brackets enclose all words: "[mesh of nodes]", "(see below)."."""
    first, bare = sentence[0], sentence.rstrip(".,;: ")
    if first not in "([" or not bare.endswith(")" if first == "(" else "]"):
        return False
    return sentence.find(bare[-1]) == len(bare) - 1
