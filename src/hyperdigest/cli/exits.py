"""The exit codes of the command line."""

DONE = 0
FAILED = 1
"""Some tasks of a batch have an error in place of a digest."""

MISTAKE = 2
"""What was asked or given cannot be done; standard error says why in one line."""

INTERRUPTED = 130
