"""What the API is asked, as schemas; those of options are made from the options themselves."""

from __future__ import annotations

from hyperdigest.budget.units import UNITS
from hyperdigest.options import AUTO, PARAMETERS, PRESETS, Parameter
from hyperdigest.render import formats
from hyperdigest.split.terms import LANGUAGES
from hyperdigest.web.asking import FIXED, OWNERS
from hyperdigest.web.given import LONGEST_NAME
from hyperdigest.web.openapi.forms import Schema, array, nullable, record
from hyperdigest.web.places import MOST
from hyperdigest.web.settings import Limits

PLACE: Schema = {
    "anyOf": [
        {"type": "string", "pattern": r"^(?!\s*:).+:[0-9]{1,12}$"},
        {
            "type": "array",
            "prefixItems": [{"type": "string", "minLength": 1}, {"type": "integer"}],
            "minItems": 2,
            "maxItems": 2,
        },
        {
            "type": "object",
            "properties": {
                "document": {"type": "string", "minLength": 1},
                "start": {"type": "integer"},
            },
            "required": ["document", "start"],
        },
    ]
}
"""A sentence: DOCUMENT:START, the two as a pair, or an object such as a sentence of a digest."""


_FILES = {"files": array({"type": "string", "contentMediaType": "application/octet-stream"})}


def requests(limits: Limits) -> dict[str, Schema]:
    """The bodies of requests, by name."""
    settable = [p for p in PARAMETERS.values() if p.name not in OWNERS]
    asking = _options([p for p in settable if p.stage not in FIXED], limits)
    fitting = _options(settable, limits)
    question = {"question": _question(limits)}
    wishes = {
        "pinned": _places("Sentences that must be in the digest."),
        "excluded": _places("Sentences that must not."),
        "read": _places("Sentences read already, as in an earlier digest."),
        "earlier": {**array(_question(limits)), "description": "Questions asked before."},
    }
    documents = {**array(_document()), "minItems": 1, "maxItems": limits.files}
    return {
        "Question": _closed(question, **wishes, **asking),
        "QuestionAround": _closed(question, around=nullable(PLACE), **wishes, **asking),
        "Export": _closed(question, format={"enum": list(formats())}, **wishes, **asking),
        "QuestionOnce": _closed({**question, "documents": documents}, **wishes, **fitting),
        "NewCollection": {
            "oneOf": [
                _closed({"documents": documents}, name=_name(), **fitting),
                _closed({"paths": _paths()}, name=_name(), **fitting),
            ]
        },
        "NewDocuments": {
            "oneOf": [_closed({"documents": documents}), _closed({"paths": _paths()})]
        },
        "Upload": record(_FILES, name={"type": "string"}, preset={"enum": list(PRESETS)}),
        "Files": _closed(_FILES),
    }


def option(parameter: Parameter, limits: Limits) -> Schema:
    """The values that a request may give an option."""
    about = {"description": parameter.help, "default": parameter.default}
    if parameter.choices:
        return {"enum": list(parameter.choices), **about}
    if parameter.name == "language":
        return {"enum": [AUTO, *sorted(LANGUAGES)], **about}
    if parameter.type in (bool, str):
        return {"type": "boolean" if parameter.type is bool else "string", **about}
    high = min(parameter.high, limits.words) if parameter.name in UNITS else parameter.high
    low = "exclusiveMinimum" if parameter.open_low else "minimum"
    top = "exclusiveMaximum" if parameter.open_high else "maximum"
    kind = "integer" if parameter.type is int else "number"
    return {"type": kind, low: parameter.low, top: high, **about}


def _options(parameters: list[Parameter], limits: Limits) -> dict[str, Schema]:
    """By name, and by symbol where there is one, of which only one may be given."""
    schemas = {"preset": nullable({"enum": list(PRESETS)})}
    for parameter in parameters:
        schema = option(parameter, limits)
        schemas[parameter.name] = nullable(schema)
        if parameter.symbol and parameter.symbol != parameter.name:
            also = {**schema, "description": f"The same as {parameter.name}."}
            schemas[parameter.symbol] = nullable(also)
    return schemas


def _closed(required: dict[str, Schema], **optional: Schema) -> Schema:
    return {**record(required, **optional), "additionalProperties": False}


def _question(limits: Limits) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": limits.question, "pattern": r"\S"}


def _places(about: str) -> Schema:
    return {**array(PLACE), "description": about}


def _document() -> Schema:
    word = {"type": "string", "maxLength": LONGEST_NAME}
    return _closed({"text": {"type": "string"}}, name=word, title=word)


def _name() -> Schema:
    return {"type": "string", "maxLength": LONGEST_NAME}


def _paths() -> Schema:
    return {
        **array({"type": "string", "minLength": 1}),
        "description": "Files and folders of the machine the app runs on, where it allows that.",
        "minItems": 1,
        "maxItems": MOST,
    }
