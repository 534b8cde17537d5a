"""Limits of what is read, which options name without loading what keeps to them."""

SECONDS = 60.0
"""Seconds until the next report or the reply of an isolated process."""

MOST_MEMBERS = 100_000
"""The most files in an archive."""
