"""The family DivLogicEval: multiple choice over premises that must be combined."""
