"""The machine beneath: files written whole, locks, processes, a small cache."""
