"""Ways in which a formalized text or question is commonly misread, one module each."""
