"""Read posts of question-and-answer sites, and of threads in JSON lines, as documents."""
