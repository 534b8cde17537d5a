"""Questions how to do something: code is more relevant to these."""
