"""The exact engine: finite spaces of worlds, regions of them as integers, and the answers."""
