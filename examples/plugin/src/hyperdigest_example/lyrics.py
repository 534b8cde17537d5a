"""A reader: the words of a song, verse by verse, with their times."""

import re

from hyperdigest.plugins import Content, Place, ReadError, decode, join

_FIELD = re.compile(r"\[(ti|ar):([^\]\n]*)\]")
_LINE = re.compile(r"\[(\d+:\d\d)[.:]?\d*\](.*)")


def read_lyrics(data: bytes) -> Content:
    """What is sung: a paragraph from one line without words to the next."""
    verses: list[list[str]] = [[]]
    times: list[str] = []
    fields = dict[str, str]()
    for line in decode(data).removeprefix("\ufeff").splitlines():
        if field := _FIELD.match(line):
            fields[field[1]] = field[2].strip()
        elif (sung := _LINE.match(line)) and sung[2].strip():
            if not verses[-1]:
                times.append(sung[1])
            verses[-1].append(sung[2].strip())
        elif verses[-1]:
            verses.append([])
    if not times:
        raise ReadError("has no line such as [00:12.00] and words: leave it out")
    text, blocks = join(("paragraph", " ".join(words)) for words in verses)
    places = tuple(Place(block.start, time) for block, time in zip(blocks, times, strict=True))
    authors = tuple(filter(None, [fields.get("ar")]))
    return Content(
        text, "lyrics", fields.get("ti", ""), blocks=blocks, authors=authors, places=places
    )
