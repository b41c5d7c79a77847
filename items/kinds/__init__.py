"""The kinds of question and the forms of answers: a module each, and the registry."""
