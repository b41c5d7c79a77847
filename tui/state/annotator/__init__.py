"""What the annotator's screens show, without a terminal."""
