"""The text of inline markup of reStructuredText, and of the roles of Sphinx, without its marks.

The parser of docutils takes quadratic time for marks that are not closed; here, a mark looks at
most `LONGEST` characters ahead.
"""

from __future__ import annotations

import re

from hyperdigest.base.exponents import raised_after

LONGEST = 2_000
"""In characters; longer marked text keeps its marks."""

_N = f"{{1,{LONGEST}}}"
_INLINE = re.compile(
    rf"""
    (?<![\w\\`*|])(?:
        ``(?=\S)(?P<literal>(?:[^`]|`(?!`)){_N}+)(?<!\s)``(?!\w)
      | (?P<role>:(?:[A-Za-z0-9][\w.+-]{{0,50}}:){{1,3}})?
        `(?=\S)(?P<phrase>(?:[^`\\]|\\.){_N}+)`
        (?P<after>:(?:[A-Za-z0-9][\w.+-]{{0,50}}:){{1,3}}|__?)?(?!\w)
      | \*\*(?=\S)(?P<strong>(?:[^*\\]|\\.|\*(?!\*)){_N}+)(?<!\s)\*\*(?!\w)
      | \*(?=[^\s*])(?P<emphasis>(?:[^*\\]|\\.){_N}+)(?<!\s)\*(?![\w*])
      | \|(?=\S)(?P<substitution>[^|\n]{{1,200}}(?:\n[^|\n]{{1,200}})?)(?<!\s)\|_{{0,2}}(?!\w)
      | (?P<citation>\[[A-Za-z][\w.:+-]{{0,100}}\])_(?!\w)
      | _`(?P<target>[^`]{_N}+)`
      | (?P<reference>(?:(?!_)\w){{1,100}}+(?:[-._+:](?:(?!_)\w){{1,100}}+){{0,20}}+)__?(?![\w<])
    )
    | (?:[ ]|(?<![\w\\]))\[(?:\d{{1,9}}|\#[\w.-]{{0,100}}|\*)\]_(?!\w)
    | \\(?:\s|(?P<escaped>.))
    """,
    re.VERBOSE | re.DOTALL,
)
_MARKED = ("strong", "emphasis", "target", "citation", "reference", "escaped")
_ESCAPE = re.compile(r"\\(?:\s|(.))", re.DOTALL)
_WITH_TARGET = re.compile(r"(.*\S)(?:\s+|(?<![_$\\]))<[^<>]+>", re.DOTALL)
"""A link with its target, but not a name with a blank to be filled in, as in ``FLAGS_<LANG>``."""

_NAME = re.compile(r"~[\w.]+")
_RAISED = ("sup", "superscript")
_SHOWN_BEFORE = {"pep": "PEP ", "rfc": "RFC "}


def plain(text: str, replaced: dict[str, str], hidden: frozenset[str] = frozenset()) -> str:
    """A text without inline marks.

    Parameters
    ----------
    replaced : the texts that ``|name|`` stands for, by name in lower case.
    hidden : the names of roles whose text is for one form of output alone, such as HTML.
    """

    def shown(found: re.Match[str]) -> str:
        if (phrase := found["phrase"]) is not None:
            role = (found["role"] or found["after"] or "").strip(":_").lower()
            if role in _RAISED:
                before = text[max(0, found.start() - 3) : found.start()].removesuffix("\\ ")
                return raised_after([before], unescaped(phrase))
            return "" if role in hidden else _of_role(role, phrase)
        if (name := found["substitution"]) is not None:
            return replaced.get(" ".join(name.lower().split()), found[0])
        if found["literal"] is not None:
            return found["literal"]
        return unescaped(next((found[name] for name in _MARKED if found[name]), ""))

    return _INLINE.sub(shown, text)


def unescaped(text: str) -> str:
    """A text without the backslashes of its escapes."""
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def _of_role(role: str, phrase: str) -> str:
    """The text of a phrase: a link without its target, and the last name of ``~module.name``."""
    if role in ("math", "code"):
        return phrase
    if found := _WITH_TARGET.fullmatch(phrase):
        return unescaped(found[1])
    phrase = unescaped(phrase)
    if phrase.startswith("<") and phrase.endswith(">"):
        return phrase[1:-1]
    if phrase.startswith("~") and (role or _NAME.fullmatch(phrase)):
        return phrase.rpartition(".")[2].lstrip("~")
    if role and phrase.startswith("!"):
        return phrase[1:]
    return _SHOWN_BEFORE.get(role, "") + phrase
