"""How large the documents of a collection are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from hyperdigest.pipeline import Collection


def document_sizes(collection: Collection) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(D,) the sentences of each document, and (D,) their words."""
    sentences, size = collection.split.sentences, len(collection.documents)
    words = np.bincount(sentences.document, weights=sentences.words, minlength=size)
    return np.bincount(sentences.document, minlength=size), words.astype(np.intp)
