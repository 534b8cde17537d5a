"""What a paragraph is, told by its typed marks, its font or its style: an item, a step, code."""
