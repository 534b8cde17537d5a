"""Posts of threads in JSON lines: the fields of a post, and the thread of each reply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from hyperdigest.base.text import numbered
from hyperdigest.documents import POST_KINDS, Post
from hyperdigest.read.content import one_line
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.posts.fields import LimitedMessages, whole_number


class LineThreads:
    """The threads of a file of JSON lines, as far as it has been read.

    `objects` are all objects of the file, if some reply to others by ``reply_to``: a reply belongs
    to the thread of its post, which may come later in the file.
    """

    def __init__(self, objects: Iterable[dict[str, Any]] = ()) -> None:
        self._counts: Counter[str] = Counter()
        self._messages = LimitedMessages()
        self._replies_to: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._threads: dict[str, str] = {}
        self._found: dict[str, tuple[str, str]] = {}  # by the posts whose thread was looked for
        answered = set()
        for value in objects:
            identity, parent = word(value, "id"), word(value, "reply_to")
            answered.add(parent)
            if identity:
                self._replies_to[identity] = parent
                self._threads[identity] = word(value, "thread")
                self._titles[identity] = word(value, "title")
        self._answered = answered - {""}
        first = [each for each, parent in self._replies_to.items() if not parent]
        first = [each for each in first if each in answered and self._titles[each]]
        names = numbered([self._titles[each] for each in first], {*self._threads.values()})
        self._titles |= zip(first, names, strict=True)

    def post(
        self, value: dict[str, Any], list_thread: str | None = None
    ) -> tuple[Post | None, tuple[str, ...]]:
        """The post that an object describes, and messages about its invalid fields.

        `list_thread` is the thread of the list of posts that the object is in; None if it is in no
        such list. The object is no post (None) if it has neither a thread nor a kind of post, and
        neither is a reply nor has one.
        """
        given_kind = value.get("kind")
        kind = next((kind for kind in POST_KINDS if kind == given_kind), None)
        answered = bool(self._answered) and word(value, "id") in self._answered
        if list_thread is None and not (kind or answered or _any(value, "thread", "reply_to")):
            return None, ()
        problems: list[str] = []
        thread = word(value, "thread") or list_thread or ""
        if not thread and (_any(value, "reply_to") or answered):
            thread, problem = self._thread_of(word(value, "id"), word(value, "reply_to"))
            thread = thread or word(value, "title")
            problems += [problem] if problem else []
        if given_kind is not None and kind is None:
            problems.append(f"has a kind that is none of {', '.join(POST_KINDS)}")
        numbers = {}
        for name in ("score", "standing"):
            numbers[name] = whole_number(value.get(name))
            if value.get(name) is not None and numbers[name] is None:
                problems.append(f"has a {name} that is not an integer")
        if not isinstance(value.get("accepted", False), bool | None):
            problems.append("has accepted neither true nor false")
        thread = one_line(thread)
        self._counts[thread] += 1
        post = Post(
            kind=kind or "message",
            thread=thread,
            position=self._counts[thread] if thread else 0,
            accepted=value.get("accepted") is True,
            **numbers,
        )
        return post, tuple(filter(None, map(self._messages.message, problems)))

    def begun(self, title: str) -> str:
        """The name of the thread of a list of posts with a title: numbered, if it is not new."""
        return numbered([one_line(title)], self._counts)[0] if title else ""

    def _thread_of(self, identity: str, parent: str) -> tuple[str, str]:
        """The thread of a post that replies to `parent`, and what is wrong if it has none."""
        path = {identity: None} if identity else {}
        while parent in self._replies_to and not (
            parent in path or self._threads[parent] or parent in self._found
        ):
            path[parent] = None
            parent = self._replies_to[parent]
        if not parent:
            found = self._titles.get(next(reversed(path), ""), ""), ""
        elif parent in path:
            found = "", "replies to itself, or to its own replies"
        elif parent in self._found:
            found = self._found[parent]
        elif parent not in self._replies_to:
            found = "", "replies to a post that is not in its file"
        else:
            found = self._threads[parent], ""
        self._found |= dict.fromkeys(path, found)
        return found


def word(value: dict[str, Any], *fields: str) -> str:
    """The first of `fields` that is a string or a number, as a string; empty if there is none."""
    for field in fields:
        found = value.get(field)
        if found is not None and isinstance(found, str | int) and str(found).strip():
            return replace_surrogates(str(found))
    return ""


def _any(value: dict[str, Any], *fields: str) -> bool:
    return bool(word(value, *fields))
