"""Posts of question-and-answer sites and of threads in JSON lines to documents."""
