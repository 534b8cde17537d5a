"""Saved models: files, loading and saving, and adding and removing documents."""
