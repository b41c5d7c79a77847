"""What a language model's response answers: one reader for what is asked and what is imported."""
