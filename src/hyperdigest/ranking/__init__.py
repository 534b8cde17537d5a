"""Rank sentences for a question: its terms, evidence from several sources, and the walk."""
