"""Shorter forms of sentences: what may be left out, and what must stay."""

from __future__ import annotations

from hyperdigest.split.compression import compressed_forms


def test_the_slices_that_stay_are_told():
    text = "The tower (see Figure 3), which was built in 1901, is open to visitors."
    assert [[text[start:end] for start, end in form] for form in compressed_forms(text)][-1] == [
        "The tower",
        "is open to visitors.",
    ]
