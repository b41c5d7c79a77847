"""Work on many items shared out: in this process, on several, or on several machines."""
