"""The choice of an answer's sentences, with the lists that are quoted whole."""

from functools import cache

import pytest

from hyperdigest import Collection, Document, Options

QUESTION = "How do I descale the kettle?"
KETTLE = """The kettle boils a litre of water in three minutes. Hard water leaves scale in the
kettle. Scale makes the kettle loud and slow.

To descale the kettle, do the following:

1. Fill the kettle with water to the upper mark.
2. Add two spoons of citric acid.
3. Boil the water once, and let the kettle stand for an hour or, if the scale is thick, until noon.
4. Pour the water away.
5. Rinse the kettle twice.

The kettle has these parts:

- the lid
- the strainer, which holds back scale
- the base with the switch

The warranty of the kettle does not cover scale. A kettle without scale needs less power.
Descale the kettle once a month where the water is hard.
"""


@cache
def model():
    return Collection.of([Document("kettle.txt", "kettle.txt", KETTLE)]).fit(Options(sweeps=12))


@pytest.mark.parametrize("enough", [False, True])
def test_an_exact_digest_is_not_worse_where_lists_are_quoted_whole(enough):
    for words in range(15, 111):
        quick, best = (
            model().ask(QUESTION, words, enough=enough, exact=exact).digest()
            for exact in (False, True)
        )
        assert best.certificate.value >= quick.certificate.value * (1 - 1e-9)
        assert best.certificate.bound <= quick.certificate.bound * (1 + 1e-9)
        assert best.certificate.value <= best.certificate.bound * (1 + 1e-9)
        assert best.words <= words
