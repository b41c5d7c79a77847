"""Gold answers and the engines: asking, comparing, refuting."""
