"""Files of items: reading, repairing damaged ones, writing; and the shipped proofs."""
