"""What `hyperdigest serve` does: a shelf with what was named, the app over it, a browser."""

from __future__ import annotations

import secrets
import threading
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace

from hyperdigest.errors import OptionError
from hyperdigest.store.header import is_store
from hyperdigest.web.app import create_app
from hyperdigest.web.serving import bound, run
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf
from hyperdigest.web.state import StateFolder

SHORTEST_TOKEN = 16
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 (told apart, not bound to)


def serve_app(
    settings: Settings,
    paths: Sequence[str],
    *,
    browser: bool,
    verbose: bool,
    say: Callable[[str], None],
) -> None:
    """Serve until interrupted.

    Parameters
    ----------
    paths : saved collections, each put on the shelf, and documents, read as one collection.
    say : tells the user a line.

    Raises
    ------
    OptionError
        where the token is easy to guess.
    OutputError
        where the address, the port or the folder for collections is not to be had.
    StoreError
        where a saved collection cannot be opened.
    """
    settings = with_token(settings)
    listening, settings = bound(settings)
    with listening:
        state = StateFolder(settings.keep)
        try:
            shelf = Shelf(state, settings.limits)
            saved = [path for path in paths if is_store(path)]
            for path in saved:
                shelf.add_saved(path)
            others = [path for path in paths if path not in saved]
            app = create_app(settings, shelf, others)
            run(app, listening, verbose=verbose, started=lambda: _announce(settings, browser, say))
        finally:
            state.close()


def with_token(settings: Settings) -> Settings:
    """`settings` with a token made, where other machines reach the app and none was given."""
    if settings.token and len(settings.token) < SHORTEST_TOKEN:
        raise OptionError(f"the token is easy to guess: give {SHORTEST_TOKEN} characters or more")
    if settings.token or settings.loopback:
        return settings
    return replace(settings, token=secrets.token_urlsafe(24))


def address(settings: Settings) -> str:
    """What a browser on this machine opens, token and all."""
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{settings.port}/" + (
        f"?token={settings.token}" if settings.token else ""
    )


def _announce(settings: Settings, browser: bool, say: Callable[[str], None]) -> None:
    url = address(settings)
    say(f"hyperdigest is at {url} (Ctrl-C ends it)")
    if browser:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
