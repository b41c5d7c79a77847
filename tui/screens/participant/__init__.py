"""The participant's screens, from the welcome to the completion code."""
