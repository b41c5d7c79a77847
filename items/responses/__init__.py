"""The answer in a language model's response: one reader for asked and imported responses."""
