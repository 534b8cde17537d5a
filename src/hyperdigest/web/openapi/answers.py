"""What the API answers, as schemas."""

from __future__ import annotations

from typing import Any

from hyperdigest.web.openapi.forms import array, listing, nullable, record

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}
OBJECT: dict[str, Any] = {"type": "object"}
ID: dict[str, Any] = {"type": "string", "pattern": "^[0-9a-f]{16}$"}

_SHARE = record({"id": COUNT, "label": TEXT, "share": NUMBER})
_SENTENCE = {
    "text": TEXT,
    "document": TEXT,
    "path": TEXT,
    "start": COUNT,
    "end": COUNT,
    "place": TEXT,
    "words": COUNT,
    "size": COUNT,
    "score": NUMBER,
    "gain": NUMBER,
    "topics": array(_SHARE),
}
_DIGEST = {
    "question": TEXT,
    "words": COUNT,
    "budget": COUNT,
    "unit": {"enum": ["words", "characters", "tokens"]},
    "used": COUNT,
    "languages": {"type": "object", "additionalProperties": COUNT},
    "doubt": {
        "type": "string",
        "description": "Why the documents may not answer the question; empty where they may.",
    },
    "signature": TEXT,
    "warnings": array(TEXT),
}
_WORD = {"const": "segment", "description": "What words are in languages without spaces."}
_COVERED = record({"text": TEXT, "document": TEXT, "place": TEXT, "chance": NUMBER})
_REASON = {
    "pinned": {"type": "boolean"},
    "step": COUNT,
    "relevance": NUMBER,
    "centrality": NUMBER,
    "gain_share": NUMBER,
    "coverage": NUMBER,
    "question_words": array(TEXT),
    "covers": array(_COVERED),
}
_DOCUMENT = {"number": COUNT, "name": TEXT, "path": TEXT, "title": TEXT, "format": TEXT}
_TOPIC = {
    "id": COUNT,
    "words": array(TEXT),
    "weight": NUMBER,
    "share": NUMBER,
    "sentences": COUNT,
    "documents": COUNT,
}
_PROGRESS = {
    "stage": TEXT,
    "done": COUNT,
    "total": COUNT,
    "seconds_left": nullable(NUMBER),
}

ANSWERS: dict[str, Any] = {
    "Error": record({"error": record({"message": TEXT, "status": COUNT})}),
    "Collection": record(
        {
            "id": ID,
            "name": TEXT,
            "status": {"enum": ["waiting", "reading", "fitting", "ready", "failed"]},
            "progress": nullable(record(_PROGRESS)),
            "summary": TEXT,
            "documents": COUNT,
            "error": TEXT,
            "news": TEXT,
            "warnings": array(TEXT),
        }
    ),
    "Collections": listing("collections", "Collection"),
    "Sentence": record(_SENTENCE, page=COUNT),
    "Digest": record(
        {
            **_DIGEST,
            "certificate": record(
                {"value": NUMBER, "bound": NUMBER, "ratio": NUMBER}, budget=COUNT
            ),
            "sentences": array({"$ref": "#/components/schemas/Sentence"}),
        },
        wishes=OBJECT,
        word=_WORD,
    ),
    "Explanation": record(
        {
            **_DIGEST,
            "sentences": array(record({**_SENTENCE, **_REASON}, page=COUNT)),
            "runners_up": array(record({**_SENTENCE, "missing": COUNT}, page=COUNT)),
        },
        wishes=OBJECT,
        word=_WORD,
    ),
    "Documents": record(
        {
            "documents": array(
                record({**_DOCUMENT, "characters": COUNT, "pages": COUNT, "sentences": COUNT})
            )
        }
    ),
    "Document": record(
        {**_DOCUMENT, "pages": array(COUNT), "text": TEXT, "sentences": array(array(COUNT))}
    ),
    "Topics": record({"topics": array(record(_TOPIC))}),
    "TopicsMap": record(
        {
            "order": TEXT,
            "documents": COUNT,
            "topics_in_all": COUNT,
            "topics": array(OBJECT),
            "rows": array(record({"shares": array(NUMBER)})),
        }
    ),
    "Neighbourhood": record(
        {
            "question": TEXT,
            "around": nullable(COUNT),
            "signature": TEXT,
            "vertices": array(OBJECT),
            "hyperedges": array(
                record({"members": array(record({"vertex": COUNT, "membership": NUMBER}))})
            ),
        }
    ),
    "History": record(
        {
            "questions": array(
                record({"question": TEXT, "words": COUNT, "query": TEXT, "time": NUMBER})
            )
        }
    ),
}
"""By name; more may be in an object than is named here."""
