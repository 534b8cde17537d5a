"""The cited sources as CSL-JSON, for Zotero, pandoc and whatever else speaks CSL."""

from __future__ import annotations

from hyperdigest.documents import Digest
from hyperdigest.render.json import dumped
from hyperdigest.render.plain import line
from hyperdigest.render.references import FORMAT_NAMES, Reference, references

_TYPES = {FORMAT_NAMES["epub"]: "book", FORMAT_NAMES["html"]: "webpage"}


def render_csl(digest: Digest) -> str:
    """A JSON array with an item for each cited document, in order of first citation.

    A doubt stands in the ``custom`` of each, which is never printed.
    """
    doubt = {"doubt": line(digest.doubt)} if digest.doubt else {}
    return dumped([_item(reference, doubt) for reference in references(digest)])


def _item(reference: Reference, doubt: dict[str, str]) -> dict[str, object]:
    item = {
        "id": reference.key,
        "type": _TYPES.get(reference.format, "webpage" if reference.url else "document"),
        "title": reference.title,
        "URL": reference.url,
        "medium": reference.format,
        "note": reference.note,
    }
    given: dict[str, object] = {name: value for name, value in item.items() if value}
    path = reference.path or reference.url
    return given | {"custom": {"name": reference.name, "path": path, **doubt}}
