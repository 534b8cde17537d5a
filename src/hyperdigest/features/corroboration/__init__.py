"""Corroboration: find the sentences of other documents that say the same as a sentence."""

from hyperdigest.features.corroboration.agreement import says_the_same
from hyperdigest.features.corroboration.search import Corroborations, EquivalentSentence

__all__ = ["Corroborations", "EquivalentSentence", "says_the_same"]
