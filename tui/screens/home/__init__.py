"""The home screen and what it opens beside the roles."""
