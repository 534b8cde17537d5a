"""Reproductions of the paper's tables, figures and parameters."""
