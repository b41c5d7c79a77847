"""The page about extending the program does what it says."""
