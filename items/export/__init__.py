"""Items in the languages of other provers."""
