"""Messages and mailboxes to documents, without what they quote, signatures and footers."""
