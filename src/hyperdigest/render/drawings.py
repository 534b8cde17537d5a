"""The drawings, under the path that they had before `hyperdigest.drawings`."""

from hyperdigest.drawings import *  # noqa: F403
from hyperdigest.drawings import __all__ as __all__
