"""What is read of a file that goes with a question. Plain Python."""
