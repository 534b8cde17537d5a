"""The experiments of the paper: its rivals, tables, tuning and figures."""
