"""The family DyVal, as in ContextHub: truth-value tasks on trees of and, or, not."""
