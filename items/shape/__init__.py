"""The shape of an item: the same up to names, the same up to the order of premises, equivalent."""
