"""Claims of hardened items: each proved, refuted with a world, or unknown with the reason."""
