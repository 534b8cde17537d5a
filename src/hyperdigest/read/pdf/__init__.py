"""Read PDF files: text in reading order with page numbers, without running heads, notes apart."""
