"""LaTeX: the text of a paper as its readers see it, without the commands that set it."""
