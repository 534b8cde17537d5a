"""The Model Context Protocol: a server whose tools answer questions with digests."""

from hyperdigest.errors import missing_extra

try:
    import mcp  # noqa: F401 (to name the missing library)
except ImportError as error:
    raise missing_extra(error, "mcp") from error

from hyperdigest.adapters.mcp.server import create_server, serve_http, serve_stdio

__all__ = ["create_server", "serve_http", "serve_stdio"]
