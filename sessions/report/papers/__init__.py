"""The tables of the five papers, made of recorded answers beside the figures that were printed."""
