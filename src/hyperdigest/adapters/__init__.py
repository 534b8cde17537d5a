"""Adapters to other libraries: each module translates the interface of one, and imports it."""
