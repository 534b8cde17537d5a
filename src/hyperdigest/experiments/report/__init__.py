"""What an experiment tells: tables, plots and how they came about, as Markdown and as a page."""
