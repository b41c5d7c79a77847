"""The query kinds, one module each, and the registry that names them."""
