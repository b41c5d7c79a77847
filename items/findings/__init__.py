"""What may be wrong with an item: the rules, and the checks that generators also use."""
