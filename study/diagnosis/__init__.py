"""Which misreading makes an answer right, how often each occurs, and what people answer next."""
