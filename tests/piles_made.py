"""Small piles of documents with questions whose answers stand in them, in two layouts."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from bench_made import VILLAGES

ASKED = (
    ("How many fishing boats lay fast in the ice?", ["Eleven"], "harbour"),
    ("Who paid for coal?", ["harbour master"], "harbour"),
    ("What did growers light between the rows of apple trees?", ["small fires"], "orchard"),
    ("Why was the old theatre closed?", ["rain came through the roof"], "theatre"),
)
CHINESE = (
    ("冬天", "港口在一月结冰。十一艘渔船被困在冰中。破冰船从南方来。"),
    ("果园", "果园在四月遭受霜冻。农民整夜点燃小火。学校种了四十棵梨树。"),
)
MANUAL = (
    "# The ferry\n\nThe ferry carries thirty carts a day. It leaves the north bank\nat noon, and"
    " the south bank in the evening.\n\nRowers are paid until May. The council pays the rowers.\n"
)
OTHER = "# The mill\n\nThe mill grinds flour from June. The old wheel was lost in the flood.\n"
MANUAL_QUESTIONS = (
    {"id": "m1", "question": "How many carts does the ferry carry a day?",
     "answers": ["thirty carts a day"], "file": "ferry.md", "kind": "fact"},
    {"id": "m2", "question": "When does the ferry leave the banks?",
     "answers": [["at noon"], ["in the evening"]], "file": "ferry.md", "kind": "broad"},
    {"id": "m3", "question": "What was lost in the flood?",
     "answers": ["the old wheel", "The old wheel"], "file": "mill.md", "kind": "fact"},
    {"id": "n1", "question": "Which comet passed the sun?", "answers": [], "file": "",
     "kind": "none"},
)  # fmt: skip


def write_articles(folder: Path) -> Path:
    """Articles in English and, packed, in Chinese, with questions about them."""
    folder.mkdir(parents=True)
    english = {
        "language": "en",
        "documents": [
            {"id": name, "title": name.title(), "text": "\n".join(texts)}
            for name, texts in VILLAGES.items()
        ],
        "questions": [{"query": q, "answers": a, "document": d} for q, a, d in ASKED],
    }
    chinese = {
        "language": "zh",
        "documents": [{"id": name, "title": name, "text": text} for name, text in CHINESE],
        "questions": [
            {"query": "多少艘渔船被困在冰中？", "answers": ["十一"], "document": "冬天"},
            {"query": "学校种了多少棵梨树？", "answers": ["四十"], "document": "果园"},
        ],
    }
    (folder / "en.jsonl").write_text(json.dumps(english), encoding="utf-8")
    (folder / "zh.jsonl.gz").write_bytes(gzip.compress(json.dumps(chinese).encode()))
    return folder


def write_manuals(folder: Path, pile: str = "pile") -> Path:
    """Questions beside a folder of documents."""
    (folder / pile).mkdir(parents=True)
    (folder / pile / "ferry.md").write_text(MANUAL, encoding="utf-8")
    (folder / pile / "mill.md").write_text(OTHER, encoding="utf-8")
    lines = "".join(f"{json.dumps(question)}\n" for question in MANUAL_QUESTIONS)
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    return folder
