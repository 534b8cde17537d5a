"""Synthetic collections of any size from a seed, as arrays and as text that reads like prose.

    python benchmarks/corpora.py DOCUMENTS OUT.jsonl

Topics come from a three-layer hierarchy of Dirichlet processes truncated to `TOPICS` (corpus,
document, sentence), terms from topics around one law of Zipf. A document has about 47 sentences,
a sentence about 11.4 tokens; the vocabulary grows with the number of documents as in real text.
30 documents have 1.4 thousand sentences, 21,300 a million.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TOPICS = 120
CORPUS, DOCUMENT, SENTENCE = 12.0, 6.0, 1.5
TOKENS, FEWEST, MOST = 11.4, 3, 35

CONSONANTS, VOWELS, LAST = "bdfghjklmnprstv", "aeiou", "kpb"
LITTLE = "the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "was", "on", "with", "by"
LITTLE_SHARE = 0.8
PARAGRAPH = 5

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Corpus:
    """T tokens in N sentences in D documents.

    Parameters
    ----------
    terms, sentences : (T,) term and sentence of each token, sentences ascending.
    documents : (N,) document of each sentence, ascending.
    n_terms : V; every term occurs, and the lower its number the more frequent it tends to be.
    """

    terms: Integers
    sentences: Integers
    documents: Integers
    n_terms: int

    @property
    def arrays(self) -> tuple[Integers, Integers, Integers, int]:
        """What `fit_hdp` takes."""
        return self.terms, self.sentences, self.documents, self.n_terms

    @property
    def size(self) -> str:
        """How much it is, in words."""
        return (
            f"{self.documents[-1] + 1:,} documents, {len(self.documents):,} sentences,"
            f" {len(self.terms):,} tokens, {self.n_terms:,} terms"
        )


def corpus(documents: int, seed: int = 0) -> Corpus:
    """A corpus of so many documents; the same arguments give the same arrays."""
    rng = np.random.default_rng([seed, documents])
    lengths = np.maximum(5, rng.normal(47.0, 12.0, documents).astype(int))
    document_of = np.repeat(np.arange(documents), lengths)
    tokens = np.clip(rng.poisson(TOKENS, len(document_of)), FEWEST, MOST)
    sentence_of = np.repeat(np.arange(len(document_of)), tokens)
    topics = _topics(rng, document_of, tokens)
    drawn = _terms(rng, topics, pool=int(9_000 + 130 * documents**0.7))
    used, terms = np.unique(drawn, return_inverse=True)
    return Corpus(terms, sentence_of, document_of, len(used))


def _topics(rng: np.random.Generator, document_of: Integers, tokens: Integers) -> Integers:
    """(T,) the topic of each token, sentence after sentence.

    A sentence's own distribution is summed out (Blackwell and MacQueen's urn): token n takes the
    topic of one of the n before it, or, with odds `SENTENCE` to n, a new one of the document.
    """
    breaks = rng.beta(1.0, CORPUS, TOPICS)
    breaks[-1] = 1.0
    everywhere = breaks * np.concatenate(([1.0], np.cumprod(1.0 - breaks[:-1])))
    here = rng.standard_gamma(
        np.maximum(DOCUMENT * everywhere, 1e-4), (document_of[-1] + 1, TOPICS)
    )
    here = np.cumsum(here + 1e-300, axis=1)
    ladder = (here / here[:, -1:] + np.arange(len(here))[:, None]).ravel()
    drawn = np.zeros((len(tokens), MOST), dtype=np.uint8)
    for place in range(MOST):
        longer = np.flatnonzero(tokens > place)
        copied = rng.integers(0, max(place, 1), len(longer))
        new = rng.random(len(longer)) * (SENTENCE + place) < SENTENCE
        document = document_of[longer]
        rung = np.searchsorted(ladder, document + rng.random(len(longer)), side="right")
        fresh = np.clip(rung - document * TOPICS, 0, TOPICS - 1)
        drawn[longer, place] = np.where(new, fresh, drawn[longer, copied])
    return drawn[np.arange(MOST) < tokens[:, None]].astype(np.int64)


def _terms(rng: np.random.Generator, topics: Integers, pool: int) -> Integers:
    """(T,) the term of each token, out of a pool: four fifths by its topic, a fifth by Zipf."""
    base = 1.0 / (np.arange(pool) + 16.0)
    base /= base.sum()
    order = np.argsort(topics, kind="stable")
    bounds = np.searchsorted(topics[order], np.arange(TOPICS + 1))
    drawn = np.empty(len(topics), dtype=np.int64)
    for topic in range(TOPICS):
        mine = order[bounds[topic] : bounds[topic + 1]]
        own = rng.standard_gamma(150.0 * base) + 1e-300
        ladder = np.cumsum(0.8 * own / own.sum() + 0.2 * base)
        drawn[mine] = np.searchsorted(ladder, rng.random(len(mine)) * ladder[-1], side="right")
    return np.minimum(drawn, pool - 1)


def words(n_terms: int) -> list[str]:
    """A made-up word a term, short ones first; each is its own stem and no stop word."""
    syllables = [c + v for c in CONSONANTS for v in VOWELS]
    return list(islice(_words(syllables), n_terms))


def _words(syllables: list[str]) -> Iterator[str]:
    starts = syllables
    while True:
        starts = [start + syllable for start in starts for syllable in syllables]
        yield from (start + last for last in LAST for start in starts)


def texts(corpus: Corpus, seed: int = 0) -> Iterator[str]:
    """The text of each document: paragraphs of sentences with capitals, stop words and endings."""
    rng = np.random.default_rng([seed, len(corpus.terms)])
    stems = words(corpus.n_terms)
    forms = [stem + ending for ending in ("", "s", "ed", "ing") for stem in stems]
    befores = [""] + [f"{word} " for word in LITTLE]
    first_token = np.searchsorted(corpus.sentences, np.arange(len(corpus.documents) + 1))
    first_sentence = np.searchsorted(corpus.documents, np.arange(corpus.documents[-1] + 2))
    for document in range(len(first_sentence) - 1):
        bounds = first_token[first_sentence[document] : first_sentence[document + 1] + 1]
        drawn = corpus.terms[bounds[0] : bounds[-1]]
        ending = np.maximum(rng.integers(0, 12, len(drawn)) - 8, 0)
        little = rng.integers(1, len(befores), len(drawn))
        little[rng.random(len(drawn)) > LITTLE_SHARE] = 0
        chosen = (drawn + ending * corpus.n_terms).tolist()
        pieces = [befores[b] + forms[f] for b, f in zip(little.tolist(), chosen, strict=True)]
        cuts = (bounds - bounds[0]).tolist()
        said = [" ".join(pieces[a:b]) for a, b in pairwise(cuts)]
        sentences = [f"{s[0].upper()}{s[1:]}." for s in said]
        places = range(0, len(sentences), PARAGRAPH)
        yield "\n\n".join(" ".join(sentences[n : n + PARAGRAPH]) for n in places) + "\n"


def write_files(corpus: Corpus, folder: Path) -> None:
    """One text file a document, a thousand to a folder."""
    for number, text in enumerate(texts(corpus)):
        path = folder / f"{number // 1000:03}" / f"{number:06}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def write_jsonl(corpus: Corpus, path: Path) -> None:
    """One JSON line a document."""
    with path.open("w", encoding="utf-8") as file:
        for number, text in enumerate(texts(corpus)):
            file.write(json.dumps({"name": f"{number:06}", "text": text}) + "\n")


def question(corpus: Corpus, seed: int, length: int = 6) -> str:
    """Words of tokens drawn from the corpus."""
    rng = np.random.default_rng([seed, length])
    tokens = corpus.terms[rng.integers(0, len(corpus.terms), length)]
    stems = words(corpus.n_terms)
    return " ".join(stems[token] for token in tokens)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("documents", type=int)
    parser.add_argument("file", type=Path, help="where to write them as JSON lines")
    arguments = parser.parse_args()
    write_jsonl(corpus(arguments.documents), arguments.file)


if __name__ == "__main__":
    main()
