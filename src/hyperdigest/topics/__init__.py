"""Topics of the terms: a three-layer hierarchical Dirichlet process."""

from hyperdigest.topics.hdp import TopicFit, TopicSample, fit_hdp

__all__ = ["TopicFit", "TopicSample", "fit_hdp"]
