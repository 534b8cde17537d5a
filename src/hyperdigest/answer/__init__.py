"""The answer to a question, the digest that cites its sentences, and its explanation."""
