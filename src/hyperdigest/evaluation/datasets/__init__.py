"""Data to measure summaries on: task sets read from a folder that the user names."""

from hyperdigest.evaluation.datasets.loading import load_sets

__all__ = ["load_sets"]
