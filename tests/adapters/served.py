"""The MCP server with a real client, in this process or in one of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from inspect import Signature, signature

import anyio
from mcp import Client, ClientSession, StdioServerParameters, stdio_client

from hyperdigest.adapters.mcp import create_server

PATIENCE = 120
"""Seconds after which a test is taken to hang."""


def talk(conversation: Callable[[Client], Awaitable[None]], root=None, mode="auto") -> None:
    """Let `conversation` talk to a server in this process."""

    async def main() -> None:
        with anyio.fail_after(PATIENCE):
            async with Client(create_server(root), mode=mode) as client:
                await conversation(client)

    anyio.run(main)


def talking(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that talks to a server in this process by its first argument, a client.

    Its fixtures `folder` and `mode` are the root of the server and the mode of the client.
    """

    @wraps(test)
    def conversation(**fixtures) -> None:
        root, mode = fixtures.get("folder"), fixtures.get("mode", "auto")
        talk(lambda client: test(client, **fixtures), root, mode)

    _, *parameters = signature(test).parameters.values()
    conversation.__signature__ = Signature(parameters)
    return conversation


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[ClientSession]:
    """A session with ``hyperdigest mcp`` in a process of its own, over its pipes."""
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "hyperdigest", "mcp", *arguments],
        env=dict(os.environ),
    )
    with anyio.fail_after(PATIENCE):
        async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            yield session


def error_of(result) -> str:
    """The one line of a result that is an error."""
    assert result.is_error
    [content] = result.content
    assert "\n" not in content.text
    assert "Traceback" not in content.text
    return content.text
