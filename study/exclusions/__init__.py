"""Rules by which a study excludes sessions from its report; one file per rule."""
