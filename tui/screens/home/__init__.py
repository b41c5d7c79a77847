"""The home screen, and the screens that it opens itself."""
