"""What a study file comes to, before anybody takes part: one file a figure."""
