"""What is done to whole databases: checking, saving, copying, joining, erasing."""
