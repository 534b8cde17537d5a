"""The words of a topic and its phrases: terms that follow each other in several sentences of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.split import Split
from hyperdigest.split.scripts import has_paired_letters, word_list
from hyperdigest.topics.data import TopicSample

LONGEST, LONGEST_JOINED = 3, 4
"""Terms in a phrase at most; in one of letters without spaces, each term a pair of letters."""

TOGETHER = 2.5
"""How much more two words together tell than a word of the same strength."""

WHOLE = 0.6
"""A phrase is left out if so large a share of its occurrences stands within a longer one."""

KEPT = 24
"""Words of a topic, pairs and longer phrases that are looked at, each the most frequent."""

VERBAL, SELDOM = re.compile(r"[a-z]{4,}(?:ed|ly)"), 0.4
"""English words that are seldom nouns, and the share of their strength that counts."""

PARTICLES = frozenset("的了在是和与及之也而为被把将从对")
"""Chinese words of one letter that no name begins or ends with."""

_UNTELLING = re.compile(r"\d|^.$")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One to four terms that follow each other, and the tokens where they begin."""

    terms: tuple[int, ...]
    strength: float
    places: NDArray[np.intp]


Chains = dict[tuple[int, ...], NDArray[np.intp]]


class Phrases:
    """The words and phrases of the topics of a sample.

    `telling` (V,) says whether a term may stand in a name: it has no digit, is no single letter,
    is none of the listed words that name no topic, and has no Chinese particle at an end.
    """

    def __init__(self, topics: TopicSample, split: Split) -> None:
        self.topics, self.split = topics, split
        light = word_list("light_words.txt")
        self.telling = np.array(
            [
                not _UNTELLING.search(word)
                and word not in light
                and not (has_paired_letters(word) and PARTICLES & {word[0], word[-1]})
                for word in split.words
            ],
            bool,
        )
        z, terms = topics.assignments, split.terms
        # (V,) p(k|t) log(1 + D / D_t) for each token of a term in a topic.
        self._at_home = 1 / np.maximum(np.bincount(terms, minlength=len(split.vocabulary)), 1)
        self._at_home *= self._rarity()
        order = in_order(terms, z)
        starts = _starts(terms[order], z[order])
        self._order, self._ends = order, np.append(starts, len(order))
        self._term = terms[order[starts]]
        self._first = np.searchsorted(z[order[starts]], np.arange(topics.n_topics + 1))
        self._chains = self._found()

    def of(self, topic: int) -> list[Phrase]:
        """The phrases and words of a topic that may stand in a name, strongest first; all words
        where none may.

        A word t is as strong as n_kt p(k|t) log(1 + D / D_t): frequent in topic k, at home there,
        and in few of the D documents. Of a phrase n counts where all its terms are of the topic;
        the rest is the mean of that of its terms.
        """
        words = self.split.words
        first, last = self._first[topic : topic + 2].tolist()
        own, n = self._term[first:last], np.diff(self._ends[first : last + 1])
        strength = n**2 * self._at_home[own]
        telling = self.telling[own]
        if telling.any():
            strength[~telling] = 0.0
        found = []
        for place in np.lexsort((own, -strength))[:KEPT].tolist():
            if not strength[place]:
                break
            term, ends = int(own[place]), self._ends[first + place : first + place + 2]
            part = SELDOM if VERBAL.fullmatch(words[term]) else 1.0
            at = self._order[ends[0] : ends[1]]
            found.append(Phrase((term,), part * float(strength[place]), at))
        home = dict(zip(own.tolist(), (n * self._at_home[own]).tolist(), strict=True))
        for chain, places in self._chains.get(topic, {}).items():
            mean = sum(home[term] for term in chain) / len(chain)
            more = TOGETHER * (len(chain) - 1) ** 0.5
            found.append(Phrase(chain, more * len(places) * mean, places))
        return sorted(found, key=lambda phrase: (-phrase.strength, phrase.terms))

    def _rarity(self) -> Floats:
        """(V,) of each term, log(1 + D / D_t): D documents, D_t of them with the term."""
        split = self.split
        document = split.sentences.document[split.sentence_of]
        order = in_order(split.terms)
        held = split.terms[order[_starts(split.terms[order], document[order])]]
        holding = np.maximum(np.bincount(held, minlength=len(split.vocabulary)), 1)
        return np.asarray(np.log1p((int(document[-1]) + 1) / holding))

    def _found(self) -> dict[int, Chains]:
        """The phrases of each topic that stand in two or more of its sentences, and where."""
        z, terms, sentence_of = self.topics.assignments, self.split.terms, self.split.sentence_of
        telling = self.telling[terms]
        linked = (sentence_of[1:] == sentence_of[:-1]) & (z[1:] == z[:-1])
        linked &= telling[1:] & telling[:-1] & (terms[1:] != terms[:-1])
        places = np.flatnonzero(linked)
        number, found = terms, dict[int, Chains]()
        for length in range(2, LONGEST_JOINED + 1):
            if not len(places):
                break
            # Chains of a topic that are as long, of which each begins at one of the places.
            keys = number[places + 1], number[places], z[places]
            order = in_order(*keys)
            starts = _starts(*(key[order] for key in keys))
            sizes = np.diff(starts, append=len(order))
            number = np.full(len(terms), -1, np.int32)
            for group in _largest(sizes, z[places[order[starts]]]):
                held = places[order[starts[group] : starts[group] + sizes[group]]]
                chain = tuple(terms[held[0] : held[0] + length].tolist())
                if self._tells(chain, held):
                    found.setdefault(int(z[held[0]]), {})[chain] = held
                    number[held] = group
            places = places[(number[places] >= 0) & (number[places + 1] >= 0)]
        return {topic: _longest(chains) for topic, chains in found.items()}

    def _tells(self, chain: tuple[int, ...], held: NDArray[np.intp]) -> bool:
        """Whether a chain of different terms is in several sentences, and can be written as one."""
        words = [self.split.words[term] for term in chain]
        joined = has_paired_letters("".join(words))
        if len({*chain}) < len(chain) or (joined and not joined_up(tuple(words))):
            return False
        several = self.split.sentence_of[held[0]] != self.split.sentence_of[held[-1]]
        return several and (joined or len(chain) <= LONGEST)


def in_order(*keys: NDArray[np.int32]) -> NDArray[np.intp]:
    """The order of `np.lexsort`, of numbers from 0: the last key counts most.

    Sixteen bits are sorted at a time, which takes a time linear in the length.
    """
    order = np.arange(len(keys[0]))
    for key in keys:
        for shift in range(0, max(1, int(key.max(initial=0)).bit_length()), 16):
            digit = (key[order] >> shift).astype(np.uint16)
            order = order[np.argsort(digit, kind="stable")]
    return order


def _starts(*columns: NDArray[np.int32]) -> NDArray[np.intp]:
    """Where a row differs from that before it."""
    changed = np.zeros(len(columns[0]), bool)
    changed[:1] = True
    for column in columns:
        changed[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(changed)


def _largest(sizes: NDArray[np.intp], topic: NDArray[np.int32]) -> list[int]:
    """The groups of two or more, the largest `KEPT` of each topic."""
    order = np.lexsort((-sizes, topic))
    order = order[sizes[order] > 1]
    first = np.searchsorted(topic[order], topic[order])
    kept: list[int] = order[np.arange(len(order)) - first < KEPT].tolist()
    return kept


def _longest(chains: Chains) -> Chains:
    """The chains without those that stand mostly within a longer one."""
    within = {
        shorter
        for chain, places in chains.items()
        for shorter in (chain[:-1], chain[1:])
        if shorter in chains and len(places) >= WHOLE * len(chains[shorter])
    }
    return {chain: places for chain, places in chains.items() if chain not in within}


@cache
def joined_up(words: tuple[str, ...]) -> str:
    """Pairs of letters as one word: AB, BC and CD are ABCD; empty where they do not overlap."""
    whole = words[0]
    for before, word in pairwise(words):
        sizes = range(min(len(before), len(word)) - 1, 0, -1)
        shared = next((n for n in sizes if before.endswith(word[:n])), 0)
        if not shared:
            return ""
        whole += word[shared:]
    return whole
