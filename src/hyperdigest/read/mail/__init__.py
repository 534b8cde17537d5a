"""Read mail messages and mailboxes as documents, without quotes, signatures and footers."""
