"""Topics of the terms: a three-layer hierarchical Dirichlet process."""

from hyperdigest.topics.hdp import TopicFit, TopicSample, fit_hdp
from hyperdigest.topics.kernels import kernel_cache

__all__ = ["TopicFit", "TopicSample", "fit_hdp", "kernel_cache"]
