"""The researcher's screens: browse items, look at one, its models, its answers."""
