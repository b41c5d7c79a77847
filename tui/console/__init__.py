"""What the commands share: options, exit codes, sentences, tables and JSON."""
