"""Who else says so: the sentences of other documents that say what a sentence says."""

from hyperdigest.features.corroboration.agreement import says_the_same
from hyperdigest.features.corroboration.search import Corroborations, Found

__all__ = ["Corroborations", "Found", "says_the_same"]
