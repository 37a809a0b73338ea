"""What speed is measured with, and against."""
