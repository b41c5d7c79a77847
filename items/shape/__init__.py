"""The shape of items: equality up to names or order of premises, and equivalence."""
