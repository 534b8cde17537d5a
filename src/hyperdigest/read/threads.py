"""Group mail messages into threads, and leave out the footers that they share.

Messages belong to one thread if one replies to the other (References, In-Reply-To); a reply without
these fields belongs to the thread of its subject. So all files have to be read before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hyperdigest.base.text import counted, numbered, some_names
from hyperdigest.documents import Block, Document, Post
from hyperdigest.read.content import Content, Envelope
from hyperdigest.split.forms import FINAL

NO_SUBJECT = "(no subject)"

LEAST_SHARED = 3
"""Messages that must end in the same paragraph before it counts as a footer."""

MOST_NAME_WORDS = 6
"""Words of a footer without a full stop, at most, that only names a list."""

LONGEST_SHOWN = 60
"""Characters of a footer that a note shows."""


def in_threads(contents: Sequence[Content]) -> list[Content]:
    """The same contents; those of mail messages with their `Post` and without shared footers."""
    found = list(contents)
    messages = {n: each.envelope for n, each in enumerate(contents) if each.envelope}
    _without_footers(found, messages)
    threads = _threads(messages)
    names = numbered([messages[members[0]].subject or NO_SUBJECT for members in threads])
    for members, name in zip(threads, names, strict=True):
        is_complete = _starts_thread(messages[members[0]])
        for position, n in enumerate(members, 1):
            post = Post("message", name, position if is_complete else 0)
            found[n] = replace(found[n], post=post, envelope=None)
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


def _without_footers(contents: list[Content], messages: Iterable[int]) -> None:
    """Leave out the footers of messages, of each all copies but the first.

    These are the footers that the reader of messages found, and the last paragraphs that several
    messages share. The first message with a footer gets a note about all of them.
    """
    numbers = list(messages)
    first: dict[str, int] = {}
    left_out = _restore_first_footers(contents, numbers, first)
    footers = _footers(contents[n] for n in numbers)
    for n in numbers if footers else ():
        blocks = list(contents[n].blocks)
        body = [block for block in blocks if block.kind != "heading"] or blocks
        for text, block in _last_blocks(contents[n]):
            if text not in footers or block == body[0]:
                break
            if first.setdefault(text, n) != n:
                blocks.remove(block)
                left_out[text] += 1
        contents[n] = replace(contents[n], blocks=tuple(blocks))
    if left_out:
        shown = some_names([f"“{text[:LONGEST_SHOWN]}”" for text in left_out])
        count = counted(left_out.total(), "time")
        note = f"has footers that are left out {count}, here or later: {shown}"
        number = min(first[text] for text in left_out)
        one = contents[number]
        contents[number] = replace(one, notes=(*one.notes, note))


def _restore_first_footers(
    contents: list[Content], numbers: Iterable[int], first: dict[str, int]
) -> Counter[str]:
    """Make a block of the first copy of each footer that says something, and count the others.

    `first` gets the number of the message with the first copy of each text.
    """
    known: dict[str, str] = {}
    left_out: Counter[str] = Counter()
    for n in numbers:
        new = []
        for block in contents[n].footers:
            text = " ".join(contents[n].text[block.start : block.end].split())
            as_first = known.setdefault("".join(filter(str.isalnum, text.casefold())), text)
            if as_first in first or not _is_statement(text):
                left_out[as_first] += 1
            else:
                new.append(block)
            first.setdefault(as_first, n)
        blocks = sorted((*contents[n].blocks, *new), key=lambda block: block.start)
        contents[n] = replace(contents[n], blocks=tuple(blocks), footers=())
    return left_out


def _is_statement(text: str) -> bool:
    """Whether a footer has a sentence, and not only the name of a list and links."""
    words = [word for word in text.split() if "@" not in word and "://" not in word]
    return len(words) > MOST_NAME_WORDS or FINAL.search(" ".join(words)[-40:]) is not None


def _last_blocks(content: Content) -> Iterator[tuple[str, Block]]:
    """The last six blocks of a message from the end, each with its text on one line."""
    for block in reversed(content.blocks[-6:]):
        yield " ".join(content.text[block.start : block.end].split()), block


def _footers(contents: Iterable[Content]) -> set[str]:
    """The texts of blocks at the end of three or more messages; none is a whole sentence."""
    texts = {content.text: content for content in contents}
    counts = Counter(
        text for each in texts.values() for text in {text for text, _ in _last_blocks(each)}
    )
    shared = {text for text, count in counts.items() if count >= LEAST_SHARED}
    return {text for text in shared if not FINAL.search(text[-40:])}
