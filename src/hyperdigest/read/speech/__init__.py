"""Subtitles and transcripts: what is said, with times and speakers."""
