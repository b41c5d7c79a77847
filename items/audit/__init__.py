"""What a reader can score on items without reasoning, and what else gives answers away in a set."""
