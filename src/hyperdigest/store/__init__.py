"""Models in files: saved, loaded, and changed by added and removed documents."""
