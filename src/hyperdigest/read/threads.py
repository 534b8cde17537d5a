"""The threads of the messages that were read together, and the footers that return in them.

Messages belong to one thread where one answers the other (References, In-Reply-To), and an answer
that does not say to what, to that of its subject. This is known when all files are read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hyperdigest.base.text import numbered
from hyperdigest.documents import Block, Document, Post
from hyperdigest.read.content import Content, Envelope

NO_SUBJECT = "(no subject)"

MOST_TAILS = 6
"""Blocks at the end of a message that may be a footer."""

FOOTERS = 3
"""Messages in which a block at the end stands, so that it is a footer."""


def in_threads(contents: Sequence[Content]) -> list[Content]:
    """The same contents, those of messages with their places in threads and without footers."""
    found = list(contents)
    messages = {n: each.envelope for n, each in enumerate(contents) if each.envelope}
    footers = _footers(contents[n] for n in messages)
    threads = _threads(messages)
    names = numbered([messages[members[0]].subject or NO_SUBJECT for members in threads])
    for members, name in zip(threads, names, strict=True):
        begins = _begins(messages[members[0]])
        for position, n in enumerate(members, 1):
            post = Post("message", name, position if begins else 0)
            found[n] = replace(_without(found[n], footers), post=post, envelope=None)
    return found


def in_held_threads(
    new: Sequence[Document], held: Sequence[Document], again: Mapping[str, str]
) -> list[Document]:
    """The same new documents; messages go on with the threads that a collection holds.

    Parameters
    ----------
    new : those read now, in threads of what was read now.
    held : those of the collection.
    again : what threads that were read now are called in the collection, where a message of them
        was read again. Others go on with that of their subject, where their beginning is not there.
    """
    last: defaultdict[str, int] = defaultdict(int)
    by_subject: dict[str, str] = {}
    for post in (d.post for d in held if d.post and d.post.thread):
        last[post.thread] = max(last[post.thread], post.position)
        by_subject[post.thread.casefold()] = post.thread
    by_subject.pop(NO_SUBJECT, None)
    names = dict(again)
    found = list(new)
    places = {n: d.post for n, d in enumerate(new) if d.post and d.format == "mail"}
    for post in places.values():
        if post.thread not in names and not post.position:
            names[post.thread] = by_subject.get(post.thread.casefold(), post.thread)
    others = list(dict.fromkeys(p.thread for p in places.values() if p.thread not in names))
    names |= zip(others, numbered(others, {*last, *names.values()}), strict=True)
    for n, post in sorted(places.items(), key=lambda item: (item[1].position, item[0])):
        thread = names[post.thread]
        position = post.position
        if thread in last:
            position = last[thread] = last[thread] + 1 if last[thread] else 0
        found[n] = replace(found[n], post=replace(post, thread=thread, position=position))
    return found


def _begins(first: Envelope) -> bool:
    """Whether the first message of a thread that was read is the one that began it."""
    return not (first.answers or first.references)


def _threads(messages: dict[int, Envelope]) -> list[list[int]]:
    """The messages of each thread, by their numbers, in the order in which they were sent."""
    root: dict[str | int, str | int] = {}

    def top(node: str | int) -> str | int:
        while (above := root.setdefault(node, node)) != node:
            root[node] = node = root[above]
        return node

    for n, each in messages.items():
        for identity in filter(None, (each.identity, *each.references)):
            root[top(identity)] = top(n)
    order = _by_time(messages)
    latest: dict[str, int] = {}
    for n in order:
        each = messages[n]
        subject = each.subject.casefold()
        if each.answers and not each.references and subject in latest:
            root[top(n)] = top(latest[subject])
        latest[subject] = n
    threads: defaultdict[str | int, list[int]] = defaultdict(list)
    for n in order:
        threads[top(n)].append(n)
    return list(threads.values())


def _by_time(messages: dict[int, Envelope]) -> list[int]:
    """The numbers of messages in the order in which they were sent; one that does not tell its time
    stands behind the one before it in its file."""
    times, last = {}, 0.0
    for n, each in messages.items():
        times[n] = last = each.sent or last
    return sorted(messages, key=lambda n: (times[n], n))


def _tails(content: Content) -> Iterator[tuple[str, Block]]:
    """The words of the last blocks of a message, from its end on, digits aside."""
    for block in reversed(content.blocks[-MOST_TAILS:]):
        letters = (c for c in content.text[block.start : block.end].casefold() if c.isalpha())
        yield "".join(letters), block


def _footers(contents: Iterable[Content]) -> set[str]:
    """The words of what stands at the end of several messages; copies of one count once."""
    texts = {content.text: content for content in contents}
    counts = Counter(tail for each in texts.values() for tail in {tail for tail, _ in _tails(each)})
    return {tail for tail, count in counts.items() if count >= FOOTERS}


def _without(content: Content, footers: set[str]) -> Content:
    """A message without the blocks at its end that are footers; one of its body stays."""
    kept = len(content.blocks)
    body = [block for block in content.blocks if block.kind != "heading"] or content.blocks
    for tail, block in _tails(content):
        if tail not in footers or block == body[0]:
            break
        kept -= 1
    return replace(content, blocks=content.blocks[:kept]) if kept else content
