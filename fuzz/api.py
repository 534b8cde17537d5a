"""Send the app whatever its own description allows, and what it does not: `python fuzz/api.py`.

Collections are put on the shelf of an app in its own process; schemathesis then makes requests from
the description, right ones and wrong ones, for every operation in turn, until the time is over.
No answer may be a fault of the server, and each must be as described.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS

from hyperdigest import Collection, Document

EXAMPLES = Path(__file__).parents[1] / "examples" / "eclipse"
CHECKED = (
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
LEFT_ALONE = {
    ("DELETE", "/api/v1/collections/{id}"),
    ("DELETE", "/api/v1/collections/{id}/documents"),
}
"""Operations that would take away what is asked."""

Round = tuple[Counter[tuple[str, str, int]], list[str]]

BUSY = 503
MOST_COLLECTIONS = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--examples", type=int, default=40, help="of each kind in a round")
    parser.add_argument("--seed", type=int, default=0)
    given_ = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as url:
        answered, faults, end = Counter(), {}, time.monotonic() + given_.seconds
        for counted, found in fuzzed(url, given_.examples, given_.seed):
            answered.update(counted)
            faults.update(dict.fromkeys(found))
            if time.monotonic() > end:
                break
    for (method, path, status), count in sorted(answered.items()):
        print(f"{count:7} {status} {method} {path}")
    print(f"{sum(answered.values())} requests, {len(faults)} faults")
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of an app with the example collection and one of documents like mazes."""
    texts = ["A\n\nb c. " * 5, "x" * 300, "1. 2. 3.", "Ünïcödé 🜚 text. And more of it here."]
    names = ["a:1", "b/../c", "<script>", "d\u202e"]
    mazes = [Document(n, n, t) for n, t in zip(names, texts, strict=True)]
    Collection.read(EXAMPLES).fit().save(folder / "eclipse.hdig")
    Collection.of(mazes).fit().save(folder / "mazes.hdig")
    command = [sys.executable, "-m", "hyperdigest", "serve", "--no-browser", "--port", "0"]
    saved = [str(path) for path in sorted(folder.glob("*.hdig"))]
    told = folder / "told"
    with told.open("w") as errors:
        process = subprocess.Popen([*command, *saved], stderr=errors)
    try:
        while not (found := re.search(r"http://\S+", told.read_text())):
            time.sleep(0.05)
        yield found[0].rstrip("/")
        assert process.poll() is None, "the app has ended"
    finally:
        process.terminate()
        process.wait()
        print(told.read_text())


def fuzzed(url: str, examples: int, first_seed: int) -> Iterator[Round]:
    """Round after round: answers by method, path and status, and what was wrong with some."""
    schema = schemathesis.openapi.from_dict(described(url))
    ids = [each["id"] for each in requests.get(f"{url}/api/v1/collections").json()["collections"]]
    number = first_seed
    while True:
        answered: Counter[tuple[str, str, int]] = Counter()
        faults: dict[str, None] = {}
        for found in schema.get_all_operations():
            operation = found.ok()
            if (operation.method.upper(), operation.path) in LEFT_ALONE:
                continue
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                id = ids[number % len(ids)]
                number += 1
                try_one(url, operation, mode, id, examples, number, answered, faults)
        tidy(url, ids)
        yield answered, list(faults)


def try_one(
    url: str,
    operation: Any,
    mode: GenerationMode,
    id: str,
    examples: int,
    number: int,
    answered: Counter[tuple[str, str, int]],
    faults: dict[str, None],
) -> None:
    """Send requests of one operation, right or wrong ones."""
    fixed = {"id": id} if "{id}" in operation.path and number % 4 else None
    how = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    checks = [CHECKS.get_one(name) for name in CHECKED]

    @seed(number)
    @how
    @given(case=operation.as_strategy(mode, path_parameters=fixed))
    def send(case: Any) -> None:
        response = case.call(base_url=url, timeout=60)
        answered[operation.method.upper(), operation.path, response.status_code] += 1
        if response.status_code == BUSY and "retry-after" in map(str.lower, response.headers):
            return
        problem = "a fault of the server" if response.status_code >= 500 else ""
        try:
            case.validate_response(response, checks=checks)
        except (Exception, BaseExceptionGroup) as error:
            problem = "; ".join(map(str, getattr(error, "exceptions", [error])))
        if problem and len(faults) < 20:
            faults[f"{problem[:2000]}\n{case.as_curl_command()[:2000]}\n"] = None

    try:
        send()
    except Exception as error:
        name = type(error).__name__
        if name not in ("Unsatisfiable", "SkipTest"):
            faults[f"{operation.method} {operation.path}: {name}: {error}"[:2000]] = None


def described(url: str) -> dict[str, Any]:
    """The app's description without what would read this machine's own files."""
    content: dict[str, Any] = requests.get(f"{url}/api/openapi.json").json()
    schemas = content["components"]["schemas"]
    for name in ("NewCollection", "NewDocuments"):
        schemas[name] = schemas[name]["oneOf"][0]
    return json.loads(json.dumps(content))


def tidy(url: str, ids: list[str]) -> None:
    """Remove collections that were made, before there are too many."""
    listed = requests.get(f"{url}/api/v1/collections").json()["collections"]
    for each in listed if len(listed) > MOST_COLLECTIONS else ():
        if each["id"] not in ids:
            requests.delete(f"{url}/api/v1/collections/{each['id']}")


if __name__ == "__main__":
    main()
