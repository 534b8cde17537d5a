"""The sentences that name the clause, section, article, figure or ticket of a cited sentence."""
