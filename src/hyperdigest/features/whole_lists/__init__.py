"""Quote lists whole."""
