"""A made data dump of a question-and-answer site: seconds and memory to read it.

python benchmarks/bench_posts.py --megabytes 100
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from html import escape
from pathlib import Path

from hyperdigest.base.parallel import end_processes
from hyperdigest.read import read_paths
from measuring import peak, table

USERS = 9_000
WORDS = 20_000
ANSWERS = 2
"""Of each question; the second is accepted."""


def rows(seed: int = 0) -> Iterator[str]:
    """Posts without end: questions, each with its answers behind it."""
    rng = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randint(2, 10))) for _ in range(WORDS)]

    def sentence() -> str:
        return " ".join(rng.choices(words, k=rng.randint(6, 22))).capitalize() + "."

    def block() -> str:
        kind = rng.random()
        if kind < 0.7:
            return f"<p>{' '.join(sentence() for _ in range(rng.randint(1, 4)))}</p>"
        if kind < 0.85:
            return (
                "<pre><code>"
                + "\n".join(f"x = {rng.choice(words)}" for _ in range(6))
                + "</code></pre>"
            )
        return f"<ul><li>{sentence()}</li><li>{sentence()}</li></ul>"

    question = 1
    while True:
        for number in range(question, question + 1 + ANSWERS):
            body = "\n".join(block() for _ in range(rng.randint(1, 6)))
            own = (
                f'PostTypeId="1" AcceptedAnswerId="{question + ANSWERS}" Title="{sentence()}"'
                if number == question
                else f'PostTypeId="2" ParentId="{question}"'
            )
            yield (
                f'  <row Id="{number}" {own} CreationDate="2026-01-01T00:00:00.000"'
                f' Score="{rng.randint(-3, 40)}" OwnerUserId="{rng.randrange(USERS)}"'
                f' Body="{escape(body).replace(chr(10), "&#xA;")}" />\n'
            )
        question += 1 + ANSWERS


def write(folder: Path, megabytes: float) -> Path:
    """``Posts.xml`` of so many megabytes, and ``Users.xml``."""
    path = folder / "Posts.xml"
    with path.open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="utf-8"?>\n<posts>\n')
        for row in rows():
            file.write(row)
            if file.tell() > megabytes * 1e6:
                break
        file.write("</posts>\n")
    users = (f'<row Id="{n}" Reputation="{7 * n}" DisplayName="User {n}" />' for n in range(USERS))
    (folder / "Users.xml").write_text("<users>\n" + "\n".join(users) + "\n</users>\n")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=100.0, help="of the posts")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), given.megabytes)
        began = time.process_time()
        reading = read_paths([path])
        own = time.process_time() - began
        end_processes()
        child = resource.getrusage(resource.RUSAGE_CHILDREN)
        table(
            ("MB", "posts", "CPU s, this process", "GB", "CPU s, the child", "GB"),
            [(
                path.stat().st_size / 1e6, len(reading.documents), own, peak(),
                child.ru_utime + child.ru_stime, child.ru_maxrss * 1024 / 1e9,
            )],
        )  # fmt: skip
        for warning in reading.warnings:
            print(warning)


if __name__ == "__main__":
    main()
