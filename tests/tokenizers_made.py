"""Small tokenizers, trained on a few sentences with the library itself."""

from __future__ import annotations

from pathlib import Path

from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from bridge import TEXTS

BYTES = "bytes"
WORDS = "words"
WHOLE = "whole"
KINDS = (BYTES, WORDS, WHOLE)
"""BPE on bytes, as of GPT; words and their pieces, as of BERT; BPE across words, as of Llama."""


def trained(kind: str) -> Tokenizer:
    """A tokenizer of a few hundred tokens."""
    special = ["[UNK]", "[CLS]", "[SEP]"]
    if kind == WORDS:
        made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        made.pre_tokenizer = pre_tokenizers.Whitespace()
        trainer = trainers.WordPieceTrainer(
            vocab_size=300, special_tokens=special, show_progress=False
        )
    else:
        made = Tokenizer(models.BPE(unk_token="[UNK]"))
        alphabet = []
        if kind == BYTES:
            made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
            made.decoder = decoders.ByteLevel()
            alphabet = pre_tokenizers.ByteLevel.alphabet()
        else:
            made.normalizer = normalizers.Sequence(
                [normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")]
            )
        trainer = trainers.BpeTrainer(
            vocab_size=400, special_tokens=special, initial_alphabet=alphabet, show_progress=False
        )
    made.train_from_iterator([text + "\n" for text in TEXTS.values()], trainer)
    if kind == WORDS:
        ends = [(mark, special.index(mark)) for mark in ("[CLS]", "[SEP]")]
        made.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", None, ends)
    return made


def write_tokenizer(folder: Path, kind: str = BYTES) -> Path:
    """The file of a tokenizer, with settings on that a count must not heed."""
    made = trained(kind)
    made.enable_truncation(8)
    made.enable_padding(length=64)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "tokenizer.json"
    made.save(str(file))
    return file
