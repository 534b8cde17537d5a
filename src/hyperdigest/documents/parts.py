"""What the text of a document is made of, and what is known of a post."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

BlockKind = Literal[
    "paragraph", "heading", "item", "step", "term", "definition", "quote", "turn", "header",
    "table", "code", "sentence",
]  # fmt: skip
BLOCK_KINDS: tuple[BlockKind, ...] = get_args(BlockKind)

DEEPEST_LEVEL = 20
"""Lists nested deeper, as only broken files have, count as nested so deep."""

PostKind = Literal["message", "question", "answer", "comment"]
POST_KINDS: tuple[PostKind, ...] = get_args(PostKind)


@dataclass(frozen=True, slots=True)
class Block:
    """A slice of a document's text that no sentence crosses.

    Parameters
    ----------
    kind : an ``item`` is one of a list without an order, a ``step`` one of a numbered list; a
        ``definition`` explains the ``term`` before it; a ``table`` is a row of a table, a
        ``header`` the row above it that names the columns; a ``sentence`` is one that whoever made
        the document found, or a piece of captions without punctuation.
    level : the rank of a heading, from 1; of other kinds the number of lists that they are in. An
        item of a list in no other list has level 1, and so have the paragraphs and the code that
        follow it in the same item. 0 if it is not known, or in no list.
    """

    start: int
    end: int
    kind: BlockKind = "paragraph"
    level: int = 0


class Place(NamedTuple):
    """A named place in a document, up to the next one.

    Parameters
    ----------
    start : the offset in the text at which it begins.
    name : what a reader looks for, such as ``Budget, row 14`` or ``00:12:31``.
    speaker : who says what stands there; empty if nobody, or not known.
    """

    start: int
    name: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class RecognizedLine:
    """A line of a scanned page that was read by text recognition (OCR).

    Parameters
    ----------
    start, end : the slice of the document's text that is the line.
    confidence : the lowest of its words, in [0, 1].
    left, bottom, right, top : its box, in points from the lower left corner of the page as shown.
    """

    start: int
    end: int
    confidence: float
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Post:
    """The metadata of a document that is a post in a thread.

    Parameters
    ----------
    kind : a message of a mailing list or forum, or a question, an answer or a comment.
    thread : the name of the thread: a subject, or the title of a question.
    position : its number in the thread, from 1; 0 if that is not known.
    score : votes for it minus votes against it; None if nobody can vote.
    accepted : whether the author of the question accepted it as the answer.
    standing : the reputation of its author; None if it is not known.
    """

    kind: PostKind
    thread: str = ""
    position: int = 0
    score: int | None = None
    accepted: bool = False
    standing: int | None = None

    @property
    def summary(self) -> str:
        """Its kind, acceptance and score, as far as known: ``accepted answer, score 12``."""
        kind = "" if self.kind == "message" else str(self.kind)
        if self.accepted:
            kind = f"accepted {self.kind}"
        score = "" if self.score is None else f"score {self.score}"
        return ", ".join(filter(None, (kind, score)))
