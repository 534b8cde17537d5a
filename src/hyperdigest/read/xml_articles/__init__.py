"""Articles and books in XML: JATS, TEI and DocBook."""
