"""Questions with known answers: whether a short digest of a pile of documents quotes them."""
