"""Let many people use the app at once, each asking, moving sliders, reading sources and exporting.

    python benchmarks/bench_app.py [--users 200] [--seconds 180] [--think 1.5]

The app runs in a process of its own over `examples/eclipse`. A user thinks between two requests
for `--think` seconds on average. Told: requests and errors of each kind, the latencies that half,
95 and 99 in 100 requests stay below, and the memory of the app at equal intervals.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from hyperdigest import Collection
from measuring import table

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "eclipse"
QUESTIONS = (
    "How and in what location will the total solar eclipse occur?",
    "Who should not look at the sun, and why?",
    "What do animals do when it gets dark?",
    "How do power grids prepare for the eclipse?",
    "What will traffic and hotels be like?",
)
LOOKS = 20
"""Times that the memory of the app is looked at."""


@dataclass
class Seen:
    """What came of the requests: seconds of each kind, errors, the app's seconds of processor."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: Counter[str] = field(default_factory=Counter)
    processor: float = 0.0


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[str, int]]:
    """The address and the process of an app with the example collection."""
    saved = folder / "eclipse.hdig"
    Collection.read(EXAMPLES).fit().save(saved)
    command = [sys.executable, "-m", "hyperdigest", "serve", "--no-browser", "--port", "0", saved]
    told = folder / "told"
    with told.open("w") as errors:
        process = subprocess.Popen(command, stderr=errors)
    try:
        while not (found := re.search(r"http://\S+", told.read_text())):
            await asyncio.sleep(0.05)
        yield found[0].rstrip("/"), process.pid
    finally:
        process.terminate()
        process.wait()


def resident(id: int) -> float:
    """Megabytes of memory that a process holds."""
    status = Path(f"/proc/{id}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def processor(id: int) -> float:
    """Seconds of processor that a process took."""
    user, system = Path(f"/proc/{id}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def request(client: httpx.AsyncClient, seen: Seen, kind: str, path: str, **more) -> None:
    """One request, timed."""
    start = time.perf_counter()
    try:
        response = await client.request("POST" if more else "GET", path, **more)
    except httpx.HTTPError as error:
        seen.wrong[f"{kind}: {type(error).__name__}"] += 1
        return
    seen.seconds[kind].append(time.perf_counter() - start)
    if response.status_code != 200:
        seen.wrong[f"{kind}: {response.status_code}"] += 1


async def user(client: httpx.AsyncClient, seen: Seen, id: str, think: float, number: int) -> None:
    """One person, for ever: a question, its slider moved a few times, then a look around."""
    chance = random.Random(number)

    async def do(kind: str, path: str, **more) -> None:
        await asyncio.sleep(chance.expovariate(1 / think))
        await request(client, seen, kind, path, **more)

    while True:
        q = chance.choice(QUESTIONS)
        await do("page", f"/c/{id}?" + str(httpx.QueryParams(q=q, words=250)))
        for _ in range(chance.randint(1, 5)):
            query = httpx.QueryParams(
                {"q": q, "words": chance.randrange(50, 400, 10),
                 "lambda": round(chance.random(), 2)}
            )  # fmt: skip
            await do("slider", f"/c/{id}/digest?{query}")
        await do("source", f"/c/{id}/documents/{chance.randrange(13)}")
        body = {"question": q, "words": chance.randrange(50, 400, 10)}
        await do("api", f"/api/v1/collections/{id}/digest", json=body)
        kind = chance.choice(["markdown", "docx", "bibtex"])
        await do("export", f"/c/{id}/export?" + str(httpx.QueryParams(q=q, format=kind)))
        await do("why", f"/c/{id}/why?" + str(httpx.QueryParams(q=q)))


async def measured(users: int, seconds: float, think: float) -> tuple[Seen, list[float]]:
    """What came of it, and the memory of the app at equal intervals."""
    seen, memory = Seen(), []
    limits = httpx.Limits(max_connections=users, max_keepalive_connections=users)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            served(Path(folder)) as (url, process),
            httpx.AsyncClient(base_url=url, timeout=60, limits=limits, trust_env=False) as client,
        ):
            listed = (await client.get("/api/v1/collections")).json()
            id = listed["collections"][0]["id"]
            before = processor(process)
            people = [
                asyncio.create_task(user(client, seen, id, think, number))
                for number in range(users)
            ]
            for _ in range(LOOKS):
                await asyncio.sleep(seconds / LOOKS)
                memory.append(resident(process))
            seen.processor = processor(process) - before
            for person in people:
                person.cancel()
            await asyncio.gather(*people, return_exceptions=True)
    return seen, memory


def cuts(times: list[float]) -> list[float]:
    """What half, 95 and 99 in 100 of the times stay below."""
    found = statistics.quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
    return [found[share - 1] for share in (50, 95, 99)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--think", type=float, default=1.5)
    given = parser.parse_args()
    seen, memory = asyncio.run(measured(given.users, given.seconds, given.think))
    everything = [each for times in seen.seconds.values() for each in times]
    rows = [
        [kind, len(times), *(f"{1000 * cut:.0f}" for cut in cuts(times))]
        for kind, times in [*seen.seconds.items(), ("all", everything)]
    ]
    table(["request", "number", "p50 ms", "p95 ms", "p99 ms"], rows)
    rate = len(everything) / given.seconds
    print(f"{rate:.0f} requests a second; errors: {dict(seen.wrong) or 'none'}")
    print(f"{1000 * seen.processor / len(everything):.1f} ms of processor a request")
    print("memory (MB):", " ".join(f"{each:.0f}" for each in memory))


if __name__ == "__main__":
    main()
