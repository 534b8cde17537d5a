"""The data that all stages share: documents and their sentences."""

from hyperdigest.documents.document import SLIDE_FORMATS, Document, step_number
from hyperdigest.documents.fingerprints import (
    LEFT_OUT,
    beginning,
    corpus_hash,
    fingerprint,
    hash_of_texts,
)
from hyperdigest.documents.parts import (
    BLOCK_KINDS,
    DEEPEST_LEVEL,
    POST_KINDS,
    Block,
    BlockKind,
    Place,
    Post,
    PostKind,
    RecognizedLine,
)
from hyperdigest.documents.sentences import (
    FORMS,
    SENTENCE_KINDS,
    Form,
    SentenceKind,
    Sentences,
)

__all__ = [
    "BLOCK_KINDS",
    "DEEPEST_LEVEL",
    "FORMS",
    "LEFT_OUT",
    "POST_KINDS",
    "SENTENCE_KINDS",
    "SLIDE_FORMATS",
    "Block",
    "BlockKind",
    "Document",
    "Form",
    "Place",
    "Post",
    "PostKind",
    "RecognizedLine",
    "SentenceKind",
    "Sentences",
    "beginning",
    "corpus_hash",
    "fingerprint",
    "hash_of_texts",
    "step_number",
]
