"""Lexical Diversity: how evenly a summary spreads over its terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from hyperdigest.split.languages import analyzer_of


def lexical_diversity(text: str) -> float:
    """Eq. (H(p)). The entropy of the distribution of an English summary's terms, over its largest
    value.

    The largest value is the logarithm of the number of distinct terms in the summary; with the
    vocabulary of the collection, no summary could reach the published 0.85 to 0.95. The result is 1
    if all terms occur equally often, and 0 for fewer than two distinct terms.
    """
    terms = analyzer_of("en").terms(text)
    return _normalized_entropy(terms, len(set(terms)))


def word_diversity(text: str) -> float:
    """The entropy of all words of a text, with stop words, over the logarithm of their number.

    It is another reading of the normalized entropy, whose N_t the paper does not define: 1 if no
    word occurs twice, smaller for longer texts, and 0 for fewer than two words.
    """
    words = re.findall(r"\w+", text.lower())
    return max(0.0, _normalized_entropy(words, len(words)))


def _normalized_entropy(words: Sequence[str], size: int) -> float:
    """The entropy of the distribution of words over log(size), at most 1; 0 for a size below 2."""
    if size < 2:
        return 0.0
    total = len(words)
    counts = sorted(Counter(words).values())
    entropy = -sum(count / total * log(count / total) for count in counts)
    return min(1.0, entropy / log(size))
