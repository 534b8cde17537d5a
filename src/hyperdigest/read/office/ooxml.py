"""Office Open XML (docx, pptx): XML files in an archive that refer to one another.

Elements are found only by their names, because the strict and the usual variant of the format have
different namespaces.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from typing import Any, NamedTuple

from hyperdigest.read.office.archive import xml_part


class Relation(NamedTuple):
    """A reference to a file of the archive: its id, its kind, and the name of that file."""

    id: str
    kind: str
    name: str


class Package:
    """The XML files of an archive."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.names = frozenset(archive.namelist())

    def xml(self, name: str) -> Any:
        """The tree of an XML file, of which alternatives are chosen; None if it does not exist."""
        if name not in self.names:
            return None
        root = xml_part(self._archive, name)
        _choose_alternatives(root)
        return root

    def related(self, name: str = "") -> list[Relation]:
        """What a file of the archive refers to in it; without a name, what the archive does."""
        folder, last = posixpath.split(name)
        relations = posixpath.join(folder, "_rels", f"{last}.rels")
        if relations not in self.names:
            return []
        found = []
        for relation in xml_part(self._archive, relations).iter("{*}Relationship"):
            if relation.get("TargetMode") != "External":
                target = posixpath.join(f"/{folder}", relation.get("Target", ""))
                kind = relation.get("Type", "").rpartition("/")[2]
                normal = posixpath.normpath(target).lstrip("/")
                found.append(Relation(relation.get("Id", ""), kind, normal))
        return found

    def related_as(self, kind: str, name: str = "") -> list[str]:
        """The names of the files of a kind that a file refers to, each once, if they exist."""
        found = (relation.name for relation in self.related(name) if relation.kind == kind)
        return [each for each in dict.fromkeys(found) if each in self.names]

    def trees(self, kind: str, name: str) -> Iterator[Any]:
        """The trees of the XML files of a kind that a file refers to."""
        return map(self.xml, self.related_as(kind, name))


def _choose_alternatives(root: Any) -> None:
    """Keep the first branch with text of all that stand for the same, so that it is read once."""
    for alternatives in list(root.iter("{*}AlternateContent")):
        branches = list(alternatives)
        chosen = next((each for each in branches if _has_text(each)), None)
        for branch in branches:
            if branch is not chosen:
                alternatives.remove(branch)


def _has_text(element: Any) -> bool:
    return any((text.text or "").strip() for text in element.iter("{*}t"))


def name_of(element: Any) -> str:
    """The tag of an element without its namespace; empty for comments and entities."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: Any, name: str, default: str = "") -> str:
    """An attribute by its name without namespace."""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return str(value)
    return default
