import hashlib
import re

import pytest

from bridge import bridge_model, documents
from hyperdigest import Options
from hyperdigest.answer.signature import digest_signature
from hyperdigest.base.versions import code_hash
from hyperdigest.documents import Document, corpus_hash

ONE = [Document("a.txt", "in/a.txt", "Some text.")]


def fields(options, held=ONE):
    name, *pairs = digest_signature(options, corpus_hash(held)).split("|")
    assert name == "hyperdigest"
    return dict(pair.split(":", 1) for pair in pairs)


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_a_preset_is_named_with_its_seed_budget_and_the_versions(preset):
    found = fields(Options.preset(preset, seed=7, words=90))
    assert found["preset"] == preset
    assert found["seed"] == "7"
    assert found["budget"] == "90w"
    assert found["split"].startswith("nupunkt-")
    assert found["corpus"] == f"sha256-{corpus_hash(ONE)[:12]}"
    assert list(found)[-1] == "v"


def test_every_option_that_differs_from_the_preset_is_named_and_no_other():
    plain, changed = Options(), Options(damping=0.5, prose_only=True, order="score")
    extra = {"damping": "0.5", "prose_only": "True", "order": "score"}
    assert set(fields(changed)) - set(fields(plain)) == set(extra)
    assert fields(changed).items() >= extra.items()


def test_the_signature_names_which_sentences_are_eligible():
    assert fields(Options(shortest=9))["eligible"] == "whole>=9w"
    assert fields(Options(shortest=9, prose_only=True))["eligible"] == "prose>=9w"
    assert fields(Options(shortest=9, any_form=True))["eligible"] == "any>=9w"
    assert "eligible" not in fields(Options.preset("paper"))


def test_the_paper_preset_names_where_it_departs_from_print():
    assert fields(Options.preset("paper"))["deviations"] == "capacity+chain+weightless"
    assert "deviations" not in fields(Options())


def test_the_hash_covers_names_texts_and_their_order():
    first, second = documents()[:2]
    renamed = Document("other.txt", first.path, first.text)
    moved = Document(first.name, "elsewhere/x.txt", first.text)
    shifted = Document(first.name + first.text[0], first.path, first.text[1:])
    hashes = [
        corpus_hash(held)
        for held in (
            [first, second],
            [second, first],
            [first],
            [renamed, second],
            [shifted, second],
        )
    ]
    assert len(set(hashes)) == len(hashes)
    assert corpus_hash([moved, second]) == hashes[0]


def test_the_hash_by_hand():
    parts = b"\0\0\0\0\0\0\0\5a.txt\0\0\0\0\0\0\0\nSome text."
    assert corpus_hash(ONE) == hashlib.sha256(parts).hexdigest()


def test_text_with_lone_surrogates_has_a_hash():
    assert corpus_hash([Document("b\udcff.txt", "b", "x")]) != corpus_hash([])


def test_a_digest_names_the_whole_collection_not_only_what_it_cites():
    digest = bridge_model().digest("flood", words=20)
    assert len(digest.documents) < len(documents())
    assert f"corpus:sha256-{corpus_hash(documents())[:12]}|" in digest.signature


def test_the_hash_of_the_code_is_twelve_hexadecimal_digits():
    assert re.fullmatch(r"[0-9a-f]{12}", code_hash())
    assert code_hash() == code_hash.__wrapped__()
