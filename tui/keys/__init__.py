"""The actions of keys, and the keys of actions."""
