"""`hyperdigest serve`: the app in a browser, on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from hyperdigest.cli.sections import examples
from hyperdigest.cli.terminal import say
from hyperdigest.errors import OptionError
from hyperdigest.system.missing import not_installed

USUAL_PORT = 8340


@click.command(
    short_help="Open the app in a browser.",
    epilog=examples(
        "hyperdigest serve",
        "hyperdigest serve articles/",
        "hyperdigest serve case.hdig --keep collections",
        "hyperdigest serve --host 0.0.0.0 --name papers.example --root /srv/papers --no-browser",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=USUAL_PORT,
    show_default=True,
    help="Port to listen on; 0 takes any free one.",
)
@click.option("--token", default="", help="What a browser must know; made where HOST is not local.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The one folder whose files the app may be told to read.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep collections and questions in FOLDER; else they are gone when the app ends.",
)
@click.option("--name", "names", multiple=True, help="A name that browsers call this machine by.")
@click.option("--browser/--no-browser", default=True, help="Open a browser.  [yes]")
@click.option("--verbose", is_flag=True, help="Tell of every request.")
def serve(
    paths: tuple[str, ...],
    host: str,
    port: int,
    token: str,
    root: Path | None,
    keep: Path | None,
    names: tuple[str, ...],
    browser: bool,
    verbose: bool,
) -> None:
    """Open the app: drop files into a page, ask, and read the digest beside its sources.

    PATH is a saved collection, of which there may be several, or documents to read as one
    collection. Stop the app with Ctrl-C.
    """
    try:
        from hyperdigest.web.command import serve_app
        from hyperdigest.web.settings import Settings
    except ImportError as error:
        raise OptionError(not_installed("the app", error.name or str(error), "app")) from error
    settings = Settings(host=host, port=port, token=token, names=names, root=root, keep=keep)
    serve_app(settings, paths, browser=browser, verbose=verbose, say=say)
