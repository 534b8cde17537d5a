"""A model that grows and shrinks without being fitted again."""
