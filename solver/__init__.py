"""The logic: formulas, finite spaces, two engines and the query kinds. Does not know about items or
people."""
