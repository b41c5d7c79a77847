"""A study in the browser: the server, its page, and a separate process for each participant."""
