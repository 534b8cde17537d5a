"""The digest as one JSON object: the exact slices, for programs."""

from __future__ import annotations

import json
import re
from typing import Any

from hyperdigest.documents import Citation, Digest
from hyperdigest.render.plain import UNSAFE


def render_json(digest: Digest) -> str:
    """The digest as one JSON object, without a final newline.

    Numbers have 6 significant digits. Characters that cannot be written as UTF-8 or that would
    steer a terminal are escaped, so that what is read back is the exact text.
    """
    certificate = digest.certificate
    content = {
        "question": digest.question,
        "words": digest.words,
        "budget": digest.budget,
        "signature": digest.signature,
        "warnings": list(digest.warnings),
        "certificate": {
            "value": _short(certificate.value),
            "bound": _short(certificate.bound),
            "ratio": _short(certificate.ratio),
        },
        "sentences": [_sentence(sentence) for sentence in digest.sentences],
    }
    return UNSAFE.sub(_escape, json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2))


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
