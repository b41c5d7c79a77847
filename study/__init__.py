"""The protocol of a study: pure values and rules, without storage, terminal or clock."""
