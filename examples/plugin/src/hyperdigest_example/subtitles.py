"""A reader: subtitles as running text."""

import re

from hyperdigest.plugins import Content, ReadError, decode, join

PAUSE = 3.0
"""Seconds of silence that end a paragraph."""

_TIME = r"(\d+):(\d\d):(\d\d)[,.](\d{1,3})"
_CUE = re.compile(rf"^{_TIME}[ \t]*-->[ \t]*{_TIME}[^\n]*\n(.*?)(?:\n[ \t]*\n|\Z)", re.M | re.S)
_TAG = re.compile(r"</?[a-z][^<>]*>|\{\\[^{}]*\}", re.I)


def read_subtitles(data: bytes) -> Content:
    """What is said, a paragraph from one pause to the next."""
    text = decode(data).removeprefix("\ufeff").replace("\r\n", "\n")
    paragraphs: list[list[str]] = []
    silent_since = float("-inf")
    for cue in _CUE.finditer(text):
        if _seconds(*cue.groups()[:4]) - silent_since > PAUSE:
            paragraphs.append([])
        paragraphs[-1] += _TAG.sub("", cue[9]).split()
        silent_since = _seconds(*cue.groups()[4:8])
    if not paragraphs:
        raise ReadError("holds no subtitles: a number, a time --> a time, and words")
    said, blocks = join(("paragraph", " ".join(words)) for words in paragraphs)
    return Content(said, "subtitles", blocks=blocks)


def _seconds(hours: str, minutes: str, seconds: str, fraction: str) -> float:
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds) + float(f"0.{fraction}")
