"""What the directives of reStructuredText are for, those of docutils and of Sphinx."""

from __future__ import annotations

from typing import Literal

Use = Literal[
    "nothing", "code", "content", "quote", "heading", "note", "version", "table", "object"
]
"""What a directive gives: a note has its argument as its first words, an object its argument as a
term that its content defines."""

VERSIONS = {
    "versionadded": "Added in version",
    "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version",
    "deprecated-removed": "Deprecated since version",
    "versionremoved": "Removed in version",
    "version-added": "Added in version",
    "version-changed": "Changed in version",
    "version-deprecated": "Deprecated since version",
    "version-removed": "Removed in version",
}
"""The directives about a version, and the words that Sphinx shows before it."""

_USES: dict[Use, tuple[str, ...]] = {
    "nothing": (
        *("include", "literalinclude", "raw", "image", "meta", "date", "contents", "sectnum"),
        *("section-numbering", "target-notes", "role", "default-role", "title", "toctree"),
        *("index", "highlight", "highlightlang", "currentmodule", "module", "default-domain"),
        *("tabularcolumns", "testsetup", "testcleanup", "program", "sectionauthor"),
        *("moduleauthor", "codeauthor", "namespace", "namespace-push", "namespace-pop"),
        *("automodule", "autosummary", "inheritance-diagram", "bibliography"),
        "changelog_imports",
    ),
    "code": (
        *("code", "code-block", "sourcecode", "parsed-literal", "math", "productionlist"),
        *("doctest", "testcode", "testoutput", "prompt", "console", "ipython", "code-cell"),
        "code-tab",
        *("jupyter-execute", "plot", "graphviz", "digraph", "graph", "mermaid", "uml"),
    ),
    "content": (
        *("figure", "container", "class", "rst-class", "cssclass", "only", "ifconfig", "hlist"),
        *("compound", "tabs", "tab-set", "grid", "grid-item", "glossary", "header", "footer"),
        *("acks", "collapse"),
    ),
    "quote": ("epigraph", "highlights", "pull-quote"),
    "heading": (
        *("topic", "sidebar", "rubric", "centered", "admonition", "card", "grid-item-card"),
        *("dropdown", "details", "tab", "tab-item", "group-tab"),
    ),
    "note": (
        *("note", "warning", "tip", "hint", "important", "caution", "danger", "error"),
        *("attention", "seealso", "todo", "impl-detail"),
    ),
    "version": tuple(VERSIONS),
    "table": ("table", "list-table", "csv-table"),
}
_OF_DOMAINS = ("module", "currentmodule", "namespace", "namespace-push", "namespace-pop")
_USE_OF = {name: use for use, names in _USES.items() for name in names}


def use_of(name: str) -> Use:
    """What a directive gives, by its name in lower case, with or without the name of a domain.

    Those that are not known, and those of a domain, describe objects, such as ``py:function``.
    """
    domain, _, own = name.rpartition(":")
    if domain and own not in _OF_DOMAINS:
        return "object"
    return _USE_OF.get(own, "object")
