"""A cited, verbatim digest of many documents, in answer to a question."""
