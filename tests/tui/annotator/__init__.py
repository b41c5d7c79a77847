"""The annotator's screens: view state, and the ways through them."""
