"""A question: its text, its constraints, and the options that it sets.

The command line, the app, the HTTP API, MCP, batches and Python all make a `Question` of their
input, and a model answers nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.errors import OptionError
from hyperdigest.options import FITTED_STAGES, PARAMETERS, Options, check_preset


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a collection.

    Parameters
    ----------
    preset : the preset of the options that `changes` do not name; None for the collection's own
        options.
    changes : options by name, sorted.

    Raises
    ------
    OptionError
        if the text is empty, or there is no such preset.
    """

    text: str
    constraints: Constraints = NO_CONSTRAINTS
    preset: str | None = None
    changes: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        check_text(self.text)
        if self.preset is not None:
            check_preset(self.preset)

    @classmethod
    def of(
        cls,
        text: str,
        constraints: Constraints = NO_CONSTRAINTS,
        preset: str | None = None,
        changes: Mapping[str, Any] | None = None,
    ) -> Question:
        """The question with `changes` as a mapping of option names to values."""
        return cls(text, constraints, preset, tuple(sorted((changes or {}).items())))

    @property
    def texts(self) -> tuple[str, ...]:
        """This question, and those asked before it, oldest first."""
        return (self.text, *self.constraints.earlier)

    def fitting_options(self) -> Options:
        """The options to fit documents with that are read only for this question.

        Raises OptionError if an option is unknown or out of its range.
        """
        return Options.preset(self.preset or "default", **dict(self.changes))

    def options(self, fitted: Options, n_samples: int) -> Options:
        """The options of this question to a model; see `question_options`."""
        return question_options(fitted, n_samples, self.preset, dict(self.changes))


def check_text(text: Any) -> None:
    """Raise OptionError unless `text` is a text that is not blank."""
    if not isinstance(text, str):
        raise OptionError(f"the question is {text!r}: give a text")
    if not text.strip():
        raise OptionError(f"the question is empty ({text!r}): ask something")


def question_options(
    fitted: Options, n_samples: int, preset: str | None, changes: Mapping[str, Any]
) -> Options:
    """The options of a model or of a preset, with changes; those of the topics cannot change.

    Parameters
    ----------
    fitted : the options that the model was fitted with.
    n_samples : how many samples of the sampler the model has.

    Raises
    ------
    OptionError
        if an option is unknown, out of its range, or was fixed when the topics were fitted.
    """
    fixed = fitted.stage(*FITTED_STAGES)
    for name in fixed.keys() & changes.keys():
        if PARAMETERS[name].check(changes[name]) != fixed[name]:
            raise OptionError(
                f"option {name} is {changes[name]!r}, but the topics were fitted with"
                f" {fixed[name]!r}: fit the documents again to change it"
            )
    base = fitted if preset is None else Options.preset(preset, **fixed)
    options = base.changed(**changes)
    sampled = n_samples // options.chains
    if options.samples not in (0, sampled):
        raise OptionError(
            f"option samples is {options.samples}, but the fit has {sampled}: give {sampled} or 0,"
            " or fit the documents again"
        )
    return options
