"""The prior of a topic's terms: H = Dir(zeta / V, ..., zeta / V)."""

from __future__ import annotations

from typing import Literal, get_args

from hyperdigest.errors import OptionError

TermPrior = Literal["total", "each"]
"""Whether zeta is the total mass, as in the paper, or the mass of each term (Teh et al. 2006)."""


FLOOR = 1e-300
"""No weight of a topic is below this, so that a token always finds one."""


def prior_mass(term_concentration: float, n_terms: int, term_prior: TermPrior = "total") -> float:
    """The total mass of the prior over `n_terms` terms.

    Raises
    ------
    OptionError
        where `term_prior` is neither.
    """
    if term_prior not in get_args(TermPrior):
        raise OptionError(f"term_prior is {term_prior!r}: choose total or each")
    return term_concentration if term_prior == "total" else term_concentration * n_terms


def term_mass(term_concentration: float, n_terms: int, term_prior: TermPrior) -> float:
    """The mass of the prior on each term, as `prior_mass`, but never below `FLOOR`."""
    return max(prior_mass(term_concentration, n_terms, term_prior) / n_terms, FLOOR)
