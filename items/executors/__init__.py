"""Distribution of work on many items: in this process, several processes, or several machines."""
