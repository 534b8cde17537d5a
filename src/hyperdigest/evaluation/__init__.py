"""How good a digest is: ROUGE, lexical diversity, significance, and the data to measure it on."""
