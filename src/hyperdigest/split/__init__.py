"""Documents cut into sentences, each a slice of its text, and sentences into terms."""

from hyperdigest.split.columns import Spans, Split, split, split_documents
from hyperdigest.split.terms import LANGUAGES, Analyzer

__all__ = ["LANGUAGES", "Analyzer", "Spans", "Split", "split", "split_documents"]
