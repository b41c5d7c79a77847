"""The applications, one for each role."""
