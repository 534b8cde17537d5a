"""The options of a digest: each once, with its range, and its value in each preset."""

from hyperdigest.options.named import named_options
from hyperdigest.options.parameter import Parameter, Stage
from hyperdigest.options.values import (
    ADDED_SWEEPS,
    AUTO,
    PARAMETERS,
    PRESETS,
    Options,
    PresetName,
)

__all__ = [
    "ADDED_SWEEPS",
    "AUTO",
    "PARAMETERS",
    "PRESETS",
    "Options",
    "Parameter",
    "PresetName",
    "Stage",
    "named_options",
]
