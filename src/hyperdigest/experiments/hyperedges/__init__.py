"""Models of hyperedges, one a file: what sentences have in common."""
