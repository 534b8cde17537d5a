"""Spreadsheets and tables in text files: each row a unit, with the header of its table."""
