"""Pages of PDFs as images, with parts of their text marked on them."""
