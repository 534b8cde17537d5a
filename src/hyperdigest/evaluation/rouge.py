"""ROUGE-1, ROUGE-2 and ROUGE-SU4 (Lin, 2004), equal to ROUGE-1.5.5 in all decimals it prints.

The options of ROUGE-1.5.5 are ``-n 2 -2 4 -u -m -x -f A -p 0.5 -t 0 -c 95 -r 1000``, as at the
Document Understanding Conferences, and ``-l`` for a limit. Scores without stop words are not those
of its option ``-s``, which has another list of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from types import MappingProxyType

import numpy as np

from hyperdigest.base.text import printable
from hyperdigest.base.versions import version
from hyperdigest.errors import OptionError, ReadError
from hyperdigest.evaluation.significance import Interval, bootstrap
from hyperdigest.evaluation.stemming import normal_form
from hyperdigest.read.content import read_bytes
from hyperdigest.read.encoding import decode
from hyperdigest.split.scripts import stop_words

__all__ = [
    "METRICS", "STOP_WORDS", "Interval", "Rouge", "Score", "bootstrap", "rouge", "signature",
]  # fmt: skip

STOP_WORDS = stop_words("en")
"""The default list of 152 English stop words."""

_LOWER_CASE_TOKEN = re.compile("[a-z0-9]+")
_TOKEN = re.compile("[A-Za-z0-9]+")

UnitCodes = Callable[[np.ndarray, int], np.ndarray]
"""From (T,) tokens, numbered from 0 to below a base, to the codes of their units."""


MEASURES = ("recall", "precision", "f")


@dataclass(frozen=True, slots=True)
class Score:
    """Recall, precision and their harmonic mean, each from 0 to 1."""

    recall: float
    precision: float
    f: float


class Rouge:
    """Scores candidates against references, which are counted once.

    Parameters
    ----------
    references : at least one text.
    limit : largest number of words read of every text, also of references; all by default.
    jackknife : leave out each reference in turn and take the mean of the scores; a single reference
        is not left out.
    stop_words : words removed from all texts after these are cut to the limit, such as
        `STOP_WORDS`, in any case. None removes no word.
    without : texts whose units are removed from the references, so that recall is of the other
        units. Precision and F are then meaningless.

    Raises
    ------
    OptionError
        If there is no reference, or the limit is negative.
    """

    def __init__(
        self,
        references: Sequence[str],
        limit: int | None = None,
        jackknife: bool = False,
        stop_words: Iterable[str] | None = None,
        without: Iterable[str] = (),
    ) -> None:
        if not references:
            raise OptionError("there are 0 references: ROUGE needs one or more")
        if limit is not None and limit < 0:
            raise OptionError(f"option limit is {limit}: give 0 words or more, or none")
        self._limit, self._jackknife = limit, jackknife
        self._stop_words = None if stop_words is None else tokens_of(stop_words)
        texts = [rouge_tokens(text, limit, self._stop_words) for text in references]
        known = dict.fromkeys(token for text in texts for token in text)
        self._numbers = {token: number for number, token in enumerate(known, 1)}
        numbered = [self._numbered(text) for text in texts]
        removed = [self._numbered(rouge_tokens(t, None, self._stop_words)) for t in without]
        base = len(known) + 1
        self._counts = {metric: _Counts(metric, numbered, base, removed) for metric in METRICS}

    def size(self, metric: str) -> int:
        """The number of units of a metric in all references together."""
        return sum(self._counts[metric].sizes)

    def score(self, candidate: str) -> dict[str, Score]:
        """The `Score` of `candidate` by each of `METRICS`; 0 if a text has no unit."""
        tokens = self._numbered(rouge_tokens(candidate, self._limit, self._stop_words))
        return {metric: self._score(counts, tokens) for metric, counts in self._counts.items()}

    def _numbered(self, tokens: Sequence[str]) -> np.ndarray:
        """The numbers of `tokens` from 1; 0 for those that are in no reference."""
        return np.array([self._numbers.get(token, 0) for token in tokens], dtype=np.int64)

    def _score(self, counts: _Counts, tokens: np.ndarray) -> Score:
        hits, units = counts.hits(tokens)
        sizes, known = counts.sizes, len(hits)
        if not self._jackknife or known == 1:
            return _pooled(sum(hits), sum(sizes), known * units)
        parts = [
            _pooled(sum(hits) - hit, sum(sizes) - size, (known - 1) * units)
            for hit, size in zip(hits, sizes, strict=True)
        ]
        return Score(*(fmean(getattr(p, name) for p in parts) for name in MEASURES))


class _Counts:
    """The units of one metric in each reference, without those of the `removed` texts."""

    def __init__(
        self,
        metric: str,
        references: Sequence[np.ndarray],
        base: int,
        removed: Sequence[np.ndarray],
    ) -> None:
        self._units, self._base = UNITS_OF_METRIC[metric], base
        coded = [self._units(tokens, base) for tokens in references]
        if removed:
            units = np.concatenate([self._units(tokens, base) for tokens in removed])
            coded = [codes[~np.isin(codes, units)] for codes in coded]
        self.sizes = [len(codes) for codes in coded]
        self._codes, places = np.unique(np.concatenate(coded), return_inverse=True)
        ends = np.cumsum(self.sizes)[:-1]
        self._counts = np.stack([self._counted(part) for part in np.split(places, ends)])

    def hits(self, tokens: np.ndarray) -> tuple[list[int], int]:
        """The units shared with each reference, clipped to its counts, and the number of all."""
        codes = self._units(tokens, self._base)
        if not len(self._codes):
            return [0] * len(self.sizes), len(codes)
        places = np.minimum(np.searchsorted(self._codes, codes), len(self._codes) - 1)
        counts = self._counted(places[self._codes[places] == codes])
        hits: list[int] = np.minimum(counts, self._counts).sum(axis=1).tolist()
        return hits, len(codes)

    def _counted(self, places: np.ndarray) -> np.ndarray:
        return np.bincount(places, minlength=len(self._codes))


def rouge(
    candidate: str,
    references: Sequence[str],
    limit: int | None = None,
    jackknife: bool = False,
    stop_words: Iterable[str] | None = None,
) -> dict[str, Score]:
    """The scores of one candidate by metric; `Rouge` scores several against the same references."""
    return Rouge(references, limit, jackknife, stop_words).score(candidate)


def signature(
    limit: int | None = None, jackknife: bool = False, stop_words: Iterable[str] | None = None
) -> str:
    """The choices behind scores on one line: ``rouge|variant:1.5.5|...|limit:250w|v:...``.

    Stop words are ``kept``, ``removed`` if they are `STOP_WORDS`, or ``removed/`` and a hash of the
    words.
    """
    stop = "kept" if stop_words is None else "removed"
    if stop_words is not None and (words := tokens_of(stop_words)) != STOP_WORDS:
        stop += f"/{sha256(' '.join(sorted(words)).encode()).hexdigest()[:12]}"
    fields = {
        "variant": "1.5.5",
        "metrics": "1+2+su4",
        "stem": "porter-1.5.5+wordnet",
        "stop": stop,
        "refs": "pooled",
        "jackknife": "yes" if jackknife else "no",
        "limit": "none" if limit is None else f"{limit}w",
        "v": version("hyperdigest"),
    }
    return "|".join(["rouge", *(f"{name}:{value}" for name, value in fields.items())])


def _pooled(hits: int, reference_units: int, candidate_units: int) -> Score:
    """The scores, rounded as the program does before F is computed and scores are averaged."""
    recall = _rounded(hits / reference_units) if reference_units else 0.0
    precision = _rounded(hits / candidate_units) if candidate_units else 0.0
    both = 0.5 * precision + 0.5 * recall
    return Score(recall, precision, _rounded(recall * precision / both) if both else 0.0)


def _rounded(number: float) -> float:
    """As C's printf rounds the number that a double is."""
    return float(f"{number:.5f}")


def rouge_tokens(
    text: str, limit: int | None = None, stop_words: frozenset[str] | None = None
) -> list[str]:
    """The stemmed tokens of `text`: runs of ASCII letters and digits of its UTF-8 bytes.

    Only the first `limit` words count, between blanks: ``long-term`` is one word, and so is ``--``.
    `stop_words` are then removed, before stemming. If there are any, the limit counts words
    between white space of any kind, and white space at the start of a line is no word.
    """
    if stop_words is not None:
        shown = " ".join(text.split()[:limit]).encode("utf-8", "surrogatepass").lower()
        found = _LOWER_CASE_TOKEN.findall(shown.decode("latin-1"))
        return [normal_form(token) for token in found if token not in stop_words]
    data = text.encode("utf-8", "surrogatepass").lower()
    lines = [line for line in data.split(b"\n") if line]
    shown = b" ".join(lines if limit is None else _first_words(lines, limit))
    return [normal_form(token) for token in _LOWER_CASE_TOKEN.findall(shown.decode("latin-1"))]


def _first_words(lines: list[bytes], limit: int) -> list[bytes]:
    """The first `limit` words; as in ROUGE-1.5.5, white space that begins a line is a word."""
    read: list[bytes] = []
    for line in lines:
        words = line.split()
        if words and line[:1].isspace():
            words.insert(0, b"")
        if len(words) >= limit:
            return [*read, b" ".join(words[:limit])]
        read.append(line)
        limit -= len(words)
    return read


def _skip_bigrams_and_unigrams(tokens: np.ndarray, base: int) -> np.ndarray:
    """Ordered pairs with at most 4 tokens between them, and single tokens as negative codes.

    As in ROUGE-1.5.5, the last token is no unigram.
    """
    pairs = [tokens[:-distance] * base + tokens[distance:] for distance in range(1, 6)]
    return np.concatenate([-tokens[:-1], *pairs])


UNITS_OF_METRIC: Mapping[str, UnitCodes] = MappingProxyType(
    {
        "rouge-1": lambda tokens, base: tokens,
        "rouge-2": lambda tokens, base: tokens[:-1] * base + tokens[1:],
        "rouge-su4": _skip_bigrams_and_unigrams,
    }
)
"""The units of each metric. No unit with the token 0 has the code of a unit without it."""

METRICS = tuple(UNITS_OF_METRIC)


def read_stop_words(path: Path) -> frozenset[str]:
    """The stop words in a file with one word per line; lines that begin with # are comments.

    Raises ReadError if the file cannot be read, and OptionError if it contains no word.
    """
    try:
        lines = decode(read_bytes(path)).splitlines()
    except ReadError as error:
        raise ReadError(f"{printable(str(path))}: {error}") from error
    found = tokens_of(line for line in lines if not line.startswith("#"))
    if not found:
        raise OptionError(f"{printable(str(path))} contains no stop word: give one word per line")
    return found


def tokens_of(words: Iterable[str]) -> frozenset[str]:
    """The lower-case tokens of some words, split like texts: ``don't`` is two."""
    return frozenset(t for word in words for t in _LOWER_CASE_TOKEN.findall(word.lower()))


def count_stop_words(text: str) -> tuple[int, int]:
    """The number of tokens of a text that are in `STOP_WORDS`, and the number of all tokens."""
    found = _TOKEN.findall(text)
    return sum(word.lower() in STOP_WORDS for word in found), len(found)
