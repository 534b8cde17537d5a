"""News: what new documents say beyond those that a reader knows."""
