"""All options: each with its name, symbol in the paper, range, and value in both presets.

`Options` has the values for one question. They come from Python, the command line and TOML files,
by name or by symbol.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from hyperdigest.errors import OptionError

_short = reprlib.Repr()
"""Shortens values in messages of errors."""
_short.maxstring = _short.maxother = 80

Unit = Literal["words", "characters", "tokens"]
UNITS: tuple[Unit, ...] = get_args(Unit)
"""The units of a budget; the option that sets a budget has the name of its unit."""


def one_budget(values: Mapping[str, Any]) -> Unit | None:
    """The unit of the budget that options by name set, if they do.

    Raises OptionError if they set two budgets.
    """
    units = [unit for unit in UNITS if values.get(unit)]
    if len(units) > 1:
        given = " and ".join(f"{unit} {values[unit]}" for unit in units)
        raise OptionError(f"{given} are two budgets, and a digest has one: leave out one of them")
    return units[0] if units else None


def overridden(values: Mapping[str, Any], by: Mapping[str, Any]) -> dict[str, Any]:
    """`values` updated with those of `by`; a budget replaces one in another unit."""
    if one_budget(by):
        values = {name: value for name, value in values.items() if name not in UNITS}
    return {**values, **by}


def measured(number: int, unit: Unit) -> str:
    """`number` with the unit: ``1 word``, ``2 words``."""
    return f"{number} {unit.removesuffix('s') if number == 1 else unit}"


Stage = Literal["split", "topics", "hypergraph", "evidence", "relevance", "selection", "digest"]
FITTED_STAGES: tuple[Stage, ...] = ("split", "topics")
"""The stages whose options are fixed when a collection is fitted."""

LARGEST = 1e9
"""The largest value of an option without an upper bound."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """The definition of an option.

    Parameters
    ----------
    default, paper : its value in each preset.
    low, high : its range; `open_low` and `open_high` are whether a bound is excluded.
    function : whether its value may be a function.
    """

    name: str
    type: Any
    stage: Stage
    default: Any
    paper: Any
    help: str
    symbol: str = ""
    section: str = ""
    low: float = 0.0
    high: float = LARGEST
    open_low: bool = False
    open_high: bool = False
    function: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of an option that is one of a few words; empty for other options."""
        return get_args(self.type)

    @property
    def interval(self) -> str:
        """The range in mathematical notation, e.g. ``[0, 1)``."""
        left = "(" if self.open_low else "["
        right = ")" if self.open_high else "]"
        low, high = (f"{x}" if isinstance(x, int) else f"{x:g}" for x in (self.low, self.high))
        return f"{left}{low}, {high}{right}"

    def check(self, value: Any) -> Any:
        """`value` in the option's type; raises OptionError if it is not allowed."""
        if self.function and callable(value):
            return value
        if self.choices:
            if value not in self.choices:
                raise self._error(value, f"choose one of {', '.join(self.choices)}")
            return value
        if self.type is bool or self.type is str:
            if not isinstance(value, self.type):
                raise self._error(
                    value, "give a text" if self.type is str else "give true or false"
                )
            return value
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not (
            (self.low < value if self.open_low else self.low <= value)
            and (value < self.high if self.open_high else value <= self.high)
        ):
            raise self._error(value, f"give a number in {self.interval}")
        if self.type is int and value != int(value):
            raise self._error(value, f"give a whole number in {self.interval}")
        return self.type(value)

    def _error(self, value: Any, advice: str) -> OptionError:
        return OptionError(f"option {self.name} is {_short.repr(value)}: {advice}")


def parameter(stage: Stage, default: Any, help: str, *, paper: Any = None, **others: Any) -> Any:
    """The dataclass field of an option; `paper` is its value in that preset if it differs.

    `others` are further fields of `Parameter`, by name.
    """
    values = {"default": default, "paper": default if paper is None else paper}
    return field(default=default, metadata={"stage": stage, **values, "help": help, **others})


_split, _topics, _edges, _evidence, _relevance, _selection, _digest = (
    partial(parameter, stage) for stage in get_args(Stage)
)
"""Functions that make the field of an option of each stage."""

PresetName = Literal["default", "paper"]
PRESETS: tuple[PresetName, ...] = get_args(PresetName)

LARGEST_FILE = 1 << 20
"""The largest file of options, in bytes."""

AUTO = "auto"
"""The value of the option `language` by which the language of each document is detected."""

ADDED_SWEEPS = 50
"""Gibbs sweeps over the tokens of documents that are added to a collection."""


@dataclass(frozen=True)
class Options:
    """The values of all options, checked when made; the defaults are the preset ``default``."""

    language: str = _split(
        AUTO, "language of stop words and stemmer (ISO 639-1); auto detects that of each document",
        section="4.1",
    )  # fmt: skip
    splitter: str = _split(
        "", "plugin that splits documents into sentences; none: the built-in splitter"
    )

    seed: int = _topics(0, "seed of the sampler", high=2**63 - 1)
    sweeps: int = _topics(200, "Gibbs sweeps of each chain", paper=1000, low=1, high=10**6)
    chains: int = _topics(
        1, "independent chains of the sampler, each with its own samples", low=1, high=1000
    )
    sentence_concentration: float = _topics(
        0.75, "variability of topics in a sentence", symbol="alpha", section="4.2", open_low=True
    )
    document_concentration: float = _topics(
        1.5, "variability of topics in a document", symbol="beta", section="4.2", open_low=True
    )
    corpus_concentration: float = _topics(
        7.0, "variability of topics in the corpus", symbol="gamma", section="4.2", open_low=True
    )
    term_concentration: float = _topics(
        50.0, "prior mass of a topic's term distribution", paper=0.5, symbol="zeta", section="4.2",
        open_low=True,
    )  # fmt: skip
    term_prior: Literal["total", "each"] = _topics(
        "total", "zeta is the total mass (the paper) or the mass of each term (Teh et al.)"
    )
    resample_concentrations: bool = _topics(
        False, "resample alpha, beta and gamma after a quarter of the sweeps"
    )

    samples: int = _edges(
        3, "posterior samples of the topics; 0: only the most likely one", paper=0
    )
    topic_share: float = _edges(
        0.1, "share of topic hyperedges; those of terms have the rest", paper=1.0, high=1.0
    )
    hyperedges: str = _edges("", "plugin that adds hyperedges to those of topics and terms")
    hyperedge_share: float = _edges(
        0.1, "share of the hyperedges of a plugin, if one is named", high=1.0, open_high=True
    )

    asking_weight: float = _evidence(
        0.2, "weight of words that only ask, such as `describe`", paper=1.0, open_low=True, high=1.0
    )
    light_weight: float = _evidence(
        0.8, "weight of words that say little: `come`, or `river` in `which river`",
        paper=1.0, open_low=True, high=1.0,
    )  # fmt: skip
    topic_evidence: float = _evidence(
        0.1, "weight of the topics of the question's terms", paper=1.0
    )
    word_evidence: float = _evidence(1.0, "weight of BM25 of sentence and question", paper=0.0)
    related_evidence: float = _evidence(
        1.0, "weight of BM25 of terms that are spelt similarly to one of the question", paper=0.0
    )
    written_evidence: float = _evidence(
        1.0, "weight of options, paths and names of code that a sentence has as written", paper=0.0
    )
    coverage_evidence: float = _evidence(
        0.5, "weight of the share of the question in the passage around a sentence", paper=0.0
    )
    passage_evidence: float = _evidence(
        0.5, "weight of BM25 of the passage around a sentence", paper=0.0
    )
    neighbour_evidence: float = _evidence(
        0.2, "weight of BM25 of the sentences before and after", paper=0.0
    )
    heading_evidence: float = _evidence(
        0.3,
        "weight of BM25 of the heading or FAQ question above a sentence, and of the title",
        paper=0.0,
    )
    document_evidence: float = _evidence(
        0.5, "weight of BM25 of the sentence's document", paper=0.0
    )
    embedding_model: str = _evidence(
        "", "plugin, or folder of a sentence-transformers model, for evidence from embeddings"
    )
    embedding_evidence: float = _evidence(
        0.7, "weight of the embeddings of sentence and passage, if a model is named"
    )

    incomplete_weight: float = _evidence(
        0.85, "factor of the evidence for a sentence that may be incomplete", paper=1.0,
        high=1.0,
    )  # fmt: skip
    post_weight: float = _evidence(
        0.5, "how much votes, acceptance, author and position of a post change its evidence",
        paper=0.0, high=1.0,
    )  # fmt: skip
    lead_in_share: float = _evidence(
        1.0,
        "share of the evidence for a lead-in, header, term or question that what it introduces has",
        paper=0.0, high=1.0,
    )  # fmt: skip
    sharpening: float = _evidence(
        8.0, "how much more the best sentences count if few match the question well", paper=0.0
    )

    query_balance: float = _relevance(
        0.6, "weight of the walk, less where a passage stands out; the question has the rest",
        paper=0.75, symbol="lambda", section="4.4.1", high=1.0,
    )  # fmt: skip
    damping: float = _relevance(
        0.99, "damping factor of the walk", symbol="mu", section="4.4.1", high=1.0, open_high=True
    )
    exact_walk: bool = _relevance(
        False, "compute the walk to rounding errors; else nearly, in a few steps", paper=True
    )

    concentration: float = _relevance(
        1.0, "how much more the passages count that stand out for the question", paper=0.0
    )
    second_hop: float = _relevance(
        5.0, "how much more sentences count that the best ones lead to by a title or rare terms",
        paper=0.0,
    )  # fmt: skip
    corroboration: float = _relevance(
        0.0, "how much more a sentence counts for each doubling of the sources that agree"
    )

    coverage_balance: float = _selection(
        0.0, "weight of topical coverage; relevance has the rest", paper=0.35, symbol="nu",
        section="4.4.2", high=1.0,
    )  # fmt: skip
    saturation: float = _selection(
        0.25, "how fast repeated terms lose relevance; 0: not at all", paper=0.0
    )
    known_weight: float = _selection(
        0.1,
        "how far known documents count as already quoted, if only what is new is asked for",
        high=1.0,
    )
    cost_exponent: float = _selection(
        0.3, "a sentence's cost is its length to this power", paper=1.0, symbol="r", high=2.0
    )
    least_share: float = _selection(
        0.3, "stop if the best gain per cost of the sentences that fit is below this share of that"
        " of the sentences that are too long", paper=0.0, high=1.0,
    )  # fmt: skip
    shortest: int = _selection(5, "fewest words of an eligible sentence of prose", paper=1, low=1)
    any_form: bool = _selection(
        False, "pick headings, questions, bylines, fragments and repeats too", paper=True
    )
    prose_only: bool = _selection(
        False, "pick no parts of lists and tables, code or definitions, unless they are prose"
    )
    context: bool = _selection(
        True, "quote before a sentence what it needs to be understood, such as its lead-in",
        paper=False,
    )  # fmt: skip
    enough: bool = _selection(
        True, "quote only passages that stand out, if the question is concentrated on a few",
        paper=False,
    )  # fmt: skip
    exact: bool = _selection(False, "select the optimal sentences by integer programming")
    time_limit: float = _selection(
        60.0, "time limit of the exact selection in seconds", open_low=True
    )

    words: int = _digest(250, "most words of the digest", symbol="L", low=1)
    characters: int = _digest(0, "most characters of its sentences, instead of words; 0: words")
    tokens: int = _digest(0, "most tokens of its sentences, instead of words; 0: words")
    tokenizer: str = _digest(
        "", "file tokenizer.json, folder with one, or plugin, that counts tokens; in Python also a"
        " function",
        function=True,
    )  # fmt: skip
    focus: int = _digest(0, "search only the N best-matching documents; 0: all")
    whole: bool = _digest(
        False, "read all of a large saved collection, not only the documents with its best-matching"
        " sentences",
        paper=True,
    )  # fmt: skip
    order: Literal["answer", "source", "reading", "score", "date"] = _digest(
        "answer",
        "order of the sentences: the most relevant one, then the rest of its source, then the other"
        " sources, the most relevant first (answer); by source, the most relevant first; in reading"
        " order; by score; or by date, the oldest first",
        paper="reading",
    )  # fmt: skip

    def __post_init__(self) -> None:
        self._set(vars(self))

    def _set(self, values: Mapping[str, Any]) -> None:
        """Set options by name, before anyone else has this object."""
        for name, value in values.items():
            object.__setattr__(self, name, PARAMETERS[name].check(value))
        one_budget({"characters": self.characters, "tokens": self.tokens})
        if self.tokens and not self.tokenizer:
            raise OptionError(
                f"option tokens is {self.tokens}, but no tokenizer is named: name one"
            )

    @classmethod
    def preset(cls, name: str = "default", **changes: Any) -> Options:
        """The options of a preset, with `changes` by name."""
        check_preset(name)
        return cls(**_preset_values(name)).changed(**changes)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Options:
        """The options with `values` by name, the others as in the preset ``default``."""
        check_known(values)
        return cls(**values)

    def changed(self, **changes: Any) -> Options:
        """These options with `changes` by name; a budget replaces one in another unit."""
        if not changes:
            return self
        reset = {"characters": 0, "tokens": 0} if one_budget(changes) else {}
        check_known(changes)
        changed = copy(self)
        changed._set(reset | changes)
        return changed

    @property
    def unit(self) -> Unit:
        """The unit of the budget."""
        return "tokens" if self.tokens else "characters" if self.characters else "words"

    @property
    def budget(self) -> int:
        """The most that the sentences of a digest may have together, in its unit."""
        return self.tokens or self.characters or self.words

    def stage(self, *stages: Stage) -> dict[str, Any]:
        """The values of the options that belong to `stages`, by name."""
        return {p.name: getattr(self, p.name) for p in PARAMETERS.values() if p.stage in stages}

    @property
    def preset_name(self) -> str:
        """The preset from which the fewest of these options differ."""
        return min(PRESETS, key=lambda name: len(self.differences(name)))

    def differences(self, preset: str) -> dict[str, Any]:
        """The options whose values differ from those of `preset`."""
        usual = _preset_values(preset)
        return {name: value for name, value in vars(self).items() if value != usual[name]}


@cache
def _preset_values(preset: str) -> dict[str, Any]:
    """The values of all options in a preset, by name."""
    return {p.name: p.paper if preset == "paper" else p.default for p in PARAMETERS.values()}


def check_preset(name: Any) -> None:
    """Raise OptionError if there is no preset of this name."""
    if name not in PRESETS:
        raise OptionError(f"preset is {_short.repr(name)}: choose one of {', '.join(PRESETS)}")


def check_known(names: Iterable[str], source: str = "") -> None:
    """Raise OptionError, with `source` before its message, if no option has one of the names."""
    for name in names:
        if name not in PARAMETERS:
            known = ", ".join(PARAMETERS)
            raise OptionError(f"{source}unknown option {name!r}: choose from {known}")


PARAMETERS: dict[str, Parameter] = {
    option.name: Parameter(option.name, kind, **option.metadata)
    for option, kind in zip(fields(Options), get_type_hints(Options).values(), strict=True)
}


def named_options(values: Mapping[str, Any], source: str = "") -> dict[str, Any]:
    """`values` by name; they may be given by symbol or with hyphens, and include ``preset``.

    `source` is where they come from; messages of errors begin with it. Raises OptionError if an
    option is unknown or given twice.
    """
    names = {p.symbol: p.name for p in PARAMETERS.values() if p.symbol}
    given: dict[str, Any] = {}
    for key, value in values.items():
        name = names.get(key, key.replace("-", "_"))
        if name in given:
            raise OptionError(f"{source}sets {name} twice, once as {key!r}: leave out one of them")
        given[name] = value
    before = f"{source.strip()}: " if source else ""
    check_known((name for name in given if name != "preset"), before)
    return given


def read_toml(path: str | Path) -> dict[str, Any]:
    """The options set in a TOML file, by name; ``preset`` may be among them.

    Raises OptionError if the file cannot be read, is too large or not TOML, or sets an option that
    is unknown, or one twice.
    """
    import tomllib

    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise OptionError(f"{path} is larger than {LARGEST_FILE >> 20} MB: name a TOML file")
        values = tomllib.loads(content.decode())
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path} is not TOML: {error}") from error
    return named_options(values, f"{path} ")
