"""A small town's papers as a corpus, and questions put to them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from hyperdigest.documents import Document
from hyperdigest.experiments.systems import Case, DocumentIndex

QUESTION = "What did the flood do to the mill and the bridge?"

PAPERS = (
    (
        "20240301",
        "The river rose two metres in one night. The flood tore the wheel off the old mill. "
        "Nobody in the mill was hurt. The miller had moved the flour to the upper floor. "
        "Water stood in the mill yard for nine days.",
    ),
    (
        "20240302",
        "The flood carried a barn against the bridge. The middle arch of the bridge fell. "
        "Carts from the north now wait at the ferry. The council closed the bridge to all carts.",
    ),
    (
        "20240304",
        "The council met about the bridge. A mason asked forty thousand crowns for a new arch. "
        "The mayor wants a bridge of steel. Two members voted against steel. "
        "The council votes again in May.",
    ),
    (
        "20240310",
        "The ferry carries thirty carts a day. Farmers say the ferry is too slow for milk. "
        "The ferry master hired two rowers. Milk turns sour while carts wait at the ferry.",
    ),
    (
        "20240312",
        "The school choir sang at the market. The choir sings again at Easter. "
        "A new organ was promised to the choir. The teacher asked for more voices.",
    ),
    (
        "20240315",
        "Bakers buy flour from the next valley since the flood. Bread costs a crown more. "
        "The bakers hope that the mill grinds before harvest. "
        "Flour from the next valley is coarse, bakers say.",
    ),
    (
        "20240318",
        "A carpenter builds a new wheel for the mill. The wheel needs oak from the north. "
        "Oak waits at the ferry like all else. The mill may grind again in June.",
    ),
    (
        "20240320",
        "Apple trees bloom early this year. Frost is feared in the orchards. "
        "Growers light fires against frost. Bees were seen in the orchards at noon.",
    ),
    (
        "20240322",
        "The teacher of the school counts the bees with her class. "
        "The class found bees of four kinds. The school keeps a hive behind the orchard.",
    ),
    (
        "20240325",
        "The mayor thanked the rowers of the ferry. The council pays the rowers until May. "
        "A bridge of steel would be ready in autumn. Yes.",
    ),
    (
        "20240328",
        "Frost killed a third of the apple blossom. Growers ask the council for help. "
        "The orchards by the river had no frost. Fires burned there all night.",
    ),
    (
        "20240401",
        "The river is low again. Children found the lost wheel of the mill on a sandbank. "
        "The miller laughed and kept the new wheel.",
    ),
)


@pytest.fixture(scope="session")
def corpus() -> DocumentIndex:
    """Twelve documents of some fifty sentences in all."""
    documents = [Document(f"{date}.txt", f"{date}.txt", text) for date, text in PAPERS]
    return DocumentIndex(documents, [date for date, _ in PAPERS])


@pytest.fixture(scope="session")
def make_case(corpus: DocumentIndex) -> Callable[..., Case]:
    """Puts a question to the corpus; every sentence is eligible where nothing else is said."""

    def make(
        question: str = QUESTION, budget: int = 60, eligible: NDArray[np.bool_] | None = None
    ) -> Case:
        everyone = np.ones(corpus.n_sentences, bool)
        return Case(corpus, question, budget, everyone if eligible is None else eligible)

    return make
