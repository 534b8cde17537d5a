"""Topics of the terms: a three-layer hierarchical Dirichlet process."""

from hyperdigest.topics.fold import fold_in
from hyperdigest.topics.hdp import TopicFit, fit_hdp
from hyperdigest.topics.kernels import kernel_cache
from hyperdigest.topics.samples import TopicSample

__all__ = ["TopicFit", "TopicSample", "fit_hdp", "fold_in", "kernel_cache"]
