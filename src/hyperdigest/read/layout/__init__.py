"""From the words on a page and their places to running text."""
