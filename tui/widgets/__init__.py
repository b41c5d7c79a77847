"""Parts of screens that are told their data and post messages."""
