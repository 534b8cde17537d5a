import threading
import time

import pytest

from needed import needs

needs("mcp")

from adapters.served import talk
from hyperdigest.adapters.mcp.server import CallCancelled, ProgressRelay
from hyperdigest.adapters.mcp.tools import MOST_CACHED, LockedCache
from hyperdigest.model import Collection
from hyperdigest.progress import quiet


def get(models, key, make):
    with models.locked(key, make, quiet) as model:
        return model


def test_models_are_cached_and_the_least_recently_used_one_is_dropped():
    models, made = LockedCache(), []

    def make(key):
        return lambda: made.append(key) or f"model {key}"

    for key in (*range(MOST_CACHED), 0, MOST_CACHED, 0, 1):
        assert get(models, key, make(key)) == f"model {key}"
    assert made == [*range(MOST_CACHED), MOST_CACHED, 1]


def test_a_model_that_could_not_be_made_is_made_at_the_next_request():
    models = LockedCache()
    with pytest.raises(ZeroDivisionError):
        get(models, "a", lambda: 1 / 0)
    assert get(models, "a", lambda: "model") == "model"


def test_one_thread_at_a_time_uses_a_model_and_the_others_wait():
    models, inside, most, made = LockedCache(), [], [], []

    def work():
        with models.locked("a", lambda: made.append(1) or "model", quiet):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.02)
            inside.pop()

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (made, most) == ([1], [1] * 5)


def test_a_cancelled_call_stops_waiting_for_a_model():
    models, relay = LockedCache(), ProgressRelay()
    relay.cancel()
    with (
        models.locked("a", lambda: "model", quiet),
        pytest.raises(CallCancelled),
        models.locked("a", lambda: "model", relay),
    ):
        pass


def test_progress_never_decreases():
    relay = ProgressRelay()
    relay("topics", 100, 200)
    share = relay._latest[0]
    relay("reading", 1, 2)
    relay("unheard of", 1, 2)
    relay("compiling", 0, 0)
    assert relay._latest == (share, "compiling")


def test_files_are_read_again_only_when_they_changed(tmp_path, monkeypatch):
    read = []
    plain = Collection.read

    def counted(*arguments, **named):
        read.append(arguments)
        return plain(*arguments, **named)

    monkeypatch.setattr(Collection, "read", counted)
    file = tmp_path / "a.txt"
    file.write_text("The moon covers the sun for two minutes.", encoding="utf-8")

    async def conversation(client):
        async def ask(**options):
            asked = {"question": "moon?", "paths": ["a.txt"], "options": options}
            return (await client.call_tool("digest", asked)).structured_content["sentences"]

        await ask()
        await ask(query_balance=0.9)
        assert len(read) == 1
        await ask(sweeps=30)
        assert len(read) == 2
        file.write_text("The moon is as far away as ever it was before.", encoding="utf-8")
        assert "far away" in (await ask())[0]["text"]
        assert len(read) == 3

    talk(conversation, root=tmp_path)
