"""Parameters chosen by cross-validation."""
