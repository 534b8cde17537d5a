"""Notes of readers on sentences of a collection: saved beside its history, shown and exported."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from hyperdigest.base.json_fields import from_json, read_json, write_json
from hyperdigest.base.text import line
from hyperdigest.digest import Citation, Digest
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection
from hyperdigest.render.csv import csv_of
from hyperdigest.render.markdown import escaped
from hyperdigest.web.errors import storage_error

FILE = "notes.json"
LONGEST = 4000
"""Most characters of a note."""

MOST = 5000
"""Most notes on a collection."""

COLUMNS = ("note", "sentence", "document", "place", "start", "written")
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Note:
    """What a reader wrote on the sentence ``text_of_document[start:end]``.

    `place` is its page, line or paragraph, for a reader; `time` is in seconds since 1970.
    """

    document: str
    start: int
    end: int
    place: str
    sentence: str
    note: str
    time: float


@dataclass
class Notes:
    """The notes on a collection, by the document and the offset of their sentences."""

    by_place: dict[Place, Note] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> Notes:
        """The notes saved in a folder, without damaged ones; none if there is no file of them."""
        notes = cls()
        with suppress(OSError, ValueError, TypeError, KeyError):
            for fields in read_json(folder / FILE)["notes"]:
                with suppress(ValueError):
                    note = from_json(Note, fields)
                    notes.by_place[note.document, note.start] = note
        return notes

    def save(self, folder: Path) -> None:
        """Write the notes into a folder. Raises a RequestError if they cannot be written."""
        content = {"notes": [asdict(note) for note in self.by_place.values()]}
        try:
            write_json(folder / FILE, content)
        except OSError as error:
            raise storage_error(error, "the note") from error

    def write(self, collection: Collection, document: str, start: int, text: str) -> None:
        """Put a note on the sentence that begins at a place, or remove it if `text` is empty.
        Raises an OptionError if no sentence begins there, or the note is too long."""
        clean = text.replace("\r\n", "\n").strip()
        if not clean:
            self.put((document, start), None)
            return
        if len(clean) > LONGEST:
            raise OptionError(f"the note has {len(clean)} characters: write {LONGEST} at most")
        if len(self.by_place) >= MOST and (document, start) not in self.by_place:
            raise OptionError(f"there are {MOST} notes on this collection: remove some first")
        number = collection.document_numbers.get(document)
        found = None if number is None else collection.sentence_at(number, start)
        if number is None or found is None:
            raise OptionError(f"no sentence begins at {start} of {document[:80]!r}: choose one")
        sentence, place = collection.text(found), collection.documents[number].place(start)
        end = start + len(sentence)
        note = Note(document, start, end, place, sentence, clean, time.time())
        self.put((document, start), note)

    def put(self, place: Place, note: Note | None) -> None:
        """Put a note at a place, or remove the one that is there."""
        self.by_place.pop(place, None)
        if note is not None:
            self.by_place[place] = note

    def on(self, document: str, start: int, sentence: str) -> str:
        """The note on a sentence, or nothing; one on another sentence of that place is none."""
        note = self.by_place.get((document, start))
        return note.note if note and note.sentence == sentence else ""

    def on_cited(self, cited: Citation, text: str) -> str:
        """The note on the sentence of a citation, of a document's text."""
        return self.on(cited.document, cited.start, text[cited.start : cited.end])

    def inside(self, document: Document) -> list[tuple[int, int, str]]:
        """The notes on the sentences of a document: the slice and the text of each."""
        return [
            (note.start, note.end, note.note)
            for note in tuple(self.by_place.values())
            if note.document == document.name
            and document.text[note.start : note.end] == note.sentence
        ]

    def added(self, digest: Digest) -> Digest:
        """The digest with the notes on its sentences."""
        if not self.by_place:
            return digest
        texts = {document.name: document.text for document in digest.documents}
        noted = (
            replace(each, note=self.on_cited(each, texts[each.document]))
            for each in digest.sentences
        )
        return replace(digest, sentences=tuple(noted))

    def ordered(self, order: Mapping[str, int]) -> list[Note]:
        """The notes by document and place; those on documents that are gone at the end."""
        return sorted(
            self.by_place.values(),
            key=lambda note: (order.get(note.document, len(order)), note.document, note.start),
        )


def notes_csv(title: str, notes: Iterable[Note]) -> str:
    """Notes as comma-separated values, a head and a row each, without title; see `render_csv`."""
    rows: list[Sequence[object]] = [COLUMNS]
    for each in notes:
        texts = (line(each.note), line(each.sentence), line(each.document), line(each.place))
        written = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(each.time))
        rows.append((*texts, each.start, written))
    return csv_of(rows)


def notes_markdown(title: str, notes: Iterable[Note]) -> str:
    """Notes as Markdown: each sentence as a quotation with its place, the note below it."""
    parts = [f"# {escaped(line(title))}"]
    for each in notes:
        source = f"{escaped(line(each.document))}, {escaped(line(each.place))}"
        parts += [
            f"> {escaped(line(each.sentence))} ({source})",
            "  \n".join(escaped(line(part)) for part in each.note.splitlines()),
        ]
    return "\n\n".join(parts) + "\n"
