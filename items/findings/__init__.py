"""What may be wrong with an item: the rules, and what generators look for too."""
