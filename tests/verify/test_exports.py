"""The digests of this program as drafts: each quotation in them is found where it is cited."""

from pathlib import Path

import pytest

from hyperdigest import Collection
from hyperdigest.read import read_file
from hyperdigest.render import renderer
from hyperdigest.verify import Pile, verify

TEXTS = {
    "harbour.txt": (
        "The harbour of Weir\n\nThe harbour opened in 1923 and has 14 berths for ships. It was"
        " never closed in winter by the council.\n\nTo reach the harbour:\n\n1. Take the bus to"
        " the old harbour gate.\n2. Walk along the harbour wall to berth 9.\n"
    ),
    "ferry.md": (
        "# The ferry\n\nThe ferry of the harbour leaves at **7.30 a.m.** and takes 2 hours to the"
        " island.\n\n## Fares\n\nA harbour ticket costs 12 crowns on all days of the week.\n"
    ),
}


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    folder = tmp_path_factory.mktemp("pile")
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    return Collection.read(folder)


@pytest.mark.parametrize("format", ["text", "markdown", "html", "docx"])
def test_every_quotation_of_a_digest_is_found(
    format: str, collection: Collection, tmp_path: Path
) -> None:
    suffix = {"text": "txt", "markdown": "md"}.get(format, format)
    digest = collection.fit().digest("When does the ferry leave the harbour?", words=80)
    path, result = tmp_path / f"digest.{suffix}", renderer(format)(digest)
    path.write_bytes(result if isinstance(result, bytes) else result.encode())
    found = verify(read_file(path), Pile.of(collection))
    assert len(found.quotations) >= len(digest.sentences)
    assert found.counts["changed"] == found.counts["nowhere"] == 0
    assert found.counts["other_source"] == 0
    for quotation in found.quotations:
        assert quotation.named == (quotation.document,)


def test_a_changed_digest_does_not_pass(collection: Collection) -> None:
    digest = collection.fit().digest("When does the ferry leave the harbour?", words=80)
    text = str(renderer("text")(digest)).replace("7.30", "8.30")
    assert collection.verify(text).counts["changed"] == 1
