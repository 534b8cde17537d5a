"""Where the fuzzing of a kind of file begins: the files of the examples, and small hostile ones."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

EXAMPLES = Path(__file__).parent.parent / "examples"

SUFFIXES = {
    "text": (".txt",),
    "markdown": (".md",),
    "html": (".html",),
    "pdf": (".pdf",),
    "docx": (".docx",),
    "epub": (".epub",),
    "piped": (".txt", ".html"),
}
ARCHIVES = {"docx-part": ".docx", "epub-part": ".epub"}
KINDS = (*SUFFIXES, *ARCHIVES)

_PIECES = {
    "text": (
        *("# ", "\n\n", "- ", "> ", "\t", "\r\n", "1. ", "| a | b |\n", "```\n", "---\n", "A b. "),
        *("\ufeff", "\0", "\x1b[31m", "\u202e", "\u2028", "é", "https://a.b/c?d ", "…", "\x0c"),
    ),
    "html": (
        *("<p>", "</p>", "<table><tr><td>", "</table>", "<ul><li>", "<a href='#n'>", "<main>"),
        *("<sup>1</sup>", "<br>", "<pre>", "<h1>", "&#x110000;", "&#xd800;", "&amp", "<!--", "-->"),
        *(
            "<![CDATA[",
            "<svg>",
            "<math>",
            "<template>",
            "<title/>",
            "\ufdd01\ufdd1",
            "Some words. ",
        ),
    ),
    "piped": (
        *('{"text": "', '"}\n', '"id": 1e999, ', "[", "{", "\\ud800", '"documents": [', "]"),
        *("12345678901234567890", "null", "\n", '"title": '),
    ),
}
_WAYS = ("utf-8", "utf-16", "utf-32", "cp1252", "utf-8-sig")


def seeds(kind: str) -> Iterator[bytes]:
    """Files of a kind; parts of archives are a line with the part's name, and what it holds."""
    if kind in ARCHIVES:
        for archive in archives(kind):
            with zipfile.ZipFile(archive) as opened:
                for entry in opened.infolist():
                    yield entry.filename.encode() + b"\n" + opened.read(entry)
        return
    for suffix in SUFFIXES[kind]:
        for path in sorted(EXAMPLES.rglob(f"*{suffix}")):
            yield path.read_bytes()[:20_000] if suffix in (".txt", ".md") else path.read_bytes()
    if kind == "piped":
        yield b'{"name": "a", "documents": [{"text": "One. Two."}, {"text": ""}, 3]}\n{"text": "b"}'
    if kind not in ("pdf", "docx", "epub"):
        yield from _made(_PIECES.get(kind, _PIECES["text"]))


def archives(kind: str) -> list[Path]:
    """The archives whose parts are changed."""
    return sorted(EXAMPLES.rglob(f"*{ARCHIVES[kind]}"))[:1]


def with_part(archive: Path, changed: bytes) -> bytes:
    """An archive with one part changed: the name of the part in the first line of `changed`."""
    name, _, content = changed.partition(b"\n")
    file = io.BytesIO()
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(file, "w") as new:
        for entry in old.namelist():
            new.writestr(entry, content if entry.encode() == name else old.read(entry))
    return file.getvalue()


def _made(pieces: tuple[str, ...], most: int = 60) -> list[bytes]:
    """Small files of pieces that mean something, in several encodings."""
    found: list[bytes] = []
    word = st.one_of(st.sampled_from(pieces), st.text(max_size=8))

    @seed(0)
    @settings(max_examples=most, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.lists(word, min_size=1, max_size=40), st.sampled_from(_WAYS))
    def make(words: list[str], encoding: str) -> None:
        found.append("".join(words).encode(encoding, "replace"))

    make()
    return found
