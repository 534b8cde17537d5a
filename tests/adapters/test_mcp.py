import json
import signal
import socket
import subprocess
import sys

import anyio
import httpx
import pytest

from needed import needs

needs("mcp")

from mcp import Client
from mcp.shared.exceptions import MCPError

from adapters.passages import ANSWER, PASSAGES, QUESTION, UNKNOWN
from adapters.served import PATIENCE, error_of, started, talk
from hyperdigest import Collection
from hyperdigest.errors import OptionError
from oracles.cli import TEXTS, write_documents
from plugins_made import ONE_OF_EACH

TEXT = "\n\n".join(PASSAGES)


@pytest.fixture
def folder(tmp_path):
    write_documents(tmp_path / "docs")
    return tmp_path


@pytest.fixture(params=["legacy", "auto"])
def mode(request):
    return request.param


def test_the_tools_are_listed_with_their_schemas(mode):
    async def conversation(client):
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) >= {"digest", "expand", "explain", "topics", "verify"}
        for tool in tools.values():
            assert tool.annotations.read_only_hint
            assert "Use it" in tool.description
            assert len(tool.description.split()) <= 100
            assert tool.output_schema["type"] == "object"
            for name, parameter in tool.input_schema["properties"].items():
                assert parameter["description"], name
        assert tools["digest"].input_schema["required"] == ["question"]

    talk(conversation, mode=mode)


def test_a_text_is_digested_within_the_budget(mode):
    async def conversation(client):
        asked = {"question": QUESTION, "text": TEXT, "words": 13}
        result = await client.call_tool("digest", asked)
        [sentence] = result.structured_content["sentences"]
        assert sentence["text"] == ANSWER == TEXT[sentence["start"] : sentence["end"]]
        assert result.structured_content["words"] == 13
        assert f"{ANSWER} [1] line 3" in result.content[0].text
        assert "Sources\n[1] text" in result.content[0].text

    talk(conversation, mode=mode)


def test_files_are_digested_as_on_the_command_line(folder):
    async def conversation(client):
        asked = {"question": "Who should look at the sun?", "paths": ["docs"], "words": 40}
        result = await client.call_tool("digest", asked)
        given = Collection.read(folder / "docs").fit().digest(asked["question"], words=40)
        assert result.structured_content == json.loads(given.to_json())
        for sentence in result.structured_content["sentences"]:
            text = TEXTS[sentence["document"]]
            assert text[sentence["start"] : sentence["end"]] == sentence["text"]
            assert sentence["path"] == str(folder / "docs" / sentence["document"])

    talk(conversation, root=folder)


def test_the_column_of_texts_is_chosen(folder):
    (folder / "a.csv").write_text("place;words\nOslo;The tram is late.\nRome;The tram is slow.\n")

    async def conversation(client):
        for column, name in ((None, "a.csv"), ("words", "a.csv/3")):
            asked = {"question": "Where is it slow?", "paths": ["a.csv"], "text_column": column}
            found = (await client.call_tool("digest", asked)).structured_content
            assert name in {each["document"] for each in found["sentences"]}
            asked = {"draft": "“The tram is slow.”", "paths": ["a.csv"], "text_column": column}
            found = (await client.call_tool("verify", asked)).structured_content
            assert [each["document"] for each in found["quotations"]] == [name]

    talk(conversation, root=folder)


def test_a_column_of_what_is_no_table_is_refused(folder):
    Collection.read(folder / "docs").fit().save(folder / "case.hdig")

    async def conversation(client):
        for tool, asked in (("digest", {"question": "sun?"}), ("verify", {"draft": "“The sun.”"})):
            for where, message in (
                ({"paths": ["case.hdig"]}, "documents have been read: leave it out"),
                ({"text": "The sun is far."}, "leave it out with text"),
            ):
                given = {**asked, **where, "text_column": "words"}
                assert message in error_of(await client.call_tool(tool, given))

    talk(conversation, root=folder)


def test_a_saved_collection_is_digested(folder):
    Collection.read(folder / "docs").fit().save(folder / "case.hdig")

    async def conversation(client):
        asked = {"question": "Who should look at the sun?", "paths": ["case.hdig"], "words": 40}
        result = await client.call_tool("digest", asked)
        assert result.structured_content["sentences"]
        asked = {**asked, "options": {"sweeps": 5}}
        assert "were fitted with 200" in error_of(await client.call_tool("digest", asked))
        asked = {"question": "sun?", "paths": ["case.hdig", "docs"]}
        assert "name no other paths" in error_of(await client.call_tool("digest", asked))

    talk(conversation, root=folder)


def test_options_go_by_name_and_symbol():
    async def conversation(client):
        asked = {
            "question": QUESTION,
            "text": TEXT,
            "preset": "paper",
            "options": {"lambda": 0.7, "order": "score", "prose_only": True, "seed": 3},
        }
        signature = (await client.call_tool("digest", asked)).structured_content["signature"]
        for shown in ("preset:paper", "query_balance:0.7", "order:score", "seed:3"):
            assert f"|{shown}|" in signature

    talk(conversation)


def test_budgets_in_characters_and_tokens_limit_the_digest(install):
    install("plain", ONE_OF_EACH)

    async def conversation(client):
        for budget in ({"characters": 80}, {"tokens": 80, "tokenizer": "letters"}):
            asked = {"question": QUESTION, "text": TEXT, **budget}
            found = (await client.call_tool("digest", asked)).structured_content
            assert found["sentences"][0]["text"] == ANSWER
            assert found["unit"] == next(iter(budget))
            assert found["used"] == len(ANSWER) + ("tokens" in budget) <= found["budget"] == 80
        asked = {"question": QUESTION, "text": TEXT, "tokens": 80, "words": 80}
        assert "two budgets" in error_of(await client.call_tool("digest", asked))

    talk(conversation)


def test_a_follow_up_repeats_no_sentence():
    async def conversation(client):
        asked = {"question": QUESTION, "text": TEXT, "words": 13}
        [first] = (await client.call_tool("digest", asked)).structured_content["sentences"]
        place = f"{first['document']}:{first['start']}"
        asked["wishes"] = {"read": [place], "earlier": [QUESTION]}
        [second] = (await client.call_tool("digest", asked)).structured_content["sentences"]
        assert second["text"] != ANSWER
        asked["wishes"] = {"pinned": [place]}
        [reason] = (await client.call_tool("explain", asked)).structured_content["sentences"]
        assert (reason["text"], reason["pinned"]) == (ANSWER, True)
        asked["wishes"] = {"pinned": [place], "excluded": [place]}
        assert "both pinned and excluded" in error_of(await client.call_tool("digest", asked))

    talk(conversation)


def test_quotations_of_a_draft_are_looked_up(tmp_path):
    (tmp_path / "lake.txt").write_text(TEXT)
    draft = f"He wrote “{ANSWER}” and “{ANSWER.replace(' ', ' never ', 1)}”."

    async def conversation(client):
        for where in ({"text": TEXT}, {"paths": [str(tmp_path)]}):
            result = await client.call_tool("verify", {"draft": draft, **where})
            statuses = [each["status"] for each in result.structured_content["quotations"]]
            assert statuses == ["found", "changed"]
        (tmp_path / "lake.txt").write_text("The lake was drained.")
        asked = {"draft": draft, "paths": [str(tmp_path)]}
        result = await client.call_tool("verify", asked)
        statuses = {each["status"] for each in result.structured_content["quotations"]}
        assert statuses == {"nowhere"}
        asked["options"] = {"seed": 1}
        assert "no argument 'options'" in error_of(await client.call_tool("verify", asked))

    talk(conversation)


def test_only_new_documents_are_cited_with_the_option(tmp_path):
    for name, said in (("old.txt", TEXT), ("later.txt", "Nobody rows on the lake since May.")):
        (tmp_path / name).write_text(said)

    async def conversation(client):
        asked = {"question": QUESTION, "paths": [str(tmp_path)], "wishes": {"new": ["later.txt"]}}
        found = (await client.call_tool("digest", asked)).structured_content
        assert {each["document"] for each in found["sentences"]} == {"later.txt"}
        asked["wishes"] = {"new_since": "2199"}
        found = (await client.call_tool("digest", asked)).structured_content
        assert found["doubt"].startswith("Nothing is new")
        for name in ("since", "until", "new_since"):
            asked["wishes"] = {name: "soon"}
            assert f"{name} is 'soon', which is no date" in error_of(
                await client.call_tool("digest", asked)
            )

    talk(conversation)


def test_only_documents_within_the_dates_are_cited(tmp_path):
    for name, said in (("2025-01-03.txt", TEXT), ("2026-03-01.txt", f"{TEXT} Rowing is over.")):
        (tmp_path / name).write_text(said)

    async def conversation(client):
        asked = {"question": QUESTION, "paths": [str(tmp_path)]}
        for wish, only in (
            ({"since": "2026"}, "2026-03-01.txt"),
            ({"until": "2025"}, "2025-01-03.txt"),
        ):
            for tool in ("digest", "explain"):
                found = await client.call_tool(tool, {**asked, "wishes": wish})
                cited = {each["document"] for each in found.structured_content["sentences"]}
                assert cited == {only}

    talk(conversation)


def test_explanations_and_topics_are_returned():
    async def conversation(client):
        asked = {"question": QUESTION, "text": TEXT, "words": 13}
        result = await client.call_tool("explain", asked)
        [reason] = result.structured_content["sentences"]
        assert (reason["text"], reason["step"]) == (ANSWER, 1)
        assert "police" in reason["question_words"]
        assert result.content[0].text.startswith(QUESTION)
        result = await client.call_tool("topics", {"text": TEXT, "top": 3})
        assert all(len(topic["words"]) <= 3 for topic in result.structured_content["topics"])
        assert "strongest words" in result.content[0].text

    talk(conversation)


def test_what_stands_around_a_sentence_is_returned(folder):
    async def conversation(client):
        asked = {"question": "Who should look at the sun?", "paths": ["docs"], "words": 40}
        result = await client.call_tool("digest", asked)
        for sentence in result.structured_content["sentences"]:
            place = {name: sentence[name] for name in ("document", "start")}
            assert f"\n{place['document']}:{place['start']}" in result.content[0].text
            wide = await client.call_tool("expand", {"paths": ["docs"], **place})
            found = wide.structured_content
            assert TEXTS[sentence["document"]][found["start"] : found["end"]] == found["text"]
            assert sentence["text"] in found["text"]
            assert found["place"] == sentence["place"]
            assert wide.content[0].text.endswith(f"\n\n{found['text']}")
            near = await client.call_tool("expand", {"paths": ["docs"], **place, "characters": 9})
            assert near.structured_content["end"] <= sentence["end"] + 9
        for wrong, reason in (
            ({"document": "moon"}, "give a name such as moon.txt"),
            ({"start": 10**6}, "has no character"),
            ({"paragraphs": 101}, "less than or equal to 100"),
        ):
            asked = {"paths": ["docs"], "document": "moon.txt", "start": 0, **wrong}
            assert reason in error_of(await client.call_tool("expand", asked))

    talk(conversation, root=folder)


def test_a_question_of_unknown_words_gets_a_general_digest():
    async def conversation(client):
        result = await client.call_tool("digest", {"question": UNKNOWN, "text": TEXT})
        assert "general" in result.structured_content["warnings"][0]

    talk(conversation)


def test_arguments_may_be_null():
    names = ("paths", "words", "tokens", "tokenizer", "preset", "options", "wishes")

    async def conversation(client):
        asked = {"question": QUESTION, "text": TEXT, **dict.fromkeys(names)}
        result = await client.call_tool("digest", asked)
        assert not result.is_error, result.content[0].text

    talk(conversation)


def test_lists_and_objects_may_be_given_as_json_text(folder):
    async def conversation(client):
        asked = {"question": "sun?", "paths": "docs", "options": '{"seed": 3}', "wishes": "{}"}
        found = (await client.call_tool("digest", asked)).structured_content
        assert "|seed:3|" in found["signature"]
        for paths in ("docs", '["docs"]', ["docs/moon.txt", "docs/*.md"]):
            asked = {"question": "What of the sun?", "paths": paths, "text": "", "words": 40}
            result = await client.call_tool("digest", asked)
            assert not result.is_error, result.content[0].text

    talk(conversation, root=folder)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "question: Field required"),
        ({"question": "x"}, "give either paths or text"),
        ({"question": "x", "text": TEXT, "paths": ["a"]}, "give either paths or text"),
        ({"question": " ", "text": TEXT}, "the question is empty"),
        ({"question": ["x"], "text": TEXT}, "question: "),
        ({"question": "x", "text": "  "}, "no sentence to digest"),
        ({"question": "x", "text": TEXT, "words": 0}, "words: "),
        ({"question": "x", "text": TEXT, "words": 10**400}, "words: "),
        ({"question": "x", "text": TEXT, "words": 2}, "no sentence fits in 2 words"),
        ({"question": "x", "text": TEXT, "wordz": 2}, "there is no argument 'wordz'"),
        ({"question": "x", "text": TEXT, "options": {"nope": 1}}, "unknown option 'nope'"),
        ({"question": "x", "text": TEXT, "options": {"damping": 7}}, "option damping is 7"),
        ({"question": "x", "text": TEXT, "options": {"words": {}}}, "options.words"),
        ({"question": "x", "text": TEXT, "preset": "best"}, "preset: "),
        ({"question": "x", "paths": []}, "give either paths or text"),
        ({"question": "x", "text": "", "paths": None}, "give either paths or text"),
        ({"question": "x", "paths": ["absent"]}, "does not exist"),
        ({"question": "x", "paths": ["-"]}, "does not exist"),
        ({"question": "x", "paths": [""]}, "is no path"),
        ({"question": "x", "paths": ["a\0b"]}, "is no path"),
        ({"question": "x", "paths": ["a\nb"]}, "does not exist"),
        ({"question": "x", "paths": ["x" * 5000]}, "cannot be read"),
        ({"question": "x", "paths": ["absent.hdig"]}, "absent.hdig"),
        ({"question": "x", "paths": ["a"] * 1001}, "paths: "),
    ],
)
def test_errors_are_reported_in_one_line(folder, arguments, message):
    async def conversation(client):
        assert message in error_of(await client.call_tool("digest", arguments))
        result = await client.call_tool("digest", {"question": QUESTION, "text": TEXT})
        assert not result.is_error

    talk(conversation, root=folder)


def test_an_unknown_tool_is_an_error_of_the_protocol():
    async def conversation(client):
        with pytest.raises(MCPError, match="unknown tool 'nope': choose one of digest"):
            await client.call_tool("nope", {})

    talk(conversation)


def test_messages_leave_out_the_middle_of_a_long_value(folder):
    long = "x" * 200_000
    wrong = [
        {"question": "x", long: 1},
        {"question": "x", "paths": [long]},
        {"question": "x", "text": TEXT, "preset": long},
        {"question": "x", "text": TEXT, "options": {long: 1}},
        {"question": "x", "text": TEXT, "options": {"order": long}},
        {"question": "x", "text": TEXT, "wishes": {"since": long}},
        {"question": "x", "text": TEXT, "wishes": {"new": [long]}},
        {"question": long},
    ]

    async def conversation(client):
        for arguments in wrong:
            assert 0 < len(error_of(await client.call_tool("digest", arguments))) <= 1000
        with pytest.raises(MCPError) as told:
            await client.call_tool(long, {})
        assert "unknown tool 'xxx" in str(told.value) and "topics" in str(told.value)
        assert len(str(told.value)) <= 1000

    talk(conversation, root=folder)


def test_over_pipes_the_name_of_an_unknown_method_is_shortened():
    message = {"jsonrpc": "2.0", "id": 1, "method": f"tools/\n{'x' * 200_000}"}
    command = [sys.executable, "-m", "hyperdigest", "mcp"]
    done = subprocess.run(
        command, input=json.dumps(message), capture_output=True, text=True, timeout=PATIENCE
    )
    error = json.loads(done.stdout)["error"]
    assert (error["code"], error["message"]) == (-32601, "Method not found")
    assert error["data"].startswith("tools/ xxx")
    assert len(error["data"]) <= 1000


def test_an_unexpected_exception_is_reported_in_one_line(monkeypatch, caplog):
    def broken(*_, **__):
        raise RuntimeError("secret\ndetail")

    monkeypatch.setattr("hyperdigest.model.Model.answer", broken)

    async def conversation(client):
        result = await client.call_tool("digest", {"question": "x", "text": TEXT})
        assert error_of(result) == "something went wrong (RuntimeError): see the server's log"

    talk(conversation)
    assert "secret" in caplog.text


def test_lone_surrogates_of_a_file_do_not_break_the_protocol(tmp_path):
    line = '{"text": "A lone \\ud800 stands here in the shadow of the moon."}\n'
    (tmp_path / "a.jsonl").write_text(line, encoding="utf-8")

    async def conversation(client):
        asked = {"question": "moon?", "paths": ["a.jsonl"]}
        result = await client.call_tool("digest", asked)
        [sentence] = result.structured_content["sentences"]
        assert sentence["text"].startswith("A lone \ufffd stands")

    talk(conversation, root=tmp_path)


def test_a_root_that_is_no_folder_is_an_error(tmp_path):
    with pytest.raises(OptionError, match="is no folder"):
        talk(None, root=tmp_path / "absent")


def test_progress_is_reported_and_only_grows(folder, mode):
    heard = []

    async def hear(progress, total, message):
        heard.append((progress, total, message))

    async def conversation(client):
        asked = {"question": "sun?", "paths": ["docs"], "options": {"sweeps": 3000, "chains": 4}}
        await client.call_tool("digest", asked, progress_callback=hear)

    talk(conversation, root=folder, mode=mode)
    shares = [progress for progress, _, _ in heard]
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert heard[-1][1:] == (1.0, "done")


def test_over_pipes_many_calls_and_pings_are_answered_at_once(folder):
    async def main():
        async with started("--root", str(folder)) as session:
            digests = {}

            async def ask(number):
                question = ("What of the moon?", "Who looks at the sun?")[number % 2]
                asked = {"question": question, "paths": ["docs"], "words": 40}
                result = await session.call_tool("digest", asked)
                digests.setdefault(question, []).append(result.structured_content)

            async with anyio.create_task_group() as group:
                for number in range(8):
                    group.start_soon(ask, number)
                    group.start_soon(session.send_ping)
            assert [len(found) for found in digests.values()] == [4, 4]
            assert all(found == [found[0]] * 4 for found in digests.values())

    anyio.run(main)


def test_over_pipes_a_cancelled_call_ends_and_nothing_but_the_protocol_is_printed(folder):
    async def main():
        async with started() as session:
            paths = [str(folder / "docs")]
            endless = {"question": "sun?", "paths": paths, "options": {"sweeps": 10**6}}
            for _ in range(6):
                with anyio.move_on_after(0.3):
                    await session.call_tool("digest", endless)
            await session.send_ping()
            asked = {"question": "sun?", "paths": paths, "options": {"exact": True}}
            result = await session.call_tool("digest", asked)
            assert result.structured_content["certificate"]["ratio"] == 1
            await session.send_ping()

    anyio.run(main)


@pytest.mark.parametrize(
    ("leave", "code"),
    [
        (lambda server: server.stdin.close(), 0),
        (lambda server: server.send_signal(signal.SIGINT), -signal.SIGINT),
    ],
    ids=["end of input", "interrupted"],
)
def test_the_server_ends_with_its_client_in_the_middle_of_work(folder, leave, code):
    about = {"protocolVersion": "2025-06-18", "capabilities": {}}
    about["clientInfo"] = {"name": "raw", "version": "1"}
    asked = {"question": "sun?", "paths": ["docs"], "options": {"sweeps": 10**6}}
    call = {"name": "digest", "arguments": asked, "_meta": {"progressToken": 1}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    command = [sys.executable, "-m", "hyperdigest", "mcp", "--root", str(folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as server:
        try:
            for message in messages:
                print(json.dumps(message), file=server.stdin, flush=True)
            told = [json.loads(server.stdout.readline()) for _ in range(2)]
            assert [each.get("method") for each in told] == [None, "notifications/progress"]
            leave(server)
            assert server.wait(PATIENCE) == code
            assert "Traceback" not in server.stderr.read()
        finally:
            server.kill()


def test_over_http_only_this_machine_is_answered(folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    arguments = ["mcp", "--transport", "streamable-http", "--port", str(port)]
    command = [sys.executable, "-m", "hyperdigest", *arguments, "--root", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = f"http://127.0.0.1:{port}/mcp"

    async def main():
        with anyio.fail_after(PATIENCE):
            while not await answers(port):
                await anyio.sleep(0.05)
            async with Client(address) as client:
                asked = {"question": "sun?", "paths": ["docs"], "words": 40}
                result = await client.call_tool("digest", asked)
                assert result.structured_content["sentences"]
            async with httpx.AsyncClient() as browser:
                rebound = await browser.post(address, headers={"Host": "evil.example"}, json={})
                assert rebound.status_code == 421
                for content in (b"x" * (5 << 20), in_pieces(b"x" * (1 << 20), 5)):
                    refused = await browser.post(address, content=content)
                    assert refused.status_code == 413
                    reason = refused.json()["error"]["message"]
                    assert "larger than 4 MB: name files by `paths`" in reason

    try:
        anyio.run(main)
    finally:
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=PATIENCE)
    assert out == ""
    assert address in err
    assert "Traceback" not in err


async def in_pieces(piece, times):
    """A body whose length is not told."""
    for _ in range(times):
        yield piece


def test_a_used_port_is_reported_in_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        arguments = ["mcp", "--transport", "streamable-http", "--port", str(port)]
        command = [sys.executable, "-m", "hyperdigest", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1 port {port}: " in done.stderr
    assert (done.stdout, len(done.stderr.splitlines())) == ("", 1)


async def answers(port):
    try:
        stream = await anyio.connect_tcp("127.0.0.1", port)
    except OSError:
        return False
    await stream.aclose()
    return True
