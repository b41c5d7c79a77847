"""The second engine: Z3, and finite structures found with it."""
