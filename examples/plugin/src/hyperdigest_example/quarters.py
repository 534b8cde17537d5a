"""A tokenizer: a token for every four characters."""


def count_quarters(text: str) -> int:
    """A quarter of the characters, rounded up."""
    return -(-len(text) // 4)
