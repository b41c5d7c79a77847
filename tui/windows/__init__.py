"""What every application and screen of the terminal is built on."""
