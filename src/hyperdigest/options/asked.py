"""The options a question is asked with: those of a model, changed within what they allow."""

from __future__ import annotations

from typing import Any

from hyperdigest.errors import OptionError
from hyperdigest.options.values import PARAMETERS, Options


def question_options(
    own: Options, n_samples: int, preset: str | None, changes: dict[str, Any]
) -> Options:
    """The options of a model or a preset's, with changes; what the topics rest on is fixed.

    Parameters
    ----------
    own : the options of the model.
    n_samples : how many samples of the sampler were kept.

    Raises
    ------
    OptionError
        where a parameter is unknown, out of its range, or was fixed when the topics were fitted.
    """
    fitted = own.stage("split", "topics")
    for name in fitted.keys() & changes.keys():
        if PARAMETERS[name].check(changes[name]) != fitted[name]:
            raise OptionError(
                f"option {name} is {changes[name]!r}, but the topics were fitted with"
                f" {fitted[name]!r}: fit the documents again to change it"
            )
    base = own if preset is None else Options.preset(preset, **fitted)
    options = base.changed(**changes)
    kept = n_samples // options.chains
    if options.samples not in (0, kept):
        raise OptionError(
            f"option samples is {options.samples}, but {kept} were kept when the topics were"
            f" fitted: give {kept} or 0, or fit the documents again"
        )
    return options
