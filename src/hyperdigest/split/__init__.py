"""Documents cut into sentences, each a slice of its text, and sentences into terms."""

from hyperdigest.split.columns import Split, split_documents
from hyperdigest.split.parts import splitter_called
from hyperdigest.split.spans import Spans, split
from hyperdigest.split.terms import LANGUAGES, Analyzer

__all__ = ["LANGUAGES", "Analyzer", "Spans", "Split", "split", "split_documents", "splitter_called"]
