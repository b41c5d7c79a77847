"""The query kinds: a module each, and the registry that names them."""
