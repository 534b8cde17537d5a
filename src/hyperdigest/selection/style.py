"""How fit a sentence is to be quoted, by its wording."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Sentences

Floats = NDArray[np.float64]


def speech_share(sentences: Sentences) -> Floats:
    """(N,) the share of a sentence's words that speak of the speaker or to the hearer, at most 1.

    A text that says "you" and never "I" addresses its readers, as advice does, and does not
    converse: words to the hearer count as far as there are words of speakers to match them.
    """
    first, second = sentences.first_person, sentences.second_person
    conversed = min(1.0, first.sum() / max(1, second.sum()))
    return np.asarray(np.minimum(1.0, (first + conversed * second) / sentences.words))


def linking_share(sentences: Sentences) -> Floats:
    """(N,) articles, short prepositions and "and", as a share of a sentence's words, at most 1.

    Many in whole statements that relate things to each other, few in remarks, names and lists.
    """
    return np.asarray(np.minimum(1.0, sentences.linking / sentences.words))


def fitness(
    sentences: Sentences, linking_reward: float, speech_penalty: float, pointing_penalty: float
) -> Floats:
    """(N,) factor > 0 on the relevance of a sentence; 1 for all where the weights are 0.

    The logarithm of the factor is `linking_reward` times the share of linking words, less
    `speech_penalty` times the share of speech, less `pointing_penalty` where the sentence begins
    by pointing back to one that may not stand in the digest.
    """
    return np.exp(
        linking_reward * linking_share(sentences)
        - speech_penalty * speech_share(sentences)
        - pointing_penalty * sentences.points_back
    )
