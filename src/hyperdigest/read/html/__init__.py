"""Pages of the web: their text as blocks, without what is not part of it."""
