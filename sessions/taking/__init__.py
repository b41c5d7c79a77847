"""Taking part: places, links, sessions that run, and watching them."""
