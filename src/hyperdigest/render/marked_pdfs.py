"""Copies of the PDFs that a digest cites, with the cited sentences as highlight annotations."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.base.files import atomic_write
from hyperdigest.base.text import line, visible
from hyperdigest.digest import Digest
from hyperdigest.errors import ReadError
from hyperdigest.read.content import read_bytes
from hyperdigest.read.file_names import UniqueNames, safe_name
from hyperdigest.read.page_images.marking import Mark, PdfMarker, marks_on_pages
from hyperdigest.read.pages import has_pages

_OURS = b"/T(hyperdigest)"
"""What is in the bytes of a marked copy, and hardly in another file."""


@dataclass(frozen=True, slots=True)
class MarkedPdf:
    """A marked copy of a cited PDF: the name of the document, and the path of the copy."""

    document: str
    path: Path


def write_marked_pdfs(
    digest: Digest, folder: str | Path
) -> tuple[tuple[MarkedPdf, ...], tuple[str, ...]]:
    """Write a marked copy of each cited PDF into a folder, which is made if it is missing.

    Returns the copies, in order of first citation, and warnings: a PDF whose file is missing, has
    changed since it was read, is encrypted or signed has no copy, and the others are written. A
    copy that an earlier call wrote is replaced, and no other file. Raises OSError if the folder
    cannot be written to.
    """
    folder = Path(folder)
    written: list[MarkedPdf] = []
    warnings: list[str] = []
    names = UniqueNames()
    paths = {document.name: document.path for document in digest.documents}
    with PdfMarker() as marker:
        for name, marks in marks_of(digest).items():
            folder.mkdir(exist_ok=True)
            target = _free_path(folder, name, names)
            try:
                with atomic_write(target) as temporary:
                    unmarked = marker.mark(Path(paths[name]), marks, temporary)
            except ReadError as error:
                warnings.append(f"no marked copy of {visible(name)}: it {error}")
                continue
            written.append(MarkedPdf(name, target))
            warnings += (
                f"not marked in {visible(name)}, p. {mark.page.number}: {mark.note}"
                for mark in unmarked
            )
    return tuple(written), tuple(warnings)


def marks_of(digest: Digest) -> dict[str, list[Mark]]:
    """The marks of each cited PDF, by the name of its document, in order of first citation.

    A sentence has the number of its citation and the question as its note, and the note of a
    reader if there is one; what is quoted only as context is marked in a pale colour, once.
    """
    documents = {each.name: each for each in digest.documents if has_pages(each)}
    question = visible(line(digest.question))
    cited = {(sentence.document, sentence.start) for sentence in digest.sentences}
    marks: dict[str, list[Mark]] = defaultdict(list)
    for number, sentence in enumerate(digest.sentences, 1):
        if sentence.document not in documents:
            continue
        document, found = documents[sentence.document], marks[sentence.document]
        note = f"[{number}] {question}"
        for part in sentence.context:
            if (sentence.document, part.start) not in cited:
                cited.add((sentence.document, part.start))
                found += marks_on_pages(
                    document, (part.start, part.end), f"{note} (context)", pale=True
                )
        if sentence.note:
            note += "\n" + visible(sentence.note, keep="\n")
        found += marks_on_pages(document, (sentence.start, sentence.end), note)
    return {name: found for name, found in marks.items() if found}


def _free_path(folder: Path, name: str, names: UniqueNames) -> Path:
    """The path of a copy: its name is new, and no other file than an earlier copy is there."""
    last = safe_name(name.rpartition("/")[2])
    stem = last.removesuffix(".gz").removesuffix(".pdf").removesuffix(".PDF")
    while True:
        path = folder / names.unique(f"{stem}-marked.pdf")
        if not path.is_symlink() and (not path.exists() or _is_copy(path)):
            return path


def _is_copy(path: Path) -> bool:
    """Whether the file at `path` is a marked copy."""
    try:
        return _OURS in read_bytes(path)
    except ReadError:
        return False
