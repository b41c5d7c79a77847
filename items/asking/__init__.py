"""How language models are asked, and how their responses are read."""
