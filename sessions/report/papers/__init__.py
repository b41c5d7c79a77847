"""The tables of the five papers, filled from recorded answers, next to the printed figures."""
