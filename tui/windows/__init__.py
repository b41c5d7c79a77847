"""The foundation of every application and screen of the terminal."""
