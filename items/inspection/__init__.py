"""What solver and text show about one item or two: evidence, figures, differences."""
