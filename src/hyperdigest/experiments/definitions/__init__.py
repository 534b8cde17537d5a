"""The experiments: who is compared, and what the paper found."""
