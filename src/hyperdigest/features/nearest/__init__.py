"""Doubted facts: of documents that may not answer, only the nearest sentences are quoted."""
