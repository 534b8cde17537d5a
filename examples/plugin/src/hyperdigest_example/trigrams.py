"""An embedding model: which groups of three letters a text has, so that spelling is its meaning."""

from collections.abc import Sequence
from zlib import crc32

LENGTH = 256


def embed_trigrams(texts: Sequence[str]) -> list[list[float]]:
    """A row for each text: how often it has the groups of three letters with each checksum."""
    rows = []
    for text in texts:
        row = [0.0] * LENGTH
        for start in range(len(text) - 2):
            row[crc32(text[start : start + 3].lower().encode()) % LENGTH] += 1
        rows.append(row)
    return rows
