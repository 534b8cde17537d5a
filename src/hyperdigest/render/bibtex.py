"""The cited sources as BibTeX, for LaTeX and for reference managers."""

from __future__ import annotations

from hyperdigest.documents import Digest
from hyperdigest.render.plain import line
from hyperdigest.render.references import Reference, references

_ESCAPED = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{mark: f"\\{mark}" for mark in "&%$#_"},
    }
)


def render_bibtex(digest: Digest) -> str:
    """A ``@misc`` entry for each cited document, in order of first citation; empty without one.

    Text is plain: what LaTeX would read as a command is escaped, braces are always in pairs. A
    doubt is a comment before them.
    """
    doubt = [f"% {line(digest.doubt).replace('@', ' at ')}"] if digest.doubt else []
    return "\n\n".join([*doubt, *map(_entry, references(digest))])


def _entry(reference: Reference) -> str:
    fields = {
        "title": f"{{{_escaped(reference.title)}}}",
        "howpublished": _escaped(reference.path),
        "url": reference.url,
        "type": _escaped(reference.format),
        "note": _escaped(reference.note),
    }
    written = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return ",\n".join([f"@misc{{{reference.key}", *written]) + "\n}"


def _escaped(text: str) -> str:
    return text.translate(_ESCAPED)
