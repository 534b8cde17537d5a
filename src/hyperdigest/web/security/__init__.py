"""Guards before every route, one a file: each refuses, bounds or adds to what passes."""
