"""The stations of a session, one module each."""
