"""How far each post of a thread is to be trusted to answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

import numpy as np

from hyperdigest.base.arrays import Floats
from hyperdigest.documents import Post

VOTES, ACCEPTED, STANDING, PLACE = 0.5, 0.3, 0.1, 0.1
"""What the parts of the quality of a post weigh; their sum is 1."""


def qualities(posts: Sequence[Post | None]) -> Floats:
    """(D,) how far posts are to be trusted to answer, in [-1, 1]; 0 where there is no post.

    The quality of a question that somebody answers or comments on is -1: it asks, and its votes are
    about the asking; that of another is 0. All else has 0.5 v + 0.3 a + 0.1 r + 0.1 p in [-1/2, 1],
    each part 0 where it is not known:

    - v = s / (|s| + 1 + m) in (-1, 1) with s the score, and m the median of |s| of the posts of the
      same kind in the thread: half of it or so for a usual score, and one huge score moves no other
      post by much.
    - a = 1 where it is accepted.
    - r = R / (R + M) in [0, 1) with R the author's standing, at least 0, and M the median of those
      above 0.
    - p = 1 for an answer; (k - 1) / (n - 1) for message k of n, for a thread ends with what it
      comes to; 0 for comments.
    """
    scores: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    last: defaultdict[str, int] = defaultdict(int)
    for post in filter(None, posts):
        last[post.thread] = max(last[post.thread], post.position)
        if post.score is not None:
            scores[post.thread, post.kind].append(abs(post.score))
    usual = {key: median(found) for key, found in scores.items()}
    known = [post.standing for post in posts if post and (post.standing or 0) > 0]
    middle = median([standing for standing in known if standing]) if known else 1.0

    def quality(post: Post) -> float:
        if post.kind == "question":
            return -1.0 if post.thread and last[post.thread] > 1 else 0.0
        votes = standing = 0.0
        if post.score is not None:
            votes = post.score / (abs(post.score) + 1 + usual[post.thread, post.kind])
        if post.standing and post.standing > 0:
            standing = post.standing / (post.standing + middle)
        place = _place(post, last[post.thread])
        return VOTES * votes + ACCEPTED * post.accepted + STANDING * standing + PLACE * place

    return np.array([quality(post) if post else 0.0 for post in posts])


def _place(post: Post, last: int) -> float:
    if post.kind == "message":
        known = post.thread != "" and post.position > 0 and last > 1
        return (post.position - 1) / (last - 1) if known else 0.0
    return 1.0 if post.kind == "answer" else 0.0
