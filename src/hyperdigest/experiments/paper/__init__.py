"""The paper's tables, figures and parameters, measured anew."""
