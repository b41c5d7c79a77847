"""The logic: formulas, finite spaces, two engines, seven query kinds. Knows no items, no people."""
