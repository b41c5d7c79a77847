"""A study in the browser: links, the server, its limits, and real pages in a real browser."""
