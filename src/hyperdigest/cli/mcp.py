"""`hyperdigest mcp`: digests as a tool of language models and editors."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from hyperdigest.cli.terminal import say
from hyperdigest.errors import OptionError

USUAL_PORT = 8341


@click.command(short_help="Serve digests to language models (MCP).")
@click.option(
    "--root",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Let clients read files below DIR alone; relative paths start there.  [any file]",
)
@click.option(
    "--transport",
    type=click.Choice(("stdio", "streamable-http")),
    default="stdio",
    show_default=True,
    help="stdio: the client starts this command and talks to it; streamable-http: clients on this"
    " machine connect to a port.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=USUAL_PORT,
    show_default=True,
    help="Port of streamable-http, on 127.0.0.1.",
)
def mcp(root: Path | None, transport: str, port: int) -> None:
    """Serve the tools `digest`, `explain` and `topics` by the Model Context Protocol.

    Any client that speaks it can then have questions answered from files with cited, verbatim
    sentences. Collections that were read are kept in memory until their files change. Needs
    `pip install "hyperdigest[mcp]"`.
    """
    try:
        from hyperdigest.adapters.mcp import create_server, listening, serve_http, serve_stdio
    except ImportError as error:
        raise OptionError(str(error)) from error
    server = create_server(root)
    if transport == "stdio":
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever waits for input cannot be woken
        serve_stdio(server)
        return
    clients = listening(port)
    say(f"hyperdigest: serving MCP at http://127.0.0.1:{port}/mcp; stop with Ctrl-C")
    serve_http(server, clients)
