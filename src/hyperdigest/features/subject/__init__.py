"""What a short question is about: sentences that begin with it are more relevant."""
