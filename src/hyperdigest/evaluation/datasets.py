"""The task sets of a data folder, under the path that is public."""

from hyperdigest.experiments.data.sets import load_sets

__all__ = ["load_sets"]
