"""A page as a browser sees it."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Page(HTMLParser):
    """The elements of a page, its text, and the text inside each mark.

    The tags of a whole page must balance; those of a `part` of one need not.
    """

    def __init__(self, html: str, *, part: bool = False) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.marks: list[str] = []
        self._open: list[str] = []
        self._part = part
        self.feed(html)
        self.close()
        assert part or self._open == []

    @property
    def tags(self) -> Counter[str]:
        return Counter(tag for tag, _ in self.elements)

    @property
    def attributes(self) -> set[str]:
        return {name for _, attributes in self.elements for name in attributes}

    def values(self, name: str) -> list[str | None]:
        """The values of an attribute, in order."""
        return [attributes[name] for _, attributes in self.elements if name in attributes]

    @property
    def ids(self) -> list[str | None]:
        return self.values("id")

    @property
    def links(self) -> list[str | None]:
        return self.values("href")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)
        if tag == "mark":
            self.marks.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._part or self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "mark" in self._open:
            self.marks[-1] += data
