"""A saved collection in several files, split by documents, which is asked as one."""
