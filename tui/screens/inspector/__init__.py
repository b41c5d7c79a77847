"""The researcher's screens: the table of items, one item, its models, its answers and more."""
