"""A study in the browser: the server, its page, and a process of its own for each participant."""
