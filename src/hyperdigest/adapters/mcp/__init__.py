"""The Model Context Protocol: digests as a tool of whatever speaks it."""

from hyperdigest.errors import missing_extra

try:
    import mcp  # noqa: F401 (so that what is missing is said at once)
except ImportError as error:
    raise missing_extra(error, "mcp") from error

from hyperdigest.adapters.mcp.server import create_server, listening, serve_http, serve_stdio

__all__ = ["create_server", "listening", "serve_http", "serve_stdio"]
