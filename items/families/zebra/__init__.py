"""Houses in a row with residents and their belongings: the zebra puzzle."""
