"""Connections that never say what they want are closed; what is told of requests has no token."""

import asyncio
import logging

import pytest
import uvicorn
from uvicorn.server import ServerState

from hyperdigest.web import serve
from hyperdigest.web.serve import Connection, without_token

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n"


async def app(scope, receive, send):
    await asyncio.sleep(0.5)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"heard"})


async def heard(*pieces):
    """What a server says to `pieces`, sent one by one, until it closes the connection."""
    config = uvicorn.Config(app, log_level="error", timeout_keep_alive=1)
    config.load()
    state = ServerState()

    def connection():
        return Connection(config=config, server_state=state, app_state={})

    server = await asyncio.get_running_loop().create_server(connection, "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        try:
            for piece in pieces:
                writer.write(piece)
                await asyncio.sleep(0.01)
            return await asyncio.wait_for(reader.read(), 30)
        finally:
            writer.close()


@pytest.mark.parametrize("pieces", [(), (b"GET /",), (REQUEST, b"A: b\r\n", b"C")])
def test_what_never_becomes_a_request_is_cut_off(pieces, monkeypatch):
    monkeypatch.setattr(serve, "PATIENCE", 0.1)
    assert asyncio.run(heard(*pieces)) == b""


def test_an_answer_may_take_longer_than_a_request(monkeypatch):
    monkeypatch.setattr(serve, "PATIENCE", 0.1)
    assert b"heard" in asyncio.run(heard(REQUEST, b"\r\n"))


def test_after_an_answer_half_a_request_is_cut_off(monkeypatch):
    monkeypatch.setattr(serve, "PATIENCE", 0.1)
    told = asyncio.run(heard(REQUEST + b"\r\n" + REQUEST))
    assert told.count(b"HTTP/1.1") == 1


def test_the_token_is_not_told():
    message = '%s - "%s %s HTTP/%s" %d'
    values = ("127.0.0.1:5", "GET", "/c/1?q=a&token=secret&r=b", "1.1", 303)
    record = logging.LogRecord("uvicorn.access", logging.INFO, "", 0, message, values, None)
    assert without_token(record)
    assert "q=a&token=...&r=b" in record.getMessage()
