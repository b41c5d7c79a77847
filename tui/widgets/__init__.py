"""Parts of screens that receive their content and post messages."""
