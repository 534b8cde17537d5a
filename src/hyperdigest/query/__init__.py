"""A question as weights of terms, as evidence for sentences, and as the documents it needs."""
