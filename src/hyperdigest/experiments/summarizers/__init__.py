"""The rival summarizers of the paper, one a file."""
