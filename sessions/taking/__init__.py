"""Taking part: slots, links, running sessions, and monitoring them."""
