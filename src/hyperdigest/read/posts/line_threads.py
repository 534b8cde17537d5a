"""Posts of threads as objects of JSON lines: the fields of a post, and who answers whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from hyperdigest.documents import POST_KINDS, Post
from hyperdigest.read.content import one_line
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.posts.fields import NamedOnce, whole_number

_NUMBERS = ("score", "standing")


class LineThreads:
    """The threads of a file of JSON lines, as far as it was read.

    `first_look` are all objects of the file, where some answer others by ``reply_to``: a post is in
    the thread of what it answers, and that may stand further down.
    """

    def __init__(self, first_look: Iterable[dict[str, Any]] = ()) -> None:
        self._posts: Counter[str] = Counter()
        self._named = NamedOnce()
        self._answers: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._thread: dict[str, str] = {}
        answered = set()
        for value in first_look:
            own, other = word(value, "id"), word(value, "reply_to")
            answered.add(other)
            if own:
                self._answers[own] = other
                self._thread[own] = word(value, "thread")
                self._names[own] = word(value, "title")
        self._answered = answered - {""}

    def post(
        self, value: dict[str, Any], around: str | None = None
    ) -> tuple[Post | None, tuple[str, ...]]:
        """What an object says of itself as a post, and what it says that cannot be true.

        `around` is the thread of the list in which it stands; None where that is none of posts. It
        is no post where it has neither a thread, nor a kind of post, nor answers or is answered.
        """
        told, doubts = value.get("kind"), []
        kind = next((kind for kind in POST_KINDS if kind == told), None)
        answered = word(value, "id") in self._answered
        if around is None and not (kind or answered or _any(value, "thread", "reply_to")):
            return None, ()
        thread = word(value, "thread") or around or ""
        if not thread and (_any(value, "reply_to") or answered):
            thread, doubt = self._found(word(value, "id"), word(value, "reply_to"))
            thread = thread or word(value, "title")
            doubts += [doubt] if doubt else []
        if told is not None and kind is None:
            doubts.append(f"has a kind that is none of {', '.join(POST_KINDS)}")
        numbers = {}
        for name in _NUMBERS:
            numbers[name] = whole_number(value.get(name))
            if value.get(name) is not None and numbers[name] is None:
                doubts.append(f"has a {name} that is no whole number")
        if not isinstance(value.get("accepted", False), bool | None):
            doubts.append("has accepted neither true nor false")
        thread = one_line(thread)
        self._posts[thread] += 1
        post = Post(
            kind=kind or "message",
            thread=thread,
            position=self._posts[thread] if thread else 0,
            accepted=value.get("accepted") is True,
            **numbers,
        )
        return post, tuple(filter(None, map(self._named.told, doubts)))

    def _found(self, own: str, other: str) -> tuple[str, str]:
        """The thread in which a post answers another, and what is wrong where it cannot."""
        way = {own: None} if own else {}
        while other and other not in way:
            if other not in self._answers:
                return "", "answers a post that is not in its file"
            if self._thread[other]:
                break
            way[other] = None
            other = self._answers[other]
        if other and other in way:
            return "", "answers itself, or what answers it"
        root = next(reversed(way), "")
        thread = self._thread[other] if other else self._names.get(root, "")
        for each in way:
            self._thread[each] = thread
        return thread, ""


def word(value: dict[str, Any], *fields: str) -> str:
    """The first of `fields` that holds a word or a number."""
    for field in fields:
        found = value.get(field)
        if isinstance(found, str | int) and str(found).strip():
            return replace_surrogates(str(found))
    return ""


def _any(value: dict[str, Any], *fields: str) -> bool:
    return any(word(value, field) for field in fields)
