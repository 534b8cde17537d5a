"""Entries of tables of contents, indexes and references, and rows of links: never quoted."""

from __future__ import annotations

import re
from itertools import pairwise

from hyperdigest.split.bibliography import begins_with_key
from hyperdigest.split.lines import Lines

_HEADING_OF_CONTENTS = re.compile(
    r"(?:(?:short|brief) )?(?:table of )?contents|index|toc|inhalt(?:sverzeichnis)?|sommaire"
    r"|table des matières|índice|contenido|содержание|оглавление",
    re.IGNORECASE,
)
_HEADING_OF_REFERENCES = re.compile(
    r"references(?: cited| and (?:notes|further reading))?|literature(?: cited)?|works cited"
    r"|(?:(?:selected|annotated) )?bibliography(?: and references)?|external links"
    r"|(?:further|additional|recommended|suggested) reading"
    r"|literatur(?:verzeichnis|angaben|hinweise)?|quellen(?:verzeichnis|angaben)?|einzelnachweise"
    r"|weiterführende literatur|weblinks|références(?: bibliographiques)?|bibliographie"
    r"|liens externes|referencias(?: bibliográficas)?|bibliografía|enlaces externos"
    r"|(?:список (?:использованной )?)?литератур[аы]|ссылки",
    re.IGNORECASE,
)
_LISTED = (
    r"(?:general|alphabetic(?:al)?|names?|subjects?|authors?|concepts?|terms?|keywords?|keys?"
    r"|functions?|variables?|commands?|options?|programs?|files?|symbols?|macros?|class(?:es)?"
    r"|modules?|methods?|types?|data|environment|topics?|entry|entries)"
)
_KIND_OF_INDEX = re.compile(
    rf"(?:(?-i:[A-Z])\w*(?<!ing)[ ]){{0,2}}(?:(?:{_LISTED}|and|of|for|the|to|&|/)[ ,-]*)+index"
    rf"|index[ ](?:of|for|to|by)[ ](?:\w+[ ]){{0,2}}{_LISTED}(?:[ ]and[ ](?:\w+[ ])?{_LISTED})?",
    re.IGNORECASE,
)
"""Of manuals with several: "Function and variable index", "Autoconf Macro Index", "Index of all
options". A "Price index" lists values, and "Creating a type index" says how."""

_PART_OF_INDEX = re.compile(
    r"\S|[A-Z]\s?[-–,]\s?[A-Z]|(?:symbols|numbers|digits|numerals)(?: and (?:symbols|numbers))?",
    re.IGNORECASE,
)
_PAGE_AT_END = re.compile(r"[^\W\d_]\s+\d{1,4}\Z")
_LETTERS_OF_PART = re.compile(r":?\s\S\s?[-–]\s?\S\Z")
"""At the end of the heading of a part of an index: "General Index: F – L"."""

_HEADER_OF_INDEX = re.compile(r"index entry\s+(?:page|section)s?", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?:(?:chapter|appendix|section|part|annexe?|kapitel|anhang|chapitre|cap[ií]tulo|apéndice"
    r"|глава|приложение)[ \t]+)?"
    r"(?:\d{1,2}|(?-i:[A-Z]|[IVX]{1,5}|[a-z](?=[.)])))(?:\.\d{1,2}){0,3}[.):]?"
    r"(?:[ \t]+[-–—:])?[ \t]+",
    re.IGNORECASE,
)
"""Of a chapter, a section or an appendix, at the start of its heading."""

_CONTENTS = re.compile(r"(?:\.[ \t]?){4,}[ \t]*(?:[\divxlc]+$|\d[\d, –-]*\t)")
_BETWEEN_NUMBERS = re.compile(r"^\d+(?:\.\d+)*[ \t]+(?=[^\t]*[^\W\d_])[^.!?]{3,80}\t+\d{1,4}$")
_LEADERS = re.compile(
    r"(?<!\.)(?<!\.[ \t])(?:\.[ \t]?){5,}+[ \t]*\d{1,4}[ \t]*$"
    r"|[ ]\.[ ]\.[ ]\.[ ]\d{1,4}(?:[,–-][ ]?\d{1,4})*\Z|[^\s.][ ]\.[ ]\.\Z",
    re.MULTILINE,
)
_INDEX = re.compile(r"^[^.!?:;]{2,60}(?:, \d{1,4}(?:[-–]\d{1,4})?){2,}$")

_INDEX_OF_INFO = re.compile(r"^[^\n]{1,120}:\s[^\n]*\S\s+\(line +\d+\)$")
_MENU_OF_INFO = re.compile(
    r"(?!.*\*note\s)[^\n:]{1,80}:"
    r"(?::(?:\s|$)|\s+\([\w+.-]{1,40}\)(?:\w[^\n.]{0,80}\.|\.(?=\s{3}|\n|$)))"
)
"""What an entry of a menu begins with, of this manual or of another one: "* Find: (find)Use."."""

_POINTER_OF_INFO = re.compile(
    r"\(?(?:(?:also[ ])?see[ ])?\*note\s[^:*]{1,100}:(?::|\s[^.,:]{1,100})"
    r"(?:\s*\Z|[,)]|\s+(?:and|or|for|on|to|how)\b|\.[)\]]*(?:\s*\Z|,))",
    re.IGNORECASE,
)
"""What a sentence begins with that only points to another place: "*Note Tanks::, for oil."."""

_TABLE_OF_NODES = re.compile(r"[^\n]*\x7f\d+\Z|(?:\S+-\d+: \d+(?:\s+|\Z))+\Z")
"""The entries at the end of a file of Info: where its nodes begin, or its parts."""

_TWO_OF_INDEX = re.compile(
    r"^(?:[^\s\d,.|][^\t.!?:;,]{0,60}(?:, \d{1,3}(?:[-–]\d{1,3})?)+(?:\t(?!$)|$)){2,}$"
)
"""A row of an index in columns: "accept filters, 12\taddresses, 7, 34"."""

_PUBLICATION = re.compile(r"\b(?:doi:|doi\.org/|ISBN\b|arXiv:)")
_LINK = re.compile(r"(?<![^\s(<\[])(?:→|=>|»|\S+\.html?\b|https?://\S+)(?=\s|$)")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")
_WORD = re.compile(r"[^\W_]")
_LETTERS_OF_INDEX = re.compile(
    r"(?:jump to|springe zu|aller à|saltar a)\s?:\s*(?:\S{1,2}(?:\s+|\Z)){2,}\Z", re.IGNORECASE
)
"""The row of links to the letters of an index."""

_INFO_NODE = re.compile(r"File:\s[^\s,]{1,80},\s+Node:\s")
"""How Info begins the line of links at the top of each node."""

_NODE = re.compile(r"^\x1f\n" + _INFO_NODE.pattern, re.MULTILINE)

_LEADER_SIGNS = ("..", ". .", ".\t.")
_PUBLICATION_SIGNS = ("doi", "ISBN", "arXiv")
_LINK_SIGNS = ("→", "=>", "»", ".htm", "://")
"""Every match of `_CONTENTS`, `_INDEX`, `_PUBLICATION` and `_LINK` contains one of these; to search
them is faster."""

_FEWEST_NAMES = 6
"""Of an index of words."""

_FOR_ONE_OUT_OF_ORDER = 8
"""Indexes differ in the order of hyphens and spaces: of so many names, one may be out of order."""

_MOST_WORDS = 4
"""Of a name in such an index."""


def is_contents_heading(text: str) -> bool:
    """Whether a heading is that of a table of contents."""
    return _HEADING_OF_CONTENTS.fullmatch(text.strip("*_=#:： ")) is not None


def lists_entries(heading: str) -> bool:
    """Whether the items below a heading, perhaps with a number, are only such entries."""
    bare = _LETTERS_OF_PART.sub("", without_number(heading))
    is_index = is_contents_heading(bare) or _KIND_OF_INDEX.fullmatch(bare) is not None
    return is_index or is_references_heading(heading)


def heads_index(header: str) -> bool:
    """Whether the names of columns are those of an index."""
    return _HEADER_OF_INDEX.fullmatch(header.strip()) is not None


def goes_on_with_index(heading: str) -> bool:
    """Whether a heading below that of an index is one of its parts ("A", "Symbols"), or below that
    of contents the entry of a part, with its number and page: "II Tanks 62"."""
    if _NUMBER.match(heading) and _PAGE_AT_END.search(heading):
        return True
    return _PART_OF_INDEX.fullmatch(heading) is not None


def is_references_heading(heading: str) -> bool:
    """Whether a heading, perhaps with a number, is that of a list of references."""
    return _HEADING_OF_REFERENCES.fullmatch(without_number(heading)) is not None


def without_number(heading: str) -> str:
    """A heading, or its entry in contents, without the number of the chapter or section."""
    bare = heading.strip("*_=#: ")
    number = _NUMBER.match(bare)
    return bare[number.end() :] if number else bare


def is_entry(sentence: str) -> bool:
    """Whether a part of a list, or a row, is such an entry."""
    if any(map(sentence.__contains__, _LEADER_SIGNS)) and _CONTENTS.search(sentence):
        return True
    if ", " in sentence and _INDEX.match(sentence):
        return True
    if is_entry_of_info(sentence) or is_pointer_of_info(sentence) or is_in_table_of_info(sentence):
        return True
    if "\t" in sentence and _TWO_OF_INDEX.match(sentence):
        return True
    if begins_with_key(sentence):
        return True
    if any(map(sentence.__contains__, _PUBLICATION_SIGNS)) and _PUBLICATION.search(sentence):
        return True
    return is_row_of_links(sentence)


def is_entry_of_info(item: str) -> bool:
    """Whether an item is an entry of an index of Info, or begins as one of a menu."""
    is_in_menu = ":" in item and _MENU_OF_INFO.match(item) is not None
    return is_in_menu or is_in_index_of_info(item)


def is_in_index_of_info(sentence: str) -> bool:
    """Whether a sentence is an entry of an index of Info: "tanks: Cleaning tanks. (line 12)"."""
    return "(line" in sentence and _INDEX_OF_INFO.match(sentence) is not None


def is_pointer_of_info(sentence: str) -> bool:
    """Whether a sentence only points to another place of a manual in Info: "*Note Tanks::."."""
    return "*" in sentence[:10] and _POINTER_OF_INFO.match(sentence) is not None


def is_in_table_of_info(sentence: str) -> bool:
    """Whether a sentence is from the tables at the end of a file of Info."""
    last = sentence[-1:]
    return last.isdecimal() and _TABLE_OF_NODES.match(sentence) is not None


def is_line_of_node(line: str) -> bool:
    """Whether a line is that at the top of a node of Info, which links to other ones."""
    return line.startswith("File:") and _INFO_NODE.match(line) is not None


def has_nodes(text: str) -> bool:
    """Whether a text is a file of Info."""
    return "\x1f" in text and _NODE.search(text) is not None


def is_between_numbers(row: str) -> bool:
    """Whether a row is a title between the numbers of a section and a page, unless it is below the
    names of columns."""
    return _BETWEEN_NUMBERS.search(row) is not None


def has_leaders(sentence: str) -> bool:
    """Whether dots lead to the number of a page in a sentence, as in a table of contents."""
    is_possible = "....." in sentence or ". ." in sentence
    return is_possible and _LEADERS.search(sentence) is not None


def is_row_of_links(sentence: str) -> bool:
    """Whether at least half of the words of a sentence are arrows and addresses, or all are links
    of Markdown, or letters of an index, or whether it is the line at the top of a node of Info."""
    if is_line_of_node(sentence) or _LETTERS_OF_INDEX.match(sentence):
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


def is_in_index_of_words(lines: Lines, number: int, *, introduced: bool) -> bool:
    """Whether a line is one of several names in alphabetical order in the same column, each alone
    between blank lines.

    If something is `introduced` right before them, they are no index.
    """
    if not _is_alone(lines, number):
        return False
    before, after = (_names_beside(lines, number, step) for step in (-2, 2))
    names = [*reversed(before), _name(lines, number), *after]
    if len(names) < _FEWEST_NAMES or not all(names) or (introduced and not before):
        return False
    out_of_order = sum(one > other for one, other in pairwise(names))
    return out_of_order <= len(names) // _FOR_ONE_OUT_OF_ORDER


def _names_beside(lines: Lines, number: int, step: int) -> list[str]:
    """The nearest names before or after a line, as many as show the order."""
    names, column = list[str](), lines[number].indent
    while len(names) < _FEWEST_NAMES - 1:
        number += step
        if not _is_alone(lines, number) or lines[number].indent != column:
            break
        names.append(_name(lines, number))
    return names


def _is_alone(lines: Lines, number: int) -> bool:
    """Whether there is a line of text between blank ones."""
    around = lines.is_blank(number - 1) and lines.is_blank(number + 1)
    return around and not lines.is_blank(number)


def _name(lines: Lines, number: int) -> str:
    """The letters and digits of a line of few words, in lower case; empty for another line."""
    words = lines.of(lines[number]).split(None, _MOST_WORDS)
    name = "".join(words) if len(words) <= _MOST_WORDS else ""
    return "".join(filter(str.isalnum, name)).casefold()
