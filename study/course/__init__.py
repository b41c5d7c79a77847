"""The course of a session: plan, events, rules, state, and what a station is."""
