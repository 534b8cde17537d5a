"""The topic model: a three-layer hierarchical Dirichlet process, and its sampler."""

from hyperdigest.topics.data import TopicSample
from hyperdigest.topics.hdp import TopicFit, fit_hdp, fold_in, kernel_cache

__all__ = ["TopicFit", "TopicSample", "fit_hdp", "fold_in", "kernel_cache"]
