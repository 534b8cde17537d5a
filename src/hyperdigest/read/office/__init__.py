"""Word processors, presentations and e-books: Office Open XML, OpenDocument, RTF, EPUB."""
