"""Houses in a row, and who lives there with what: the zebra puzzle."""
