"""What a question asks for, by the phrases of many languages."""
