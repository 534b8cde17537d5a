"""What a question becomes: weights of terms, and evidence for sentences."""
