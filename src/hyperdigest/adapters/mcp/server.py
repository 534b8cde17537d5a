"""The server: tools listed and called, in threads of their own, over a pipe or HTTP.

How far a worker thread is, told to the client; and the thread told that nobody waits for it.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import anyio
from anyio import CapacityLimiter, to_thread
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool
from pydantic import ValidationError
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperdigest.adapters.mcp.schema import mistakes, sendable
from hyperdigest.adapters.mcp.tools import TOOLS, Desk, Places, Shelf, Tool
from hyperdigest.base.text import line
from hyperdigest.base.versions import version
from hyperdigest.errors import HyperdigestError, OptionError, OutputError

Report = Callable[[float, float, str], Awaitable[None]]

SECONDS_BETWEEN_REPORTS = 0.1

_SHARES = {"reading": (0.0, 0.3), "split": (0.3, 0.5), "topics": (0.5, 0.95)}
"""From where to where each stage leads, of the whole."""


class Abandoned(BaseException):
    """Nobody waits for the result any more; nothing on the way may catch this."""


class Relay:
    """A `Progress` for the thread that works; whoever waits for that tells the client."""

    def __init__(self) -> None:
        self._now = (0.0, "started")
        self._abandoned = False

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Note how far the work is; raise `Abandoned` where it is for nobody."""
        if self._abandoned:
            raise Abandoned
        start, end = _SHARES.get(stage, (0.0, 0.0))
        share = start + (end - start) * done / total if total else 0.0
        counted = f": {done} of {total}" if total else ""
        self._now = (max(self._now[0], share), f"{stage}{counted}")

    def abandon(self) -> None:
        """Let the thread end when it next says how far it is."""
        self._abandoned = True

    async def tell(self, report: Report) -> None:
        """Report, now and whenever it has gone on, until cancelled or the client is gone."""
        told = -1.0
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            while True:
                share, message = self._now
                if share > told:
                    told = share
                    await report(share, 1.0, message)
                await anyio.sleep(SECONDS_BETWEEN_REPORTS)


AT_ONCE = 4
"""How many calls are worked on at a time."""

INSTRUCTIONS = (
    "hyperdigest answers questions from documents with sentences that stand in them, word for word,"
    " each with its file and offsets. Ask `topics` what there is, `digest` a question, and"
    " `explain` why. Everything stays on this machine."
)

HARMLESS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

_log = logging.getLogger(__name__)


def create_server(root: str | Path | None = None) -> Server[Any]:
    """A server of the tools.

    Files in the folder `root` may be read, links followed, and relative paths start there; without
    one any file may be read, and they start in the current directory. Raises an OptionError where
    `root` is no folder.
    """
    if root is not None and not Path(root).is_dir():
        raise OptionError(f"root is {str(root)!r}, which is no folder: name one")
    desk = Desk(Places(Path(root).resolve() if root is not None else None), Shelf())
    limiter = CapacityLimiter(AT_ONCE)

    async def call_tool(
        context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        if params.name not in TOOLS:
            told = f"unknown tool {params.name!r}: choose one of {', '.join(TOOLS)}"
            raise MCPError(INVALID_PARAMS, line(told))
        work = partial(_answer, desk, TOOLS[params.name], params.arguments or {})
        relay = Relay()
        async with anyio.create_task_group() as group:
            group.start_soon(relay.tell, context.session.report_progress)
            try:
                result = await to_thread.run_sync(
                    work, relay, abandon_on_cancel=True, limiter=limiter
                )
            finally:
                relay.abandon()
            group.cancel_scope.cancel()
        await context.session.report_progress(1.0, 1.0, "done")
        return result

    return Server(
        "hyperdigest",
        version=version("hyperdigest"),
        title="hyperdigest",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=call_tool,
    )


async def _list_tools(
    context: ServerRequestContext[Any], params: PaginatedRequestParams | None
) -> ListToolsResult:
    return ListToolsResult(
        tools=[
            ListedTool(
                name=name,
                title=tool.title,
                description=tool.description,
                input_schema=tool.request.model_json_schema(),
                output_schema=tool.result,
                annotations=HARMLESS,
            )
            for name, tool in TOOLS.items()
        ]
    )


def _answer(desk: Desk, tool: Tool, arguments: dict[str, Any], relay: Relay) -> CallToolResult:
    """What a tool gives for the arguments; whatever goes wrong is one line."""
    try:
        values, text = tool.work(desk, tool.request.model_validate(arguments), relay)
    except ValidationError as error:
        return _failed(mistakes(error))
    except HyperdigestError as error:
        return _failed(str(error))
    except MemoryError:
        return _failed("out of memory: give fewer documents, or fewer sweeps or chains")
    except Exception as error:
        _log.exception("a tool failed")
        return _failed(f"something went wrong ({type(error).__name__}): see the server's log")
    return CallToolResult(
        content=[TextContent(text=sendable(text))], structured_content=sendable(values)
    )


def _failed(told: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=line(told))], is_error=True)


def serve_stdio(server: Server[Any]) -> None:
    """Serve the client at standard input and output until it leaves."""

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


def listening(port: int) -> socket.socket:
    """A socket for clients on this machine; an OutputError where the port is not to be had."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(("127.0.0.1", port))
    except OSError as error:
        made.close()
        told = f"cannot listen on 127.0.0.1 port {port}: {error.strerror}; name another with --port"
        raise OutputError(told) from error
    return made


LARGEST = 4
"""Most MB of a request over HTTP."""

TOO_LARGE = {
    "jsonrpc": "2.0",
    "id": None,
    "error": {
        "code": INVALID_REQUEST,
        "message": f"the request is larger than {LARGEST} MB: name files by `paths`, which may be"
        " of any size, or send a shorter text",
    },
}


def with_reason(app: ASGIApp) -> ASGIApp:
    """Middleware that says in JSON why a request is too large, and what to do."""
    refusal = JSONResponse(TOO_LARGE, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    async def reasoned(scope: Scope, receive: Receive, send: Send) -> None:
        refused = False

        async def told(message: Message) -> None:
            nonlocal refused
            if (
                message["type"] == "http.response.start"
                and message["status"] == refusal.status_code
            ):
                refused = True
                await refusal(scope, receive, send)
            elif not refused:
                await send(message)

        await app(scope, receive, told)

    return reasoned


def serve_http(server: Server[Any], clients: socket.socket) -> None:
    """Serve the clients of a socket, at ``/mcp``, until interrupted."""
    import uvicorn

    app = with_reason(server.streamable_http_app(max_request_body_size=LARGEST << 20))
    config = uvicorn.Config(app, log_level="warning")
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[clients])
