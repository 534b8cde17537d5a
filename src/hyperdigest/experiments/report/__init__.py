"""The report of an experiment: tables, plots and findings, as Markdown and as an HTML page."""
