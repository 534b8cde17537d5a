"""Tesseract, the program that reads images of text: whether it is there, and what it writes.

It is started with fixed arguments, and its output in the form TSV, one word a line, is read.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hyperdigest.errors import ReadError

NAMES = {
    "ar": "ara", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng",
    "eo": "epo", "es": "spa", "et": "est", "eu": "eus", "fa": "fas", "fi": "fin", "fr": "fra",
    "ga": "gle", "hi": "hin", "hu": "hun", "hy": "hye", "id": "ind", "it": "ita", "ja": "jpn",
    "ko": "kor", "lt": "lit", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron",
    "ru": "rus", "sv": "swe", "th": "tha", "tr": "tur", "vi": "vie", "zh": "chi_sim",
}  # fmt: skip
"""Tesseract's name of each language, by ISO 639-1 code."""

AT_ONCE = 3
"""Languages that are looked for at once where none is named: each takes time."""

PATIENCE = 20.0
"""Seconds in which the program tells what it can."""

WORD = 5
"""The level of a row of TSV that is a word."""

MISSING = "Tesseract is not installed: install it (Debian and Ubuntu: apt install tesseract-ocr)"


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A word that was read, its block and its line counted from 0 on its page, its box in pixels
    from the upper left of the image, and how certain it is, from 0 to 1."""

    text: str
    block: int
    line: int
    left: int
    top: int
    width: int
    height: int
    confidence: float


def is_installed() -> bool:
    """Whether the program is there."""
    return shutil.which("tesseract") is not None


def languages(language: str) -> str:
    """What Tesseract calls a language, an ISO 639-1 code; ``auto`` stands for those it has data of,
    English first. Raises a ReadError where the program or its data are missing, with what to
    install."""
    if not is_installed():
        raise ReadError(MISSING)
    there = _installed()
    if language in NAMES:
        name = NAMES[language]
        if name not in there:
            package = f"tesseract-ocr-{name.replace('_', '-')}"
            raise ReadError(
                f"Tesseract has no data of the language {language}: install {name}"
                f" (Debian and Ubuntu: apt install {package})"
            )
        return name
    known = sorted((name for name in there if name in NAMES.values()), key=lambda n: n != "eng")
    if language != "auto" or not known:
        raise ReadError(f"Tesseract has no data of the language {language}: name another one")
    return "+".join(known[:AT_ONCE])


@cache
def _installed() -> frozenset[str]:
    """The languages that the program has data of."""
    try:
        done = subprocess.run(  # noqa: S603
            [shutil.which("tesseract") or "tesseract", "--list-langs"],
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return frozenset(done.stdout.decode(errors="replace").split("\n")[1:]) - {"", "osd"}


def read_image(image: bytes, names: str, dpi: int, seconds: float) -> list[SeenWord]:
    """The words in an image (PNM), in languages as Tesseract calls them. Raises a ReadError where
    it fails, or takes more than so many seconds."""
    how = ("-l", names, "--psm", "3", "--dpi", str(dpi), "tsv")
    try:
        done = subprocess.run(  # noqa: S603
            [shutil.which("tesseract") or "tesseract", "-", "-", *how],
            input=image,
            capture_output=True,
            timeout=seconds,
            check=False,
            env=os.environ | {"OMP_THREAD_LIMIT": "1"},
        )
    except OSError as error:
        raise ReadError(f"Tesseract cannot be started: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise ReadError(f"took Tesseract more than {seconds:g} s") from error
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip().split("\n")[-1]
        raise ReadError(f"could not be read by Tesseract ({told[:200]})")
    return list(words_in(done.stdout.decode(errors="replace")))


def words_in(tsv: str) -> Iterator[SeenWord]:
    """The words in Tesseract's output; rows that are none, or are malformed, are left out."""
    blocks: dict[str, int] = {}
    lines: dict[tuple[str, ...], int] = {}
    for row in tsv.split("\n"):
        cells = row.rstrip("\r").split("\t")
        if len(cells) != 12 or not cells[-1].strip():
            continue
        try:
            level, *numbers = map(int, cells[:10])
            confidence = float(cells[10])
        except ValueError:
            continue
        if level != WORD or confidence < 0 or min(numbers[5:]) < 0:
            continue
        block = blocks.setdefault(cells[2], len(blocks))
        line = lines.setdefault(tuple(cells[1:5]), len(lines))
        text, certain = "".join(cells[-1].split()), round(min(confidence, 100) / 100, 2)
        left, top, width, height = numbers[5:]
        yield SeenWord(text, block, line, left, top, width, height, certain)
