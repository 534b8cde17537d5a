"""Selection methods, one a file: which of the ranked sentences enter the summary."""
