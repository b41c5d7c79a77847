"""Operations on whole databases: checking, rescuing, copying, merging, erasing."""
