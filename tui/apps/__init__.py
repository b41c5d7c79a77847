"""The applications, one for each person who sits down."""
