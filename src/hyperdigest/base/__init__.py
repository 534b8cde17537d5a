"""The lowest layer, for every other: arrays, text, caches, files, processes and plugins."""
