"""The record itself: chained events, what is derived from them, and what is stored beside them."""
