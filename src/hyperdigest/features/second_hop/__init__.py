"""A second hop: sentences of documents whose titles the best sentences mention."""
