"""What speaks for a sentence as an answer: words, documents, topics, feedback, embeddings."""
