"""The terminal: commands, screens and widgets. It draws and asks; it computes no verdict."""
