"""Every parameter once: name, symbol in the paper, range, and value in each preset."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from hyperdigest.budget.units import Unit, one_budget
from hyperdigest.errors import OptionError
from hyperdigest.parameter import LARGEST, Parameter, Stage

PresetName = Literal["default", "paper"]
PRESETS: tuple[PresetName, ...] = get_args(PresetName)


def _parameter(
    default: Any,
    help: str,
    *,
    stage: Stage,
    paper: Any = None,
    symbol: str = "",
    section: str = "",
    low: float = 0.0,
    high: float = LARGEST,
    open_low: bool = False,
    open_high: bool = False,
    function: bool = False,
) -> Any:
    about = {
        "stage": stage,
        "default": default,
        "paper": default if paper is None else paper,
        "symbol": symbol,
        "section": section,
        "low": low,
        "high": high,
        "open_low": open_low,
        "open_high": open_high,
        "function": function,
        "help": help,
    }
    return field(default=default, metadata=about)


@dataclass(frozen=True)
class Options:
    """All parameters, checked when made; the values written here are the preset ``default``."""

    language: str = _parameter(
        "en", "language of stop words and stemmer (ISO 639-1)", stage="split", section="4.1"
    )
    splitter: str = _parameter(
        "", "plugin that cuts documents into sentences; none: the splitter built in", stage="split"
    )

    seed: int = _parameter(0, "seed of the sampler", stage="topics", high=2**63 - 1)
    sweeps: int = _parameter(200, "Gibbs sweeps of each chain", stage="topics", low=1, high=10**6)
    chains: int = _parameter(
        1, "independent chains, each with its samples", stage="topics", low=1, high=1000
    )
    sentence_concentration: float = _parameter(
        0.75, "variability of topics in a sentence", stage="topics", symbol="alpha", section="4.2",
        open_low=True,
    )  # fmt: skip
    document_concentration: float = _parameter(
        1.5, "variability of topics in a document", stage="topics", symbol="beta", section="4.2",
        open_low=True,
    )  # fmt: skip
    corpus_concentration: float = _parameter(
        7.0, "variability of topics in the corpus", stage="topics", symbol="gamma", section="4.2",
        open_low=True,
    )  # fmt: skip
    term_concentration: float = _parameter(
        50.0, "prior mass of a topic's term distribution", stage="topics", symbol="zeta", paper=0.5,
        section="4.2", open_low=True,
    )  # fmt: skip
    term_prior: Literal["total", "each"] = _parameter(
        "total", "zeta is the total mass (the paper) or the mass of each term (Teh et al.)",
        stage="topics",
    )  # fmt: skip
    resample_concentrations: bool = _parameter(
        False, "resample alpha, beta and gamma after a quarter of the sweeps", stage="topics"
    )

    samples: int = _parameter(
        3, "posterior samples stacked; 0 takes the single most likely one", stage="hypergraph",
        paper=0,
    )  # fmt: skip
    topic_share: float = _parameter(
        0.1, "weight of topic hyperedges beside those of terms", stage="hypergraph", paper=1.0,
        high=1.0,
    )  # fmt: skip
    hyperedges: str = _parameter(
        "", "plugin that adds hyperedges beside topics and terms", stage="hypergraph"
    )
    hyperedge_share: float = _parameter(
        0.1, "weight of the hyperedges of a plugin, where one is named", stage="hypergraph",
        high=1.0, open_high=True,
    )  # fmt: skip

    asking_weight: float = _parameter(
        0.2, "weight of words that only ask, as in `describe`", stage="evidence", paper=1.0,
        high=1.0, open_low=True,
    )  # fmt: skip
    topic_evidence: float = _parameter(
        0.2, "weight of the topics of the question's terms", stage="evidence", paper=1.0
    )
    word_evidence: float = _parameter(
        1.0, "weight of BM25 of sentence and question", stage="evidence", paper=0.0
    )
    document_evidence: float = _parameter(
        0.2, "weight of BM25 of the sentence's document", stage="evidence", paper=0.0
    )
    feedback_evidence: float = _parameter(
        0.7, "weight of BM25 with the question expanded (RM3)", stage="evidence", paper=0.0
    )
    length_evidence: float = _parameter(
        0.2, "weight of a sentence's length, up to 25 words", stage="evidence", paper=0.0
    )
    position_evidence: float = _parameter(
        0.1, "weight of an early place in the document", stage="evidence", paper=0.0
    )
    embedding_model: str = _parameter(
        "", "folder of a sentence-transformers model, a further source", stage="evidence"
    )
    embedding_evidence: float = _parameter(
        0.7, "weight of the cosine of embeddings, where a model is named", stage="evidence"
    )

    query_balance: float = _parameter(
        0.5, "weight of the walk against the question", stage="relevance", symbol="lambda",
        section="4.4.1", high=1.0, paper=0.75,
    )  # fmt: skip
    damping: float = _parameter(
        0.99, "damping factor of the walk", stage="relevance", symbol="mu", section="4.4.1",
        high=1.0, open_high=True,
    )  # fmt: skip

    coverage_balance: float = _parameter(
        0.0, "weight of coverage against relevance", stage="selection", symbol="nu",
        section="4.4.2", high=1.0, paper=0.35,
    )  # fmt: skip
    saturation: float = _parameter(
        0.5, "how fast relevance is used up by repetition; 0: never, and counted by the sentence",
        stage="selection", paper=0.0,
    )  # fmt: skip
    cost_exponent: float = _parameter(
        1.0, "a sentence's cost is its length to this power", stage="selection", symbol="r",
        high=2.0,
    )  # fmt: skip
    linking_reward: float = _parameter(
        2.0, "weight of the share of articles and prepositions, which whole statements are rich in",
        stage="selection", paper=0.0, high=100.0,
    )  # fmt: skip
    speech_penalty: float = _parameter(
        3.0, "weight against the share of I, we and you, as in conversation", stage="selection",
        paper=0.0, high=100.0,
    )  # fmt: skip
    pointing_penalty: float = _parameter(
        0.1, "weight against a first word that points back, as This or However",
        stage="selection", paper=0.0, high=100.0,
    )  # fmt: skip
    shortest: int = _parameter(
        5, "fewest words of a sentence that may be picked", stage="selection", paper=1, low=1
    )
    prose_only: bool = _parameter(
        True, "pick no headings, questions, bylines, list stubs, tables, code or repeats",
        stage="selection", paper=False,
    )  # fmt: skip
    exact: bool = _parameter(False, "solve the selection to its optimum", stage="selection")
    time_limit: float = _parameter(
        60.0, "seconds the exact selection may take", stage="selection", open_low=True
    )

    words: int = _parameter(250, "most words of the digest", stage="digest", symbol="L", low=1)
    characters: int = _parameter(
        0, "most characters of its sentences, in place of words; 0: words count", stage="digest"
    )
    tokens: int = _parameter(
        0, "most tokens of its sentences, in place of words; 0: words count", stage="digest"
    )
    tokenizer: str = _parameter(
        "", "file tokenizer.json, or folder with one, that tells tokens; in Python a function too",
        stage="digest", function=True,
    )  # fmt: skip
    focus: int = _parameter(
        0, "look into so many documents alone, those that match the question best; 0: into all",
        stage="digest",
    )  # fmt: skip
    order: Literal["reading", "score"] = _parameter(
        "reading", "order in which the sentences are shown", stage="digest"
    )

    def __post_init__(self) -> None:
        for parameter in PARAMETERS.values():
            value = parameter.check(getattr(self, parameter.name))
            object.__setattr__(self, parameter.name, value)
        one_budget({"characters": self.characters, "tokens": self.tokens})
        if self.tokens and not self.tokenizer:
            raise OptionError(
                f"option tokens is {self.tokens}, but no tokenizer is named: name one"
            )

    @classmethod
    def preset(cls, name: str = "default", **changes: Any) -> Options:
        """The options of a preset, with `changes` by name; those given set one budget at most."""
        if name not in PRESETS:
            raise OptionError(f"preset is {name!r}: choose one of {', '.join(PRESETS)}")
        values = {p.name: p.paper if name == "paper" else p.default for p in PARAMETERS.values()}
        return cls(**values).changed(**changes)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Options:
        """The options of these values, the others as in the preset ``default``."""
        return cls(**_known(dict(values)))

    def changed(self, **changes: Any) -> Options:
        """These options with `changes` by name; a budget takes the place of that in other units."""
        reset = {"characters": 0, "tokens": 0} if one_budget(changes) else {}
        return replace(self, **reset | _known(changes))

    @property
    def unit(self) -> Unit:
        """What the budget counts."""
        return "tokens" if self.tokens else "characters" if self.characters else "words"

    @property
    def budget(self) -> int:
        """The most that the sentences of a digest may have together, in the unit."""
        return self.tokens or self.characters or self.words

    @property
    def room(self) -> int:
        """What of the budget the sentences may take: all but the tokens around the whole text.

        Raises
        ------
        OptionError
            where the tokenizer is not on this machine.
        """
        if not self.tokens:
            return self.budget
        from hyperdigest.budget.tokens import room

        return room(self.tokens, self.tokenizer)

    def stage(self, *stages: Stage) -> dict[str, Any]:
        """The values of the options that belong to `stages`, by name."""
        return {p.name: getattr(self, p.name) for p in PARAMETERS.values() if p.stage in stages}

    @property
    def preset_name(self) -> str:
        """The preset these options are nearest to."""
        return min(PRESETS, key=lambda name: len(self.differences(name)))

    def differences(self, preset: str) -> dict[str, Any]:
        """The options whose values differ from those of `preset`."""
        return {
            p.name: getattr(self, p.name)
            for p in PARAMETERS.values()
            if getattr(self, p.name) != (p.paper if preset == "paper" else p.default)
        }


def _known(changes: dict[str, Any]) -> dict[str, Any]:
    for name in changes:
        if name not in PARAMETERS:
            raise OptionError(f"unknown option {name!r}: choose from {', '.join(PARAMETERS)}")
    return changes


def _parameters() -> dict[str, Parameter]:
    types = get_type_hints(Options)
    return {f.name: Parameter(f.name, types[f.name], **f.metadata) for f in fields(Options)}


PARAMETERS: dict[str, Parameter] = _parameters()


def read_toml(path: str | Path) -> dict[str, Any]:
    """The options set in a TOML file, by name or symbol; ``preset`` may be among them.

    Raises
    ------
    OptionError
        where the file cannot be read, is not TOML, or names an option that is unknown or twice.
    """
    try:
        values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path} is not TOML: {error}") from error
    return named_options(values, f"{path} ")


def named_options(values: Mapping[str, Any], source: str = "") -> dict[str, Any]:
    """`values` by name; they may go by symbol or with hyphens, and ``preset`` may be among them.

    Parameters
    ----------
    source : where they stand, the beginning of the message of an error.

    Raises
    ------
    OptionError
        where an option is unknown or given twice.
    """
    names = {p.symbol: p.name for p in PARAMETERS.values() if p.symbol}
    given: dict[str, Any] = {}
    for key, value in values.items():
        name = names.get(key, key.replace("-", "_"))
        if name in given:
            raise OptionError(f"{source}sets {name} twice, once as {key!r}: leave one of them out")
        given[name] = value
    _known({name: value for name, value in given.items() if name != "preset"})
    return given
