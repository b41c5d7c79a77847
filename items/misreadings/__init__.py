"""Common misreadings of a formalized text or question, one module each."""
