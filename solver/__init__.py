"""The logic: formulas, finite spaces, two engines, seven kinds of query. Knows no items, no people."""
