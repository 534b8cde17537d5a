"""Other libraries served: each file translates the interface of one, and loads it."""
