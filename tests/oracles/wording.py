"""The factor on relevance for wording, written out with loops."""

from __future__ import annotations

import math


def fitness(sentences, linking_reward, speech_penalty, pointing_penalty):
    """(N,) factor of each sentence, sentence by sentence, from its definition."""
    rows = list(
        zip(
            sentences.first_person.tolist(),
            sentences.second_person.tolist(),
            sentences.linking.tolist(),
            sentences.points_back.tolist(),
            sentences.words.tolist(),
            strict=True,
        )
    )
    speakers, hearers = sum(row[0] for row in rows), sum(row[1] for row in rows)
    conversed = 1.0 if speakers >= hearers else speakers / hearers
    factors = []
    for first, second, linking, points_back, words in rows:
        speech = min(1.0, (first + conversed * second) / words)
        tied = min(1.0, linking / words)
        pointing = pointing_penalty if points_back else 0.0
        factors.append(math.exp(linking_reward * tied - speech_penalty * speech - pointing))
    return factors
