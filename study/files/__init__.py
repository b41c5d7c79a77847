"""Study files and what reading them takes: TOML, its errors, texts by language."""
