"""`python -m hyperdigest` is the command line."""

from hyperdigest.cli import main

main()
