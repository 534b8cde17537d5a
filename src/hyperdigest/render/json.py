"""Results as one JSON object each: the exact slices, for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from hyperdigest.documents import Citation, Digest, Topic
from hyperdigest.render.plain import UNSAFE

if TYPE_CHECKING:
    from hyperdigest.explain import Explanation


def render_json(digest: Digest) -> str:
    """The digest as one JSON object, without a final newline.

    Numbers have 6 significant digits. Characters that cannot be written as UTF-8 or that would
    steer a terminal are escaped, so that what is read back is the exact text.
    """
    return dumped(_digest(digest))


def render_json_line(digest: Digest) -> str:
    """The same object on one line."""
    return dumped(_digest(digest), indent=None)


def _digest(digest: Digest) -> dict[str, Any]:
    certificate = digest.certificate
    shorter = 0 < certificate.budget < digest.budget
    return {
        **_head(digest),
        "certificate": {
            "value": _short(certificate.value),
            "bound": _short(certificate.bound),
            "ratio": _short(certificate.ratio),
            **({"budget": certificate.budget} if shorter else {}),
        },
        "sentences": [_sentence(sentence) for sentence in digest.sentences],
    }


def _head(told: Digest | Explanation) -> dict[str, Any]:
    wishes = {"wishes": told.wishes.told()} if told.wishes else {}
    return {
        "question": told.question,
        **wishes,
        "words": told.words,
        "budget": told.budget,
        "unit": told.unit,
        "used": told.used,
        **({"word": "segment"} if told.segments else {}),
        "languages": dict(told.languages),
        "doubt": told.doubt,
        "signature": told.signature,
        "warnings": list(told.warnings),
    }


def render_explanation_json(explanation: Explanation) -> str:
    """The explanation as one JSON object; its sentences are those of the digest, in full."""
    content = {
        **_head(explanation),
        "sentences": [
            _sentence(reason.citation) | _shortened(asdict(reason), without="citation")
            for reason in explanation.reasons
        ],
        "runners_up": [
            _sentence(runner.citation) | {"missing": runner.missing}
            for runner in explanation.runners_up
        ],
    }
    return dumped(content)


def render_topics_json(topics: Sequence[Topic]) -> str:
    """The topics as one JSON object."""
    return dumped({"topics": [_shortened(asdict(topic)) for topic in topics]})


def dumped(content: Any, indent: int | None = 2) -> str:
    """JSON of finite numbers; what cannot be written as UTF-8 or would steer a terminal escaped.

    Without an `indent` it is on one line.
    """
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=indent)
    return UNSAFE.sub(_escape, text)


def _shortened(fields: dict[str, Any], without: str = "") -> dict[str, Any]:
    return {name: _shorten(value) for name, value in fields.items() if name != without}


def _shorten(value: Any) -> Any:
    if isinstance(value, float):
        return _short(value)
    if isinstance(value, dict):
        return _shortened(value)
    return [_shorten(item) for item in value] if isinstance(value, list | tuple) else value


def _sentence(sentence: Citation) -> dict[str, Any]:
    page = {} if sentence.page is None else {"page": sentence.page}
    return {
        "text": sentence.text,
        "document": sentence.document,
        "path": sentence.path,
        "start": sentence.start,
        "end": sentence.end,
        **page,
        "place": sentence.place,
        "words": sentence.words,
        "size": sentence.size,
        "score": _short(sentence.score),
        "gain": _short(sentence.gain),
        "topics": [
            {"id": topic.id, "label": topic.label, "share": _short(topic.share)}
            for topic in sentence.topics
        ],
    }


def _short(number: float) -> float:
    return float(f"{number:.6g}")


def _escape(match: re.Match[str]) -> str:
    return match[0] if match[0] == "\n" else f"\\u{ord(match[0]):04x}"
