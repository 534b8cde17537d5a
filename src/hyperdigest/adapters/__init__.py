"""Adapters to other libraries: each module implements the interface of one, and imports it."""
