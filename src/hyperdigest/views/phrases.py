"""The words of a topic, and its phrases: terms that are adjacent in several of its sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs
from hyperdigest.split import Split
from hyperdigest.split.scripts import has_paired_letters, word_list
from hyperdigest.topics.data import TopicSample

LONGEST_PHRASE, LONGEST_UNSPACED = 3, 4
"""Terms in a phrase, at most; in scripts without spaces each term is a pair of letters."""

CANDIDATES = 24
"""Words, pairs and longer phrases of a topic that are considered: the most frequent of each."""

PARTICLES = frozenset("的了在是和与及之也而为被把将从对")
"""Chinese words of one letter with which no name begins or ends."""

_SELDOM_NOUN = re.compile(r"[a-z]{4,}(?:ed|ly)")
_DIGIT_OR_LETTER = re.compile(r"\d|^.$")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One to four adjacent terms, and the tokens at which they begin."""

    terms: tuple[int, ...]
    strength: float
    places: NDArray[np.integer[Any]]


Chains = dict[tuple[int, ...], NDArray[np.integer[Any]]]
"""Adjacent terms, and the tokens at which they begin."""


class Phrases:
    """The words and phrases of the topics of a sample.

    `usable` (V,) says whether a term may be part of a name: it has no digit, is no single letter,
    is not in the list of words that name no topic, and has no Chinese particle at an end.
    """

    def __init__(self, topics: TopicSample, split: Split) -> None:
        self.topics, self.split = topics, split
        light = word_list("light_words.txt")
        self.usable = np.array(
            [
                not _DIGIT_OR_LETTER.search(word)
                and word not in light
                and not (has_paired_letters(word) and PARTICLES & {word[0], word[-1]})
                for word in split.words
            ],
            bool,
        )
        z, terms = topics.assignments, split.terms
        # (V,) p(k|t) log(1 + D / D_t) for each token of term t in a topic k.
        self._specificity = 1 / np.maximum(np.bincount(terms, minlength=len(split.vocabulary)), 1)
        self._specificity *= self._rarity()
        order = lexsorted(terms, z)
        starts = _starts(terms[order], z[order])
        self._order, self._ends = order, np.append(starts, len(order))
        self._term = terms[order[starts]]
        self._first = np.searchsorted(z[order[starts]], np.arange(topics.n_topics + 1))
        self._chains = self._all_chains()

    def of(self, topic: int) -> list[Phrase]:
        """The phrases and words of a topic that may be part of a name, strongest first.

        The strength of a word t is n_kt p(k|t) log(1 + D / D_t): it is frequent in topic k, mostly
        in that topic, and in few of the D documents. For a phrase n counts the occurrences with all
        terms in the topic, and the rest is the mean over its terms, times 2.5 for two words. Words
        that are seldom nouns count 0.4 times. If no word is usable, all words are returned.
        """
        words = self.split.words
        first, last = self._first[topic : topic + 2].tolist()
        own, n = self._term[first:last], np.diff(self._ends[first : last + 1])
        strength = n**2 * self._specificity[own]
        usable = self.usable[own]
        if usable.any():
            strength[~usable] = 0.0
        found = []
        for place in np.lexsort((own, -strength))[:CANDIDATES].tolist():
            if not strength[place]:
                break
            term, ends = int(own[place]), self._ends[first + place : first + place + 2]
            factor = 0.4 if _SELDOM_NOUN.fullmatch(words[term]) else 1.0
            tokens = self._order[ends[0] : ends[1]]
            found.append(Phrase((term,), factor * float(strength[place]), tokens))
        specific = dict(zip(own.tolist(), (n * self._specificity[own]).tolist(), strict=True))
        for chain, places in self._chains.get(topic, {}).items():
            mean = sum(specific[term] for term in chain) / len(chain)
            factor = 2.5 * (len(chain) - 1) ** 0.5
            found.append(Phrase(chain, factor * len(places) * mean, places))
        return sorted(found, key=lambda phrase: (-phrase.strength, phrase.terms))

    def _rarity(self) -> Floats:
        """(V,) log(1 + D / D_t) of each term t: D documents, D_t of them with the term."""
        split = self.split
        document = split.sentences.document[split.sentence_of]
        shape = len(split.vocabulary), int(document[-1]) + 1
        counts = np.diff(count_pairs(split.terms, document, shape).indptr)
        return np.asarray(np.log1p(shape[1] / np.maximum(counts, 1)))

    def _all_chains(self) -> dict[int, Chains]:
        """The phrases of each topic that occur in two or more of its sentences, and where.

        Chains of each length are found by joining two overlapping chains that are one term shorter.
        """
        z, terms, sentence_of = self.topics.assignments, self.split.terms, self.split.sentence_of
        usable = self.usable[terms]
        linked = (sentence_of[1:] == sentence_of[:-1]) & (z[1:] == z[:-1])
        linked &= usable[1:] & usable[:-1] & (terms[1:] != terms[:-1])
        places = np.flatnonzero(linked)
        # The number of the shorter chain that begins at each token; -1 if none does.
        number, found = terms, dict[int, Chains]()
        for length in range(2, LONGEST_UNSPACED + 1):
            if not len(places):
                break
            keys = number[places + 1], number[places], z[places]
            order = lexsorted(*keys)
            starts = _starts(*(key[order] for key in keys))
            sizes = np.diff(starts, append=len(order))
            number = np.full(len(terms), -1, np.int32)
            for group in _largest(sizes, z[places[order[starts]]]):
                tokens = places[order[starts[group] : starts[group] + sizes[group]]]
                chain = tuple(terms[tokens[0] : tokens[0] + length].tolist())
                if self._is_phrase(chain, tokens):
                    found.setdefault(int(z[tokens[0]]), {})[chain] = tokens
                    number[tokens] = group
            places = places[(number[places] >= 0) & (number[places + 1] >= 0)]
        return {topic: _longest(chains) for topic, chains in found.items()}

    def _is_phrase(self, chain: tuple[int, ...], tokens: NDArray[np.intp]) -> bool:
        """Whether a chain of different terms is in several sentences, and can be written as one."""
        words = [self.split.words[term] for term in chain]
        unspaced = has_paired_letters("".join(words))
        if len({*chain}) < len(chain) or (unspaced and not joined_pairs(tuple(words))):
            return False
        several = self.split.sentence_of[tokens[0]] != self.split.sentence_of[tokens[-1]]
        return several and (unspaced or len(chain) <= LONGEST_PHRASE)


def lexsorted(*keys: NDArray[np.int32]) -> NDArray[np.int32]:
    """The order of `np.lexsort` for numbers >= 0: the last key counts most.

    A counting sort for each key, in time linear in the length and the largest number.
    """
    order = _counting_sorted(keys[0])
    for key in keys[1:]:
        order = order[_counting_sorted(key[order])]
    return order


def _counting_sorted(key: NDArray[np.int32]) -> NDArray[np.int32]:
    """The stable order of numbers >= 0: the entries of a sparse matrix with a row for each."""
    size = len(key)
    entries = np.ones(size, np.int8), (key, np.arange(size, dtype=np.int32))
    matrix = sparse.coo_array(entries, shape=(int(key.max(initial=0)) + 1, size))
    order: NDArray[np.int32] = matrix.tocsr().indices
    return order


def _starts(*columns: NDArray[np.int32]) -> NDArray[np.intp]:
    """The indices at which a row of the columns differs from the row before."""
    changed = np.zeros(len(columns[0]), bool)
    changed[:1] = True
    for column in columns:
        changed[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(changed)


def _largest(sizes: NDArray[np.intp], topic: NDArray[np.int32]) -> list[int]:
    """The largest `CANDIDATES` groups of each topic, without groups of one."""
    order = np.lexsort((-sizes, topic))
    order = order[sizes[order] > 1]
    first = np.searchsorted(topic[order], topic[order])
    groups: list[int] = order[np.arange(len(order)) - first < CANDIDATES].tolist()
    return groups


def _longest(chains: Chains) -> Chains:
    """The chains without those of which 60 % of the occurrences are part of one longer chain."""
    parts = {
        shorter
        for chain, places in chains.items()
        for shorter in (chain[:-1], chain[1:])
        if shorter in chains and len(places) >= 0.6 * len(chains[shorter])
    }
    return {chain: places for chain, places in chains.items() if chain not in parts}


@cache
def joined_pairs(words: tuple[str, ...]) -> str:
    """Overlapping pairs of letters as one word: AB, BC and CD are ABCD; empty if they do not."""
    joined = words[0]
    for before, word in pairwise(words):
        sizes = range(min(len(before), len(word)) - 1, 0, -1)
        shared = next((n for n in sizes if before.endswith(word[:n])), 0)
        if not shared:
            return ""
        joined += word[shared:]
    return joined
