"""Collections with planted topics, and how alike two labellings or fits are."""

import numpy as np


def bars(seed=0, purity=1.0):
    """Documents about horizontal and vertical bars of a 5 x 5 grid of terms, and their bars."""
    rng = np.random.default_rng(seed)
    grid = np.arange(25).reshape(5, 5)
    topics = np.concatenate([grid, grid.T])
    terms, sentences, documents, planted = [], [], [], []
    for document in range(40):
        mine = rng.choice(10, 3, replace=False)
        for _ in range(6):
            bar = rng.choice(mine)
            for _ in range(6):
                planted.append(bar if rng.random() < purity else rng.choice(mine))
                terms.append(rng.choice(topics[planted[-1]]))
                sentences.append(len(documents))
            documents.append(document)
    return terms, sentences, documents, np.array(planted)


def information(a, b):
    """Normalised mutual information of two labellings."""
    joint = np.zeros((max(a) + 1, max(b) + 1))
    np.add.at(joint, (a, b), 1 / len(a))
    entropy = [-(p[p > 0] * np.log(p[p > 0])).sum() for p in (joint.sum(1), joint.sum(0), joint)]
    return 2 * (entropy[0] + entropy[1] - entropy[2]) / (entropy[0] + entropy[1])


def same(a, b):
    """Whether two fits agree to the last bit."""
    pairs = zip([a.best, *a.samples], [b.best, *b.samples], strict=True)
    return a.traces.tobytes() == b.traces.tobytes() and all(
        x.assignments.tobytes() == y.assignments.tobytes() for x, y in pairs
    )
