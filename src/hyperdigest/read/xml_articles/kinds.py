"""Which vocabulary an XML document has, by its first bytes."""

from __future__ import annotations

from typing import Literal

from hyperdigest.read.posts.dump_rows import LONGEST_HEAD, root_of

VocabularyName = Literal["jats", "tei", "docbook", ""]

_DOCBOOK_ROOTS = frozenset(
    (
        *("set", "book", "part", "chapter", "article", "section", "sect1", "sect2", "sect3"),
        *("sect4", "preface", "appendix", "glossary", "reference", "refentry", "refsect1"),
        *("topic", "qandaset", "simplesect"),
    )
)
_DOCBOOK_SIGNS = (b"docbook", b"<para>", b"<para ", b"<simpara>")
_JATS_SIGNS = (b"jats", b"nlm//dtd", b"article-type", b"<front")


def vocabulary_in(head: bytes) -> VocabularyName:
    """The vocabulary of a document that begins with `head`; empty if it is none that is read.

    An article of DocBook is told from one of JATS by its document type, namespace or paragraphs.
    """
    name = root_of(head[:LONGEST_HEAD]).rpartition(":")[2]
    if name in ("tei", "tei.2", "teicorpus"):
        return "tei"
    if name not in _DOCBOOK_ROOTS:
        return ""
    written = head[:LONGEST_HEAD].replace(b"\0", b"").lower()
    if any(sign in written for sign in _DOCBOOK_SIGNS):
        return "docbook"
    is_jats = name == "article" and any(sign in written for sign in _JATS_SIGNS)
    return "jats" if is_jats else ""
