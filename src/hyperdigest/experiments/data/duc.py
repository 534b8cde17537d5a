"""DUC 2005 to 2007 as task sets: question-focused summaries of newswire, as NIST releases them.

The files of a release are found in folders and archives, recognised by their names, and read from
SGML. Archives are read as streams and never unpacked to disk; a path inside an archive only says
what a file is. The SGML of newswire has tags in any case, tags that are never closed, and entities
that HTML does not know.
"""

from __future__ import annotations

import gzip
import html
import re
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from html.entities import html5
from io import BufferedReader
from pathlib import Path
from typing import IO, NamedTuple, cast

from hyperdigest.base.text import printable, unique_names
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.evaluation.files import Warn
from hyperdigest.experiments.data.tasks import Summary, Task, TaskSet
from hyperdigest.read.content import LARGEST, join, read_bytes
from hyperdigest.read.load import drop_duplicates

UPDATE = "duc2007-update"
DUC_SETS = ("duc2005", "duc2006", "duc2007", UPDATE)


def duc_sets(
    files: Iterable[Path], folder: str, warn: Warn
) -> tuple[list[TaskSet], dict[str, str]]:
    """The complete sets, and by name what is missing of the incomplete ones.

    `folder` is the name of the folder in messages. `warn` gets a sentence for everything left out
    of a set.
    """
    sets: list[TaskSet] = []
    missing: dict[str, str] = {}
    for name, release in sorted(gather(files, warn).items()):
        tasks = () if (lacking := release.missing(folder)) else _tasks(release, warn)
        if tasks:
            sets.append(TaskSet(name, tasks))
        else:
            missing[name] = lacking or f"{name}: no task is whole: get the release again"
    return sets, missing


def _tasks(release: Release, warn: Warn) -> tuple[Task, ...]:
    """The tasks of a release that have documents, a question and model summaries."""
    tasks: list[Task] = []
    lacking: list[str] = []
    repeated = 0
    for key in sorted({*release.documents, *release.models}):
        documents, dates, dropped = _documents(release, key)
        asked = release.questions
        question = asked.get(key) or asked.get(key._replace(part="")) or ""
        references = _references(release, key)
        parts = {"documents": documents, "topic": question, "model summaries": references}
        gaps = [what for what, found in parts.items() if not found]
        if gaps:
            lacking.append(f"{key.id} (no {', no '.join(gaps)})")
            continue
        repeated += dropped
        # One peer summary an author: systems by number, then people by letter.
        authors = {s.author: s for _, s in sorted(release.peers.get(key, {}).items())}
        order = sorted(authors, key=lambda author: (author.isalpha(), len(author), author))
        words, peers = release.words[key], tuple(authors[author] for author in order)
        task = Task(key.id, key.cluster, question, documents, dates, references, words, peers)
        tasks.append(task)
    if lacking:
        more = f" and {len(lacking) - 5} more" if len(lacking) > 5 else ""
        warn(f"{release.name}: left out {', '.join(lacking[:5])}{more}: get the release again")
    if repeated:
        warn(
            f"{release.name}: documents left out, without text or with that of another: {repeated}"
        )
    return tuple(tasks)


def _documents(release: Release, key: TaskKey) -> tuple[tuple[Document, ...], tuple[str, ...], int]:
    """The documents of a task, each text once, their dates, and the number of those left out.

    They are in the order of the names of their files, and have unique names.
    """
    given = [pair for _, pair in sorted(release.documents.get(key, {}).items())]
    names = unique_names([((document.name,), 1) for document, _ in given])
    dates = {name: date for name, (_, date) in zip(names, given, strict=True)}
    documents, _ = drop_duplicates(
        replace(it, name=name)
        for name, (it, _) in zip(names, given, strict=True)
        if it.text.strip()
    )
    their_dates = tuple(dates[document.name] for document in documents)
    return documents, their_dates, len(given) - len(documents)


def _references(release: Release, key: TaskKey) -> tuple[Summary, ...]:
    """The model summaries of a task by author, each text once."""
    texts: dict[str, Summary] = {}
    for _, summary in sorted(release.models.get(key, {}).items()):
        if summary.text:
            texts.setdefault(" ".join(summary.text.split()), summary)
    return tuple(sorted(texts.values(), key=lambda summary: summary.author))


_DOCUMENTS = re.compile(r"duc[0-9]{4}_(?:test)?docs", re.IGNORECASE)
_TOPICS = re.compile(r".*topics.*\.sgml?", re.IGNORECASE)
_CLUSTER = re.compile(r"d?([0-9]{3,4})[a-z]?(?:-([a-c]))?", re.IGNORECASE)

_SUMMARY = re.compile(
    rf"({_CLUSTER.pattern})\.[a-z]+\.([0-9]{{1,4}})\.[a-z]+\.([a-z]+|[0-9]{{1,4}})", re.IGNORECASE
)

_ARCHIVE = re.compile(
    r"(?!\.).*(?:duc[0-9]{4}|results|(?:nist|main|update)_?eval).*\.(?:tar|tgz|tar\.gz)",
    re.IGNORECASE,
)


class TaskKey(NamedTuple):
    """The set and cluster of a task, and its part ``a``, ``b`` or ``c`` in the update task."""

    set: str
    cluster: str
    part: str = ""

    @property
    def id(self) -> str:
        """``d0601``; of the update task ``d0703-a``."""
        return f"{self.cluster}-{self.part}" if self.part else self.cluster


MANY_TASKS = TaskKey("", "")


@dataclass(frozen=True, slots=True)
class Piece:
    """What a file of a release contains, by its path.

    `kind` is ``document``, ``topics``, ``models`` or ``peers``. `name` is the name of the file;
    that of the topics of the update task contains ``update``. `key` is the task it belongs to, or
    `MANY_TASKS` for topics. The `author` of a summary is letters for a person or a number for a
    system, and `words` is the length that was asked for.
    """

    kind: str
    name: str
    key: TaskKey
    author: str = ""
    words: int = 0


def piece_at(parts: Sequence[str]) -> Piece | None:
    """The piece at a path; None if it is no file of DUC 2005 to 2007 that is needed."""
    *folders, name = parts
    if name.startswith("."):
        return None
    if _TOPICS.fullmatch(name):
        return Piece("topics", name, MANY_TASKS)
    if folders and any(map(_DOCUMENTS.fullmatch, folders[:-1])):
        key = key_of(folders[-1])
        return Piece("document", name, key) if key else None
    rouge, kind = ["", "", *map(str.lower, folders)][-2:]
    found = _SUMMARY.fullmatch(name)
    if not found or rouge != "rouge" or kind not in ("models", "peers"):
        return None
    key = key_of(found[1])
    return Piece(kind, name.upper(), key, found[5].upper(), int(found[4])) if key else None


def key_of(cluster: str, *, update: bool = False) -> TaskKey | None:
    """The task with a name such as ``D0601A``, ``d301i`` or ``D0703A-B``; None for other names.

    The letter behind the number stands for the assessor who chose the topic, and is ignored.
    """
    found = _CLUSTER.fullmatch(cluster.strip())
    if not found:
        return None
    number, part = found[1], (found[2] or "").lower()
    if len(number) == 3:
        name = "duc2005" if number[0] in "3456" else ""
    else:
        name = {"06": "duc2006", "07": "duc2007"}.get(number[:2], "")
    if name == "duc2007" and (part or update):
        name = UPDATE
    return TaskKey(name, f"d{number}", part) if name else None


ReleaseFile = tuple[Piece, Path, bytes]
"""A piece of a release, the path of its file or archive on disk, and its content."""


def release_files(files: Iterable[Path], warn: Warn) -> Iterator[ReleaseFile]:
    """The pieces of releases among `files` and in their archives, in order.

    `warn` gets a message for each file that cannot be read; the rest is read.
    """
    for path in files:
        piece = piece_at(path.absolute().parts)
        try:
            if _ARCHIVE.fullmatch(path.name):
                with path.open("rb") as stream:
                    yield from _unpacked(stream, path.absolute().parts, path, 1)
            elif piece:
                yield piece, path, read_bytes(path)
        except ReadError as error:
            warn(f"skipped {printable(str(path))}: {error}")
        except OSError as error:
            warn(f"skipped {printable(str(path))}: cannot be read: {error.strerror or error}")


def _unpacked(
    stream: BufferedReader, parts: tuple[str, ...], path: Path, depth: int
) -> Iterator[ReleaseFile]:
    """The pieces in an archive at `parts`, and in the archives inside it.

    The release is one archive and its documents are another inside it, so `depth` is 1 or 2. The
    longest document, summary or file of topics has a few 100,000 bytes.
    """
    largest_file, most_files = 8 << 20, 200_000
    try:
        packed = stream.peek(2)[:2] == b"\x1f\x8b"
        bounded = _Bounded(cast(IO[bytes], gzip.GzipFile(fileobj=stream)) if packed else stream)
        with closing(tarfile.open(fileobj=cast(IO[bytes], bounded), mode="r|")) as archive:
            for number, member in enumerate(archive):
                if number == most_files:
                    raise ReadError(f"has more than {most_files} files: it is no release of NIST")
                inside = (*parts, *(part for part in member.name.split("/") if part))
                content = archive.extractfile(member) if member.isreg() else None
                if content is None:
                    continue
                if _ARCHIVE.fullmatch(inside[-1]) and depth < 2:
                    yield from _unpacked(cast(BufferedReader, content), inside, path, depth + 1)
                elif (piece := piece_at(inside)) and member.size <= largest_file:
                    yield piece, path, content.read()
    except ReadError:
        raise
    except Exception as error:
        raise ReadError("is a broken archive: get it again") from error


class _Bounded:
    """A stream that raises ReadError if it is too long, before memory is used for it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._left = LARGEST

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise ReadError(f"unpacks to more than {LARGEST >> 20} MB: it is no release of NIST")
        return data


_EVALUATION = {
    "duc2005": "results.tar",
    "duc2006": "NISTeval.tar.gz or NISTeval2.tar.gz",
    "duc2007": "mainEval.tar.gz",
    UPDATE: "updateEval.tar.gz",
}


@dataclass(slots=True)
class Release:
    """The pieces of a set of DUC, by task.

    `documents` have their dates and, like `models` and `peers`, the names of their files. In the
    update task a question may serve all parts of its cluster. `words` is the length of the
    summaries that was asked for.
    """

    name: str
    documents: dict[TaskKey, dict[str, tuple[Document, str]]] = field(default_factory=dict)
    questions: dict[TaskKey, str] = field(default_factory=dict)
    models: dict[TaskKey, dict[str, Summary]] = field(default_factory=dict)
    peers: dict[TaskKey, dict[str, Summary]] = field(default_factory=dict)
    words: dict[TaskKey, int] = field(default_factory=dict)

    def missing(self, folder: str) -> str:
        """The missing pieces and where to get them; empty if none is missing."""
        year, topics = self.name[: len("duc2005")].upper(), f"{self.name}_topics.sgml"
        if self.name == UPDATE:
            topics = "*update*topics*.sgml, as the task has its own"
        pieces = {
            "documents": (self.documents, f"{year}_Summarization_Documents.tgz"),
            "topics": (self.questions, topics),
            "model summaries": (self.models, f"ROUGE/models in {_EVALUATION[self.name]}"),
        }
        there = [what for what, (found, _) in pieces.items() if found]
        lacking = [f"{what} ({file})" for what, (found, file) in pieces.items() if not found]
        if not lacking:
            return ""
        signed = "" if self.documents else " (documents need a signed agreement with NIST)"
        start = f"found {' and '.join(there)}, but no" if there else "there are no"
        return (
            f"{self.name}: {start} {' and no '.join(lacking)}: get what is missing from"
            f" https://duc.nist.gov/data.html{signed} and put it anywhere under {folder}"
        )


def gather(files: Iterable[Path], warn: Warn) -> dict[str, Release]:
    """The releases of which there is a piece, by name.

    Of documents with the same name in a cluster the first counts, as an archive may also be
    unpacked next to it. Of summaries the last counts, as NISTeval2 corrects NISTeval.
    """
    found: dict[str, Release] = {}
    for piece, path, data in release_files(files, warn):
        if piece.kind == "topics":
            for key, question in read_topics(data, piece.name).items():
                found.setdefault(key.set, Release(key.set)).questions.setdefault(key, question)
            continue
        release = found.setdefault(piece.key.set, Release(piece.key.set))
        if piece.kind == "document":
            document = read_document(data, piece.name, path)
            release.documents.setdefault(piece.key, {}).setdefault(piece.name, document)
            continue
        summaries = release.models if piece.kind == "models" else release.peers
        lines = (line.strip() for line in decode(data).split("\n"))
        summary = Summary(piece.author, "\n".join(line for line in lines if line))
        summaries.setdefault(piece.key, {})[piece.name] = summary
        release.words[piece.key] = piece.words
    for release in found.values():
        if release.models and not release.peers:
            warn(f"{release.name}: no peer summaries (ROUGE/peers), so none of its systems' scores")
    return found


_PARAGRAPH = re.compile(r"</?P\b[^<>]{0,300}>", re.IGNORECASE)
_REMARK = re.compile(r"<(ANNOTATION)\b[^<>]{0,300}>[^<]*</\1\s*>", re.IGNORECASE)
_TOPIC = re.compile(r"<topic\b", re.IGNORECASE)


def read_document(data: bytes, name: str, path: Path) -> tuple[Document, str]:
    """The document in a file called `name`, and its date as YYYYMMDD, empty if unknown.

    Its text is that of TEXT or else of GRAPHIC, empty if there is neither. Paragraphs are blocks if
    P marks them; otherwise the splitter finds them.
    """
    markup = decode(data)
    number = folded(sgml_field(markup, "DOCNO"))
    body = next((b for f in ("TEXT", "GRAPHIC") if plain(b := sgml_field(markup, f)).strip()), "")
    pieces = _PARAGRAPH.split(_REMARK.sub(" ", body))
    if len(pieces) > 1:
        text, blocks = join(("paragraph", folded(piece)) for piece in pieces)
    else:
        text, blocks = plain(pieces[0]).strip("\n"), ()
    date = date_of((name, number), [folded(sgml_field(markup, f)) for f in ("DATE_TIME", "DATE")])
    title = folded(sgml_field(markup, "HEADLINE"))
    day = "-".join((date[:4], date[4:6], date[6:])) if date else ""
    return Document(number or name, str(path), text, title, blocks=blocks, date=day), date


def read_topics(data: bytes, name: str) -> dict[TaskKey, str]:
    """The question of each topic: its title and narrative, on one line."""
    found: dict[TaskKey, str] = {}
    update = "update" in name.lower()
    for topic in _TOPIC.split(decode(data))[1:]:
        key = key_of(folded(sgml_field(topic, "num")), update=update)
        question = " ".join(folded(sgml_field(topic, part)) for part in ("title", "narr")).strip()
        if key and question:
            found.setdefault(key, question)
    return found


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_IN_NAME = (
    re.compile(r"(?<![0-9])(?P<y>(?:19|20)[0-9]{2})(?P<m>[0-9]{2})(?P<d>[0-9]{2})(?![0-9])"),
    re.compile(r"\bLA(?P<m>[0-9]{2})(?P<d>[0-9]{2})(?P<y>[0-9]{2})-"),
)

_IN_FIELD = (
    re.compile(r"\b(?P<y>(?:19|20)[0-9]{2})([-/]?)(?P<m>[0-9]{2})\2(?P<d>[0-9]{2})(?![0-9])"),
    re.compile(r"\b(?P<m>[0-9]{1,2})[-/](?P<d>[0-9]{1,2})[-/](?P<y>(?:19|20)[0-9]{2})\b"),
    re.compile(
        rf"\b(?P<m>{'|'.join(_MONTHS)})[a-z]*\.? +(?P<d>[0-9]{{1,2}}),? +(?P<y>[0-9]{{4}})\b",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?P<y>[0-9]{2})(?P<m>[0-9]{2})(?P<d>[0-9]{2})\b"),
)


def date_of(names: Sequence[str], fields: Sequence[str]) -> str:
    """The date of a document as YYYYMMDD, empty if there is none.

    `names` are those of the file and of the document, such as ``APW19990707.0181`` and
    ``LA010189-0001``. `fields` are the contents of DATE_TIME and DATE, such as ``1999-07-07
    12:34``, ``January 1, 1989`` or, in the Financial Times, ``910514``. A year of two digits is of
    the 20th century.
    """
    found = [pattern.search(name) for name in names for pattern in _IN_NAME]
    found += [pattern.search(text) for text in fields for pattern in _IN_FIELD]
    for match in filter(None, found):
        month = match["m"].lower()
        number = int(month) if month.isdigit() else _MONTHS.index(month) + 1
        year = int(match["y"]) + (1900 if len(match["y"]) == 2 else 0)
        with suppress(ValueError):  # the calendar may have no such day
            return date(year, number, int(match["d"])).isoformat().replace("-", "")
    return ""


SGML_FIELDS = (
    *("DOC", "DOCNO", "DOCID", "DOCTYPE", "DATE", "DATE_TIME", "HEADER", "BODY", "SLUG"),
    *("HEADLINE", "BYLINE", "DATELINE", "TEXT", "GRAPHIC", "TRAILER", "SECTION", "LENGTH", "TYPE"),
    *("SUBJECT", "PROFILE", "PUB", "PAGE", "KEYWORD", "CATEGORY"),
    *("TOPIC", "NUM", "TITLE", "NARR", "GRANULARITY"),
)
"""The fields whose tags end a field that is never closed."""

_NEXT = re.compile(rf"</?(?:{'|'.join(SGML_FIELDS)})\b", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]{0,300}>|<![^<>]{0,300}>", re.IGNORECASE)
_ENTITY = re.compile(r"&(#?\w{1,31});", re.ASCII)
_NEWSWIRE_ENTITIES = {"blank;": " ", "hyph;": "-", "mdash;": "—"}
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def decode(data: bytes) -> str:
    """The text of `data` in UTF-8 or else Latin-1, with control characters as blanks."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return _CONTROLS.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def sgml_field(markup: str, name: str) -> str:
    """The content of the first element `name` with its markup; empty if there is none.

    It ends at its closing tag, or else at the next opening or closing tag of `SGML_FIELDS`.
    """
    opened = re.search(rf"<{name}\b[^<>]{{0,300}}>", markup, re.IGNORECASE)
    if not opened:
        return ""
    start = opened.end()
    closed = re.compile(rf"</\s*{name}\b", re.IGNORECASE).search(markup, start)
    end = closed or _NEXT.search(markup, start)
    return markup[start : end.start() if end else len(markup)]


def plain(markup: str) -> str:
    """`markup` with its tags replaced by blanks, and its entities by their characters."""
    return _ENTITY.sub(_character, _TAG.sub(" ", markup))


def folded(markup: str) -> str:
    """`markup` as plain text on one line."""
    return " ".join(plain(markup).split())


def _character(entity: re.Match[str]) -> str:
    """The character of an entity of HTML or of newswire; a blank for an unknown one."""
    name = entity[1]
    if name.startswith("#"):
        character = html.unescape(entity[0])
        return " " if character == entity[0] or _CONTROLS.search(character) else character
    return _NEWSWIRE_ENTITIES.get(f"{name.lower()};") or html5.get(f"{name};") or " "
