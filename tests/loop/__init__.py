"""The whole loop: items made, models asked, people simulated, one report."""
