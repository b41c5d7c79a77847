"""What a participant sees, from the welcome to the completion code."""
