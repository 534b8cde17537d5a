"""DUC 2005 to 2007 as NIST ships them: question-focused summaries of newswire."""

from hyperdigest.evaluation.datasets.duc.sets import duc_sets, nothing_of

__all__ = ["duc_sets", "nothing_of"]
