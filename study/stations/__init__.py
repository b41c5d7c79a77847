"""The stations a session can pass through, one module each."""
