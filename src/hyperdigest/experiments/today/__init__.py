"""Summarizers that a user would pick today, one a file."""
