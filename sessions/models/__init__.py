"""Language models in the record: what was asked, answered, imported and judged."""
