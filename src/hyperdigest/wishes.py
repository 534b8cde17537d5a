"""`Wishes` under the path that it had before `hyperdigest.constraints`."""

from hyperdigest.constraints import Wishes

__all__ = ["Wishes"]
