"""The ranking of sentences for a question: terms, evidence from several sources, and the walk."""
