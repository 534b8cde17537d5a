"""The answer to a question, the digest that cites it, and its explanation."""
