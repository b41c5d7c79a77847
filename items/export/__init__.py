"""Items in the input languages of other provers."""
