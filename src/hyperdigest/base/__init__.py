"""What any part may use: arrays, text, caches, files, processes, plugins."""
