"""A plugin of every kind for hyperdigest."""
