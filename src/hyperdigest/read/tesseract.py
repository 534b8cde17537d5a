"""Run the OCR program Tesseract, and read its output: TSV with one word per line."""

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

MISSING = "Tesseract is not installed: install it (Debian and Ubuntu: apt install tesseract-ocr)"


@dataclass(frozen=True, slots=True)
class RecognizedWord:
    """A word that Tesseract recognized on a page.

    `block` and `line` are numbered from 0 on the page; the box is in pixels from the upper left of
    the image; the confidence is in [0, 1].
    """

    text: str
    block: int
    line: int
    left: int
    top: int
    width: int
    height: int
    confidence: float


def is_installed() -> bool:
    """Whether the program is installed."""
    return shutil.which("tesseract") is not None


def languages(language: str) -> str:
    """The value of Tesseract's option ``-l`` for a language, an ISO 639-1 code or ``auto``.

    ``auto`` stands for up to three installed languages, English first: each takes time. Raises
    ReadError if the program or its data are missing, with what to install.
    """
    if not is_installed():
        raise ReadError(MISSING)
    installed = _installed_languages()
    if language in NAMES:
        name = NAMES[language]
        if name not in installed:
            package = f"tesseract-ocr-{name.replace('_', '-')}"
            raise ReadError(
                f"Tesseract has no data of the language {language}: install {name}"
                f" (Debian and Ubuntu: apt install {package})"
            )
        return name
    usable = sorted((n for n in installed if n in NAMES.values()), key=lambda n: n != "eng")
    if language != "auto" or not usable:
        raise ReadError(f"Tesseract has no data of the language {language}: name another one")
    return "+".join(usable[:3])


@cache
def _installed_languages() -> frozenset[str]:
    """The languages that Tesseract has data of, by its names for them."""
    try:
        done = subprocess.run(  # noqa: S603
            [shutil.which("tesseract") or "tesseract", "--list-langs"],
            capture_output=True,
            timeout=20.0,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return frozenset(done.stdout.decode(errors="replace").split("\n")[1:]) - {"", "osd"}


def read_image(image: bytes, names: str, dpi: int, seconds: float) -> list[RecognizedWord]:
    """The words in an image (PNM); `names` are Tesseract's names of languages, as `languages`.

    Raises ReadError if Tesseract fails, or takes more than `seconds`.
    """
    options = ("-l", names, "--psm", "3", "--dpi", str(dpi), "tsv")
    try:
        done = subprocess.run(  # noqa: S603
            [shutil.which("tesseract") or "tesseract", "-", "-", *options],
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
        message = done.stderr.decode(errors="replace").strip().split("\n")[-1]
        raise ReadError(f"could not be read by Tesseract ({message[:200]})")
    return list(words_in(done.stdout.decode(errors="replace")))


def words_in(tsv: str) -> Iterator[RecognizedWord]:
    """The words in Tesseract's output; other and malformed rows are left out."""
    word_level = 5
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
        if level != word_level or confidence < 0 or min(numbers[5:]) < 0:
            continue
        block = blocks.setdefault(cells[2], len(blocks))
        line = lines.setdefault(tuple(cells[1:5]), len(lines))
        text, certain = "".join(cells[-1].split()), round(min(confidence, 100) / 100, 2)
        left, top, width, height = numbers[5:]
        yield RecognizedWord(text, block, line, left, top, width, height, certain)
