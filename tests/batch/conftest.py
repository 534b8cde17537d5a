"""The command line, documents, and the sampler compiled once."""

from cli.conftest import cli, compiled, folder

__all__ = ["cli", "compiled", "folder"]
