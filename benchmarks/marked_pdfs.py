"""Count the citations that `ask --highlight` marks right in real PDFs.

Each PDF of a folder is asked for its title, and its marked copy opened with PyMuPDF
(`pip install pymupdf`), which has no code in common with pdfium. A citation is marked right if its
annotations cover its letters and digits, and few others: the characters that PyMuPDF finds with
their middle in a mark are compared with the citation's, in their order.
"""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory

import pymupdf

from hyperdigest import Collection, Digest, Options
from hyperdigest.errors import HyperdigestError
from hyperdigest.render.marked_pdfs import write_marked_pdfs

COVERED = 0.98
"""The share of a citation's letters that its marks must cover."""

PURE = 0.9
"""The share of the covered letters that must be the citation's."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pdfs", type=Path, nargs="+", help="PDFs, or folders of them")
    parser.add_argument("--words", type=int, default=400, help="of the digest of each PDF")
    parser.add_argument("--most", type=int, default=10, help="citations of each PDF")
    given = parser.parse_args()
    paths = [path for each in given.pdfs for path in sorted(each.rglob("*.pdf")) or [each]]
    right = number = 0
    for path in paths:
        try:
            found = list(_compared(path, given.words, given.most))
        except HyperdigestError as error:
            print(f"{path.name}: {error}")
            continue
        good = [covered >= COVERED and pure >= PURE for covered, pure, _ in found]
        right, number = right + sum(good), number + len(good)
        print(f"{path.name}: {sum(good)} of {len(good)}")
        for (covered, pure, text), is_good in zip(found, good, strict=True):
            if not is_good:
                print(f"    covered {covered:.2f}, its own {pure:.2f}: {text[:90]!r}")
    print(f"{right} of {number} citations are marked right ({right / max(number, 1):.1%})")


def _compared(path: Path, words: int, most: int) -> Iterator[tuple[float, float, str]]:
    """Of each citation, how much of it is covered, how much of what is covered it is, and it."""
    model = Collection.read(path).fit(Options(sweeps=3, samples=1))
    document = model.collection.documents[0]
    whole = model.digest(f"{document.label} {document.text[:200]}", words=words)
    digest = replace(whole, sentences=whole.sentences[:most])
    with TemporaryDirectory() as folder:
        written, warnings = write_marked_pdfs(digest, folder)
        for warning in warnings:
            print(f"    {warning}")
        for copy in written:
            yield from _compared_in(digest, copy.path)


def _compared_in(digest: Digest, copy: Path) -> Iterator[tuple[float, float, str]]:
    marked = dict.fromkeys(range(1, len(digest.sentences) + 1), "")
    with pymupdf.open(copy) as document:
        for page in document:
            letters = list(_letters_of(page))
            for annotation in page.annots(types=[pymupdf.PDF_ANNOT_HIGHLIGHT]):
                note = annotation.info["content"]
                if annotation.info["title"] == "hyperdigest" and not note.endswith("(context)"):
                    boxes = _boxes(annotation.vertices)
                    number = int(note[1 : note.index("]")])
                    marked[number] += "".join(
                        letter for letter, at in letters if any(at in box for box in boxes)
                    )
    for number, sentence in enumerate(digest.sentences, 1):
        wanted, got = _plain(sentence.text), marked[number]
        same = _alike(wanted, got)
        yield same / max(len(wanted), 1), same / max(len(got), 1), sentence.text


def _letters_of(page: pymupdf.Page) -> Iterator[tuple[str, pymupdf.Point]]:
    """The letters and digits of a page, in the order drawn, and the middle of each."""
    for block in page.get_text("rawdict")["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for char in span["chars"]:
                    x, y, right, bottom = char["bbox"]
                    for letter in _plain(char["c"]):
                        yield letter, pymupdf.Point((x + right) / 2, (y + bottom) / 2)


def _boxes(vertices: list[tuple[float, float]]) -> list[pymupdf.Rect]:
    corners = (vertices[n : n + 4] for n in range(0, len(vertices), 4))
    return [pymupdf.Quad(four).rect for four in corners]


def _plain(text: str) -> str:
    """The letters and digits of a text, in lower case, ligatures as letters."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if c.isalnum())


def _alike(wanted: str, got: str) -> int:
    """How many characters two texts have in common, line by line in any order of the lines."""
    in_order = SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks()
    return sum(block.size for block in in_order)


if __name__ == "__main__":
    main()
