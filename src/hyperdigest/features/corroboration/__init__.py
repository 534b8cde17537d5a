"""Corroboration: find the sentences of other documents that say the same as a sentence."""
