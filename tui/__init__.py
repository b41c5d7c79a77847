"""The terminal: commands, screens and widgets. It displays and asks; it computes no verdict."""
