"""What the solver and the text tell of one item, or of two: evidence, figures, differences."""
