"""The engines: what each can tell of one theory, within a budget."""
