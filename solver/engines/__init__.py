"""The engines, which answer questions about one theory within a budget."""
