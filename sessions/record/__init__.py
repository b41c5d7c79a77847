"""The record itself: chained events, data derived from them, and what is stored alongside them."""
