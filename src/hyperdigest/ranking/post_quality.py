"""The quality of the posts of a thread, by votes, acceptance, author and position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

import numpy as np

from hyperdigest.base.arrays import Floats
from hyperdigest.documents import Post

VOTES, ACCEPTED, STANDING, POSITION = 0.5, 0.3, 0.1, 0.1
"""Weights of the parts of the quality of a post; they sum to 1."""


def qualities(posts: Sequence[Post | None]) -> Floats:
    """(D,) how likely each post answers a question, in [-1, 1]; 0 for a document that is no post.

    A question with answers or comments has -1, because it asks, and its votes are about the asking;
    a question without any has 0. Other posts have 0.5 v + 0.3 a + 0.1 r + 0.1 p in [-1/2, 1], where
    a part that is not known is 0:

    - v = s / (|s| + 1 + m) in (-1, 1) with s the score, and m the median of |s| of the posts of the
      same kind in the thread. A usual score has about a half, and one huge score hardly changes v
      of the other posts.
    - a = 1 if it is accepted.
    - r = R / (R + M) in [0, 1) with R the author's standing, at least 0, and M the median of all
      standings above 0.
    - p = 1 for an answer; (k - 1) / (n - 1) for message k of n, because conclusions come last; 0
      for comments.
    """
    scores: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    last: defaultdict[str, int] = defaultdict(int)
    for post in filter(None, posts):
        last[post.thread] = max(last[post.thread], post.position)
        if post.score is not None:
            scores[post.thread, post.kind].append(abs(post.score))
    usual = {key: median(found) for key, found in scores.items()}
    standings = [post.standing for post in posts if post and post.standing and post.standing > 0]
    usual_standing = median(standings) if standings else 1.0

    def quality(post: Post) -> float:
        if post.kind == "question":
            return -1.0 if post.thread and last[post.thread] > 1 else 0.0
        votes = standing = 0.0
        if post.score is not None:
            votes = post.score / (abs(post.score) + 1 + usual[post.thread, post.kind])
        if post.standing and post.standing > 0:
            standing = post.standing / (post.standing + usual_standing)
        position = _relative_position(post, last[post.thread])
        return VOTES * votes + ACCEPTED * post.accepted + STANDING * standing + POSITION * position

    return np.array([quality(post) if post else 0.0 for post in posts])


def _relative_position(post: Post, last: int) -> float:
    """p in `qualities`."""
    if post.kind == "message":
        is_known = post.thread != "" and post.position > 0 and last > 1
        return (post.position - 1) / (last - 1) if is_known else 0.0
    return 1.0 if post.kind == "answer" else 0.0
