"""What is new: what only the documents say that a reader does not know yet."""
