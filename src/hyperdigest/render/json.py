"""Formats for programs: JSON with the exact slices, and bibliographies as BibTeX and CSL-JSON."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from hyperdigest.base.addresses import web_address
from hyperdigest.base.names import family_and_given
from hyperdigest.base.text import dumped, line, visible
from hyperdigest.digest import (
    Digest,
    Topic,
    json_head,
    json_sentence,
    six_digits,
)
from hyperdigest.file_formats import LABELS, label_of
from hyperdigest.render.parts import sources

if TYPE_CHECKING:
    from hyperdigest.answer.expand import Expansion
    from hyperdigest.answer.explain import Explanation

_TYPES = {LABELS["epub"]: "book", LABELS["html"]: "webpage"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = frozenset(f"{number:02}" for number in range(1, 13))
_KEY_CHARACTERS = 40
_KEY_DIGITS = 8
_DOI = re.compile(r"(?<![\w.])10\.[0-9]{4,9}/[A-Za-z0-9._;()/:-]{1,100}")
_HEAD = 2_000
"""How many characters at the head of a text are looked at for its DOI."""

_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")
_NOT_IN_KEY = re.compile(r"[^a-z0-9]+")
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


def render_json(digest: Digest) -> str:
    """The digest as one JSON object, as `Digest.to_json` writes it."""
    return digest.to_json()


def render_json_line(digest: Digest) -> str:
    """The same object on one line."""
    return digest.to_json(indent=None)


def render_explanation_json(explanation: Explanation) -> str:
    """The explanation as one JSON object; its sentences are those of the digest, in full."""
    sentences = []
    for reason in explanation.reasons:
        values: dict[str, Any] = _rounded(asdict(reason))
        del values["citation"]
        sentences.append(json_sentence(reason.citation) | values)
    runners_up = [
        json_sentence(runner.citation) | {"missing": runner.missing}
        for runner in explanation.runners_up
    ]
    parts = {"sentences": sentences, "runners_up": runners_up}
    return dumped({**json_head(explanation), **parts})


def render_expansion_json(expansion: Expansion) -> str:
    """What stands around a sentence as one JSON object."""
    return dumped(asdict(expansion))


def render_topics_json(topics: Sequence[Topic]) -> str:
    """The topics as one JSON object."""
    return dumped({"topics": [_rounded(asdict(topic)) for topic in topics]})


def _rounded(value: Any) -> Any:
    """`value` with all numbers in it rounded to 6 significant digits."""
    if isinstance(value, float):
        return six_digits(value)
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list | tuple) else value


def render_bibtex(digest: Digest) -> str:
    """An entry for each cited document, in order of first citation; empty without one.

    It is ``@online`` at a web address, ``@book`` for an e-book with authors, and else ``@misc``:
    documents do not say in which journal or series they are. Characters with a meaning in LaTeX are
    escaped, and braces are balanced. A doubt is a comment before the entries.
    """
    doubt = [f"% {line(digest.doubt).replace('@', ' at ')}"] if digest.doubt else []
    return "\n\n".join([*doubt, *map(_entry, _references(digest))])


def _entry(reference: Reference) -> str:
    year, month, day = (*reference.date.split("-"), "", "")[:3]
    fields = {
        "author": " and ".join(map(_bibtex_name, reference.authors)),
        "title": f"{{{_escaped(reference.title)}}}",
        "year": year,
        "month": _MONTHS[int(month) - 1] if month in _NUMBERS else "",
        "date": reference.date if day else "",
        "howpublished": "" if reference.titled else _escaped(reference.path),
        "doi": reference.doi,
        "url": reference.url,
        "type": _escaped(reference.format),
        "note": _escaped(reference.note),
    }
    written = [
        f"  {name} = {value}" if name == "month" else f"  {name} = {{{value}}}"
        for name, value in fields.items()
        if value
    ]
    is_book = reference.format == LABELS["epub"] and reference.authors
    kind = "online" if reference.url else "book" if is_book else "misc"
    return ",\n".join([f"@{kind}{{{reference.key}", *written]) + "\n}"


def _bibtex_name(name: str) -> str:
    """The family name, then the given name; in braces if it may not be the name of a person."""
    parts = family_and_given(name)
    return ", ".join(map(_escaped, parts)) if parts else f"{{{_escaped(name)}}}"


def _escaped(text: str) -> str:
    return text.translate(_ESCAPED)


def render_csl(digest: Digest) -> str:
    """A JSON array with an item for each cited document, in order of first citation.

    A doubt is in the field ``custom`` of each, which bibliographies do not print.
    """
    doubt = {"doubt": line(digest.doubt)} if digest.doubt else {}
    items = []
    for reference in _references(digest):
        plain_type = "webpage" if reference.url else "document"
        parts = [int(part) for part in reference.date.split("-") if part]
        item = {
            "id": reference.key,
            "type": "post" if reference.post else _TYPES.get(reference.format, plain_type),
            "author": [_csl_name(name) for name in reference.authors],
            "title": reference.title,
            "container-title": reference.thread if reference.thread != reference.title else "",
            "issued": {"date-parts": [parts]} if parts else {},
            "DOI": reference.doi,
            "URL": reference.url,
            "medium": reference.format,
            "note": reference.note,
        }
        given: dict[str, Any] = {name: value for name, value in item.items() if value}
        path = reference.path or reference.url
        items.append(given | {"custom": {"name": reference.name, "path": path, **doubt}})
    return dumped(items)


def _csl_name(name: str) -> dict[str, str]:
    parts = family_and_given(name)
    return {"family": parts[0], "given": parts[1]} if parts else {"literal": name}


@dataclass(frozen=True, slots=True)
class Reference:
    """The entry of a cited document in a bibliography.

    Parameters
    ----------
    key : the letters and digits of its name, and the first digits of the hash of the name; the same
        in every digest.
    title : its title, or its name if it has none.
    titled : whether it has a title.
    name : its name in digests.
    path, url : its path, and its web address; `path` is empty if it is one.
    doi : the only DOI in its address or at its head.
    format : the kind of file in words, if it is known.
    note : the name and the cited places, in the order of the document: ``leaflet.pdf, p. 2, p. 4``;
        for a post also its acceptance and score.
    authors : as in `Document`.
    date : its date, or the date in its name.
    post : whether it is a post in a thread.
    thread : the name of the thread.
    """

    key: str
    title: str
    titled: bool
    name: str
    path: str
    url: str
    doi: str
    format: str
    note: str
    authors: tuple[str, ...]
    date: str
    post: bool
    thread: str


def _references(digest: Digest) -> Iterator[Reference]:
    """The entry of each cited document, in order of first citation."""
    places = cited_places(digest)
    for source in sources(digest).values():
        document, name = source.document, visible(source.name)
        path_address = web_address(source.path)
        address = document.web_address if document else path_address
        plain = unicodedata.normalize("NFKD", source.name).encode("ascii", "ignore").decode()
        slug = _NOT_IN_KEY.sub("-", plain.lower())[:_KEY_CHARACTERS].strip("-") or "source"
        hashed = sha256(source.name.encode("utf-8", "surrogatepass")).hexdigest()[:_KEY_DIGITS]
        date, post = (document.dated.stated, document.post) if document else ("", None)
        yield Reference(
            key=f"{slug}-{hashed}",
            title=source.title,
            titled=document is not None and bool(document.title.strip()),
            name=name,
            path="" if path_address else visible(source.path),
            url=address,
            doi=_doi(address, document.text if document else ""),
            format=label_of(document.path, document.format) if document else "",
            note=", ".join(
                (name, *([post.summary] if post and post.summary else []), *places[source.name])
            ),
            post=post is not None,
            thread=line(post.thread) if post else "",
            authors=tuple(filter(None, map(line, document.authors))) if document else (),
            date=date if _DATE.fullmatch(date) else "",
        )


def _doi(address: str, text: str) -> str:
    """The DOI in an address, or at the head of a text if that has no other one."""
    for place in (address, text[:_HEAD]):
        dois = (doi.rstrip(".,;:") for doi in _DOI.findall(place))
        whole = (doi if doi.count("(") >= doi.count(")") else doi.rstrip(").,;:") for doi in dois)
        found = {doi.lower(): doi for doi in whole}
        if found:
            return next(iter(found.values())) if len(found) == 1 else ""
    return ""


def cited_places(digest: Digest) -> dict[str, tuple[str, ...]]:
    """The places of the cited sentences of each document, in the order of the document."""
    cited = defaultdict(list)
    for sentence in sorted(digest.sentences, key=lambda sentence: sentence.start):
        cited[sentence.document].append(line(sentence.place))
    return {name: tuple(dict.fromkeys(places)) for name, places in cited.items()}
