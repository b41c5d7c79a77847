"""What a study file amounts to before anybody takes part: one file per figure."""
