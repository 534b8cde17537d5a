"""Views of a model and of an answer, as plain data: no coordinates, no markup."""
