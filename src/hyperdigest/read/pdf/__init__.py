"""PDF files to documents: their text put in order, without furniture, with pages and notes."""
