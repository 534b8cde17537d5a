"""The JSON interface of the app."""
