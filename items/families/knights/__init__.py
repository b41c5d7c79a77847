"""Knights, who say only what is true, and knaves, who say only what is false."""
