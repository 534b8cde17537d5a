"""Lightweight markup: reStructuredText, AsciiDoc and Org, with the lines of the file as places."""
