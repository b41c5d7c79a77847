"""The design of a study: its file as a whole, codes, payment, and whether it can run."""
