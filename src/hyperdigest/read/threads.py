"""Group mail messages into threads, and remove the footers that several of them share.

Messages belong to one thread if one replies to the other (References, In-Reply-To); a reply without
these fields belongs to the thread of its subject. So all files have to be read before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hyperdigest.base.text import numbered
from hyperdigest.documents import Block, Document, Post
from hyperdigest.read.content import Content, Envelope

NO_SUBJECT = "(no subject)"


def in_threads(contents: Sequence[Content]) -> list[Content]:
    """The same contents; those of mail messages with their `Post` and without shared footers."""
    found = list(contents)
    messages = {n: each.envelope for n, each in enumerate(contents) if each.envelope}
    footers = _footers(contents[n] for n in messages)
    threads = _threads(messages)
    names = numbered([messages[members[0]].subject or NO_SUBJECT for members in threads])
    for members, name in zip(threads, names, strict=True):
        is_complete = _starts_thread(messages[members[0]])
        for position, n in enumerate(members, 1):
            post = Post("message", name, position if is_complete else 0)
            found[n] = replace(_without(found[n], footers), post=post, envelope=None)
    return found


def continue_threads(
    new: Sequence[Document], existing: Sequence[Document], names: Mapping[str, str]
) -> list[Document]:
    """The new documents, with mail messages placed in the threads of an existing collection.

    Parameters
    ----------
    new : the documents read now, in the threads that were found among them.
    existing : the documents of the collection.
    names : the name in the collection of each thread of `new` of which the collection has a
        message. Any other thread whose first message is missing continues that of its subject.
    """
    last: defaultdict[str, int] = defaultdict(int)
    by_subject: dict[str, str] = {}
    for post in (d.post for d in existing if d.post and d.post.thread):
        last[post.thread] = max(last[post.thread], post.position)
        by_subject[post.thread.casefold()] = post.thread
    by_subject.pop(NO_SUBJECT, None)
    names = dict(names)
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


def _starts_thread(message: Envelope) -> bool:
    """Whether a message is no reply, so that it is the first of its thread."""
    return not (message.answers or message.references)


def _threads(messages: dict[int, Envelope]) -> list[list[int]]:
    """The message numbers of each thread, in the order in which they were sent (union-find)."""
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
    """The message numbers in the order of sending; one without a time follows the number before."""
    times, last = {}, 0.0
    for n, each in messages.items():
        times[n] = last = each.sent or last
    return sorted(messages, key=lambda n: (times[n], n))


def _last_blocks(content: Content) -> Iterator[tuple[str, Block]]:
    """The last six blocks of a message from the end, each with its letters only."""
    for block in reversed(content.blocks[-6:]):
        letters = (c for c in content.text[block.start : block.end].casefold() if c.isalpha())
        yield "".join(letters), block


def _footers(contents: Iterable[Content]) -> set[str]:
    """The letters of blocks at the end of three or more messages with different texts."""
    texts = {content.text: content for content in contents}
    counts = Counter(
        letters
        for each in texts.values()
        for letters in {letters for letters, _ in _last_blocks(each)}
    )
    return {letters for letters, count in counts.items() if count >= 3}


def _without(content: Content, footers: set[str]) -> Content:
    """A message without the footers at its end; the first block of its body stays."""
    n_blocks = len(content.blocks)
    body = [block for block in content.blocks if block.kind != "heading"] or content.blocks
    for letters, block in _last_blocks(content):
        if letters not in footers or block == body[0]:
            break
        n_blocks -= 1
    return replace(content, blocks=content.blocks[:n_blocks]) if n_blocks else content
