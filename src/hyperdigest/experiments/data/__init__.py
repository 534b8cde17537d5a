"""The tasks that systems are scored on, and the files they come from."""
