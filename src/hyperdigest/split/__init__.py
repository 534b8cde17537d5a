"""Documents cut into sentences, each a slice of its text, and sentences into terms."""

from hyperdigest.split.languages import counted, languages_of
from hyperdigest.split.sentences import Spans, split
from hyperdigest.split.table import Split, split_documents, splitter_called
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
