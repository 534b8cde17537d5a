"""Documents cut into sentences, each a slice of its text, and sentences into terms."""

from hyperdigest.split.columns import Split, split_documents
from hyperdigest.split.languages import counted, languages_of
from hyperdigest.split.parts import splitter_called
from hyperdigest.split.spans import Spans, split
from hyperdigest.split.terms import LANGUAGES, Analyzer, check_language

__all__ = [
    "LANGUAGES",
    "Analyzer",
    "Spans",
    "Split",
    "check_language",
    "counted",
    "languages_of",
    "split",
    "split_documents",
    "splitter_called",
]
