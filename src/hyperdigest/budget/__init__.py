"""How long sentences are in the unit of a budget."""
